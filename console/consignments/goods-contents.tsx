// Shows which product line is in which package, with product lines as rows and packages as columns.
import { isolateCode } from '../../contract/bidi.ts'
import type { RecordDraft } from '../api/draft.ts'
import { ConflictAlert } from '../fields/fields.tsx'
import { TablePager, type TablePaging, usePager } from '../fields/pager.tsx'
import type { TableColumn } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
import { currentLanguage, useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { type GoodsElement, NumberInput, readElements } from './goods-cell.tsx'
import type { SectionProps } from './record.ts'
import { FormSection } from './sections.tsx'
import { detailTexts } from './words.ts'

/** Rows per page. An order may have a thousand packages or product lines. */
const rowsAtOnce = 25
const columnsAtOnce = 10

const nameOf = (line: GoodsElement, index: number) => String(line.productCode ?? index + 1)

/** Returns the quantities per package, and a function that sets a quantity. */
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
  const language = currentLanguage.use()
  return (
    <DataTable
      className={styles.sheet}
      rows={rows.of(lines)}
      idOf={([line]) => String(line.productLineId)}
      columns={[
        { head: texts.productCode, isKey: true, show: ([line, row]) => nameOf(line, row) },
        { head: texts.quantity, className: styles.figureCell, show: ([line]) => String(line.quantity ?? '') },
        ...visiblePackages.map(
          ([pack, column]): TableColumn<[line: GoodsElement, row: number]> => ({
            head: `${column + 1} ${pack.barcode ? isolateCode(String(pack.barcode), language) : ''}`,
            minRem: 5,
            show: ([line, row]) => {
              const index = contents.find(line, pack)
              return (
                <NumberInput
                  draft={draft}
                  path={`packageProducts.${index}.quantity`}
                  label={`${texts.quantity}: ${nameOf(line, row)}, ${texts.packages} ${column + 1}`}
                  isReadOnly={isReadOnly}
                  value={contents.quantityAt(index)}
                  onChange={(quantity) => contents.put(line, pack, quantity)}
                />
              )
            },
          }),
        ),
        { head: texts.inPackages, className: styles.figureCell, show: ([line]) => contents.sumOf(line) },
      ]}
    />
  )
}
