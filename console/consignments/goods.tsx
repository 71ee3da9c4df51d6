// The goods of an order: its packages, its product lines, and which of these is in which of those.
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type Draft, useShown } from '../api/draft.ts'
import { numberOf } from '../fields/fields.tsx'
import { Pager, usePager } from '../fields/pager.tsx'
import { useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import styles from './detail.module.css'
import type { SectionProps } from './record.ts'
import { Section } from './sections.tsx'
import { detailWords } from './words.ts'

type Element = Record<string, unknown>
/** An order may have a thousand of each: so many are on the page at once. */
const rowsAtOnce = 25
const columnsAtOnce = 10
type Name = keyof Words<typeof detailWords>
interface Member {
  name: Name & string
  isNumber?: boolean
  rem: number
}

const packageMembers: Member[] = [
  { name: 'barcode', rem: 9 },
  { name: 'weight', isNumber: true, rem: 5.5 },
  { name: 'volume', isNumber: true, rem: 5.5 },
  { name: 'height', isNumber: true, rem: 5 },
  { name: 'depth', isNumber: true, rem: 5 },
  { name: 'width', isNumber: true, rem: 5 },
]
const lineMembers: Member[] = [
  { name: 'productCode', rem: 9 },
  { name: 'description', rem: 11 },
  { name: 'quantity', isNumber: true, rem: 5.5 },
  { name: 'currency', rem: 5 },
  { name: 'unitPrice', isNumber: true, rem: 6 },
  { name: 'unitTax', isNumber: true, rem: 6 },
  { name: 'taxRate', isNumber: true, rem: 5 },
  { name: 'unitWeight', isNumber: true, rem: 6 },
  { name: 'height', isNumber: true, rem: 5 },
  { name: 'countryOfOrigin', rem: 5 },
  { name: 'commodityCode', rem: 8 },
  { name: 'barcode', rem: 9 },
]

const elements = (draft: Draft, path: string) => (draft.value(path) as Element[] | null) ?? []

/** A reference of our own, until the service has issued an id. */
const newReference = (known: readonly Element[], idName: string) => {
  for (let number = known.length + 1; ; number++)
    if (!known.some((one) => one[idName] === `new-${number}`)) return `new-${number}`
}

export function Goods(props: SectionProps) {
  const { draft } = props
  const words = useWords(detailWords)
  const isEmpty = elements(draft, 'packages').length + elements(draft, 'productLines').length === 0
  return (
    <>
      {isEmpty ? (
        <Text size="sm" c="dimmed" p="md">
          {words.noGoods}
        </Text>
      ) : null}
      <Section title={words.packages}>
        <Elements {...props} path="packages" idName="packageId" members={packageMembers} add={words.addPackage} />
      </Section>
      <Section title={words.productLines}>
        <Elements {...props} path="productLines" idName="productLineId" members={lineMembers} add={words.addLine} />
      </Section>
      <Matrix {...props} />
    </>
  )
}

interface ElementsProps extends SectionProps {
  path: 'packages' | 'productLines'
  idName: 'packageId' | 'productLineId'
  members: readonly Member[]
  add: string
}

function Elements({ draft, isReadOnly, path, idName, members, add }: ElementsProps) {
  const words = useWords(detailWords)
  const all = elements(draft, path)
  const pager = usePager(all.length, rowsAtOnce)
  const remove = (gone: Element) => {
    draft.change(
      'packageProducts',
      elements(draft, 'packageProducts').filter((one) => one[idName] !== gone[idName]),
    )
    draft.put(
      path,
      all.filter((one) => one !== gone),
    )
  }
  return (
    <>
      {all.length > 0 ? (
        <div className={styles.scroll}>
          <table className={styles.sheet}>
            <thead>
              <tr>
                <th scope="col">#</th>
                {members.map(({ name, rem }) => (
                  <th key={name} scope="col" style={{ minWidth: `${rem}rem` }}>
                    {words[name]}
                  </th>
                ))}
                <th scope="col">
                  <span className="visually-hidden">{words.remove}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {pager.of(all).map(([element, index]) => (
                <tr key={String(element[idName])}>
                  <th scope="row">{index + 1}</th>
                  {members.map((member) => (
                    <Cell
                      key={member.name}
                      draft={draft}
                      path={`${path}.${index}.${member.name}`}
                      label={`${words[member.name]} ${index + 1}`}
                      isReadOnly={isReadOnly}
                      isNumber={member.isNumber === true}
                      value={element[member.name]}
                      onChange={(value) => draft.change(path, all.with(index, { ...element, [member.name]: value }))}
                    />
                  ))}
                  <td>
                    {isReadOnly ? null : (
                      <ActionIcon size="sm" aria-label={`${words.remove} ${index + 1}`} onClick={() => remove(element)}>
                        <IconTrash size={14} />
                      </ActionIcon>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <Pager {...pager} label={words[path]} />
      {isReadOnly ? null : (
        <Button
          variant="default"
          mt="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            draft.change(path, [...all, { [idName]: newReference(all, idName) }])
            pager.goTo(all.length)
          }}
        >
          {add}
        </Button>
      )}
    </>
  )
}

function Matrix({ draft, isReadOnly }: SectionProps) {
  const words = useWords(detailWords)
  const packages = elements(draft, 'packages')
  const lines = elements(draft, 'productLines')
  const contents = elements(draft, 'packageProducts')
  const columns = usePager(packages.length, columnsAtOnce)
  const rows = usePager(lines.length, rowsAtOnce)
  if (packages.length === 0 || lines.length === 0) return null
  const find = (line: Element, pack: Element) =>
    contents.findIndex((one) => one.productLineId === line.productLineId && one.packageId === pack.packageId)
  const put = (line: Element, pack: Element, quantity: unknown) => {
    const entry = { packageId: pack.packageId, productLineId: line.productLineId, quantity }
    const index = find(line, pack)
    const rest = contents.filter((_, other) => other !== index)
    draft.change(
      'packageProducts',
      quantity === null ? rest : index === -1 ? [...rest, entry] : contents.with(index, entry),
    )
  }
  return (
    <Section title={words.matrix}>
      <div className={styles.scroll}>
        <table className={styles.sheet}>
          <thead>
            <tr>
              <th scope="col">{words.productCode}</th>
              <th scope="col" className={styles.figureCell}>
                {words.quantity}
              </th>
              {columns.of(packages).map(([pack, index]) => (
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
            {rows.of(lines).map(([line, row]) => {
              const packed = contents
                .filter((one) => one.productLineId === line.productLineId)
                .reduce((sum, one) => sum + (typeof one.quantity === 'number' ? one.quantity : 0), 0)
              return (
                <tr key={String(line.productLineId)}>
                  <th scope="row">{String(line.productCode ?? row + 1)}</th>
                  <td className={styles.figureCell}>{String(line.quantity ?? '')}</td>
                  {columns.of(packages).map(([pack, column]) => {
                    const index = find(line, pack)
                    return (
                      <Cell
                        key={String(pack.packageId)}
                        draft={draft}
                        path={`packageProducts.${index}.quantity`}
                        label={`${words.quantity}: ${String(line.productCode ?? row + 1)}, ${words.packages} ${column + 1}`}
                        isReadOnly={isReadOnly}
                        isNumber
                        value={contents[index]?.quantity}
                        onChange={(quantity) => put(line, pack, quantity)}
                      />
                    )
                  })}
                  <td className={styles.figureCell}>{packed}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Pager {...columns} label={words.packages} />
      <Pager {...rows} label={words.productLines} />
    </Section>
  )
}

interface CellProps {
  draft: Draft
  path: string
  label: string
  isReadOnly: boolean
  isNumber: boolean
  value: unknown
  onChange(value: unknown): void
}

function Cell({ draft, path, label, isReadOnly, isNumber, value, onChange }: CellProps) {
  useShown(draft, path)
  const fault = draft.fault(path)
  const faultId = `fault-${path.replaceAll('.', '-')}`
  return (
    <td>
      <input
        className={isNumber ? `${styles.input} ${styles.figureCell}` : styles.input}
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        inputMode={isNumber ? 'decimal' : 'text'}
        dir="auto"
        maxLength={1_000}
        disabled={isReadOnly}
        value={value === null || value === undefined ? '' : String(value)}
        onChange={({ currentTarget: { value: typed } }) =>
          onChange(isNumber ? numberOf(typed) : typed === '' ? null : typed)
        }
        onBlur={() => draft.commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.commit()
        }}
      />
      {fault === undefined ? null : (
        <div id={faultId} className={styles.fault}>
          {fault}
        </div>
      )}
    </td>
  )
}
