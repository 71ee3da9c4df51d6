// Shows which product line is in which package, with product lines down and packages across.
import type { Draft } from '../api/draft.ts'
import { Conflict } from '../fields/fields.tsx'
import { Pager, type Paging, usePager } from '../fields/pager.tsx'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { type Element, elements, NumberCell } from './goods-cell.tsx'
import type { SectionProps } from './record.ts'
import { Section } from './sections.tsx'
import { detailWords } from './words.ts'

/** Rows per page. An order may have a thousand packages or product lines. */
const rowsAtOnce = 25
const columnsAtOnce = 10

const nameOf = (line: Element, index: number) => String(line.productCode ?? index + 1)

/** Returns the quantities per package, and a function that sets one. */
function contentsOf(draft: Draft) {
  const contents = elements(draft, 'packageProducts')
  const find = (line: Element, pack: Element) =>
    contents.findIndex((one) => one.productLineId === line.productLineId && one.packageId === pack.packageId)
  return {
    find,
    quantityAt: (index: number) => contents[index]?.quantity,
    sumOf: (line: Element) =>
      contents
        .filter((one) => one.productLineId === line.productLineId)
        .reduce((sum, one) => sum + (typeof one.quantity === 'number' ? one.quantity : 0), 0),
    put(line: Element, pack: Element, quantity: unknown) {
      const entry = { packageId: pack.packageId, productLineId: line.productLineId, quantity }
      const index = find(line, pack)
      const rest = contents.filter((_, other) => other !== index)
      const isGone = quantity === null || quantity === undefined
      draft.change('packageProducts', isGone ? rest : index === -1 ? [...rest, entry] : contents.with(index, entry))
    },
  }
}

export function Contents(props: SectionProps) {
  const words = useWords(detailWords)
  const { draft } = props
  const packages = elements(draft, 'packages')
  const lines = elements(draft, 'productLines')
  const columns = usePager(packages.length, columnsAtOnce)
  const rows = usePager(lines.length, rowsAtOnce)
  if (packages.length === 0 || lines.length === 0) return null
  const quantities = (value: unknown) =>
    (value as Element[]).map(({ packageId, productLineId, quantity }) => {
      const line = lines.findIndex((one) => one.productLineId === productLineId)
      const pack = packages.findIndex((one) => one.packageId === packageId)
      return `${lines[line] ? nameOf(lines[line], line) : productLineId} → ${pack + 1 || packageId}: ${quantity ?? ''}`
    })
  return (
    <Section title={words.matrix}>
      <Conflict draft={draft} path="packageProducts" write={(value) => quantities(value ?? []).join(', ')} />
      <div className={styles.scroll}>
        <Matrix {...props} shown={columns.of(packages)} rows={rows} lines={lines} />
      </div>
      <Pager {...columns} label={words.packages} />
      <Pager {...rows} label={words.productLines} />
    </Section>
  )
}

interface MatrixProps extends SectionProps {
  /** The packages with a visible column. */
  shown: readonly [pack: Element, index: number][]
  lines: readonly Element[]
  rows: Paging
}

function Matrix({ draft, isReadOnly, shown, lines, rows }: MatrixProps) {
  const words = useWords(detailWords)
  const contents = contentsOf(draft)
  return (
    <table className={styles.sheet}>
      <thead>
        <tr>
          <th scope="col">{words.productCode}</th>
          <th scope="col" className={styles.figureCell}>
            {words.quantity}
          </th>
          {shown.map(([pack, index]) => (
            <th key={String(pack.packageId)} scope="col" style={{ minWidth: '5rem' }}>
              {index + 1} {pack.barcode ? <bdi>{String(pack.barcode)}</bdi> : null}
            </th>
          ))}
          <th scope="col" className={styles.figureCell}>
            {words.inPackages}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.of(lines).map(([line, row]) => (
          <tr key={String(line.productLineId)}>
            <th scope="row">{nameOf(line, row)}</th>
            <td className={styles.figureCell}>{String(line.quantity ?? '')}</td>
            {shown.map(([pack, column]) => {
              const index = contents.find(line, pack)
              return (
                <NumberCell
                  key={String(pack.packageId)}
                  draft={draft}
                  path={`packageProducts.${index}.quantity`}
                  label={`${words.quantity}: ${nameOf(line, row)}, ${words.packages} ${column + 1}`}
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
