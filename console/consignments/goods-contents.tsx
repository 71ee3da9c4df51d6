// Shows which product line is in which package, with product lines down and packages across.
import type { RecordDraft } from '../api/draft.ts'
import { ConflictAlert } from '../fields/fields.tsx'
import { TablePager, type TablePaging, usePager } from '../fields/pager.tsx'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { type GoodsElement, NumberCell, readElements } from './goods-cell.tsx'
import type { SectionProps } from './record.ts'
import { FormSection } from './sections.tsx'
import { detailTexts } from './words.ts'

/** Rows per page. An order may have a thousand packages or product lines. */
const rowsAtOnce = 25
const columnsAtOnce = 10

const nameOf = (line: GoodsElement, index: number) => String(line.productCode ?? index + 1)

/** Returns the quantities per package, and a function that sets one. */
function contentsOf(draft: RecordDraft) {
  const contents = readElements(draft, 'packageProducts')
  const find = (line: GoodsElement, pack: GoodsElement) =>
    contents.findIndex((entry) => entry.productLineId === line.productLineId && entry.packageId === pack.packageId)
  return {
    find,
    quantityAt: (index: number) => contents[index]?.quantity,
    sumOf: (line: GoodsElement) =>
      contents
        .filter((entry) => entry.productLineId === line.productLineId)
        .reduce((sum, entry) => sum + (typeof entry.quantity === 'number' ? entry.quantity : 0), 0),
    put(line: GoodsElement, pack: GoodsElement, quantity: unknown) {
      const entry = { packageId: pack.packageId, productLineId: line.productLineId, quantity }
      const index = find(line, pack)
      const remaining = contents.filter((_, contentIndex) => contentIndex !== index)
      const isRemoved = quantity === null || quantity === undefined
      draft.change(
        'packageProducts',
        isRemoved ? remaining : index === -1 ? [...remaining, entry] : contents.with(index, entry),
      )
    },
  }
}

export function PackageContents(props: SectionProps) {
  const texts = useTexts(detailTexts)
  const { draft } = props
  const packages = readElements(draft, 'packages')
  const lines = readElements(draft, 'productLines')
  const columns = usePager(packages.length, columnsAtOnce)
  const rows = usePager(lines.length, rowsAtOnce)
  if (packages.length === 0 || lines.length === 0) return null
  const quantities = (value: unknown) =>
    (value as GoodsElement[]).map(({ packageId, productLineId, quantity }) => {
      const line = lines.findIndex((candidate) => candidate.productLineId === productLineId)
      const pack = packages.findIndex((candidate) => candidate.packageId === packageId)
      return `${lines[line] ? nameOf(lines[line], line) : productLineId} → ${pack + 1 || packageId}: ${quantity ?? ''}`
    })
  return (
    <FormSection title={texts.matrix}>
      <ConflictAlert draft={draft} path="packageProducts" write={(value) => quantities(value ?? []).join(', ')} />
      <div className={styles.scroll}>
        <Matrix {...props} visiblePackages={columns.of(packages)} rows={rows} lines={lines} />
      </div>
      <TablePager {...columns} label={texts.packages} />
      <TablePager {...rows} label={texts.productLines} />
    </FormSection>
  )
}

interface MatrixProps extends SectionProps {
  /** The packages with a visible column. */
  visiblePackages: readonly [pack: GoodsElement, index: number][]
  lines: readonly GoodsElement[]
  rows: TablePaging
}

function Matrix({ draft, isReadOnly, visiblePackages, lines, rows }: MatrixProps) {
  const texts = useTexts(detailTexts)
  const contents = contentsOf(draft)
  return (
    <table className={styles.sheet}>
      <thead>
        <tr>
          <th scope="col">{texts.productCode}</th>
          <th scope="col" className={styles.figureCell}>
            {texts.quantity}
          </th>
          {visiblePackages.map(([pack, index]) => (
            <th key={String(pack.packageId)} scope="col" style={{ minWidth: '5rem' }}>
              {index + 1} {pack.barcode ? <bdi>{String(pack.barcode)}</bdi> : null}
            </th>
          ))}
          <th scope="col" className={styles.figureCell}>
            {texts.inPackages}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.of(lines).map(([line, row]) => (
          <tr key={String(line.productLineId)}>
            <th scope="row">{nameOf(line, row)}</th>
            <td className={styles.figureCell}>{String(line.quantity ?? '')}</td>
            {visiblePackages.map(([pack, column]) => {
              const index = contents.find(line, pack)
              return (
                <NumberCell
                  key={String(pack.packageId)}
                  draft={draft}
                  path={`packageProducts.${index}.quantity`}
                  label={`${texts.quantity}: ${nameOf(line, row)}, ${texts.packages} ${column + 1}`}
                  isReadOnly={isReadOnly}
                  value={contents.quantityAt(index)}
                  onChange={(quantity) => contents.put(line, pack, quantity)}
                />
              )
            })}
            <td className={styles.figureCell}>{contents.sumOf(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
