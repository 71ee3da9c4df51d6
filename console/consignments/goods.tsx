// Edits the goods of an order: packages, product lines, and the contents of each package.
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSettings } from '../api/environment.ts'
import { Conflict } from '../fields/fields.tsx'
import { Pager, usePager } from '../fields/pager.tsx'
import { type DisplayUnits, symbol, typedAs, type Unit } from '../platform/units.ts'
import { useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import styles from './detail.module.css'
import { type Element, elements, NumberCell, TextCell } from './goods-cell.tsx'
import { Contents } from './goods-contents.tsx'
import type { SectionProps } from './record.ts'
import { Section } from './sections.tsx'
import { detailWords } from './words.ts'

/** Rows per page. An order may have a thousand packages or product lines. */
const rowsAtOnce = 25

interface Member {
  name: keyof Words<typeof detailWords> & string
  rem: number
  isNumber?: boolean
  /** The setting with the unit of the field. Fields without it have no stored unit. */
  unit?: keyof DisplayUnits
}

const packageMembers: Member[] = [
  { name: 'barcode', rem: 9 },
  { name: 'weight', isNumber: true, rem: 6, unit: 'weightUnit' },
  { name: 'volume', isNumber: true, rem: 6.5, unit: 'volumeUnit' },
  { name: 'height', isNumber: true, rem: 6, unit: 'lengthUnit' },
  { name: 'depth', isNumber: true, rem: 6, unit: 'lengthUnit' },
  { name: 'width', isNumber: true, rem: 6, unit: 'lengthUnit' },
]
const lineMembers: Member[] = [
  { name: 'productCode', rem: 9 },
  { name: 'description', rem: 11 },
  { name: 'quantity', isNumber: true, rem: 5.5 },
  { name: 'currency', rem: 5 },
  { name: 'unitPrice', isNumber: true, rem: 6 },
  { name: 'unitTax', isNumber: true, rem: 6 },
  { name: 'taxRate', isNumber: true, rem: 5 },
  { name: 'unitWeight', isNumber: true, rem: 8, unit: 'weightUnit' },
  { name: 'height', isNumber: true, rem: 5 },
  { name: 'countryOfOrigin', rem: 5 },
  { name: 'commodityCode', rem: 8 },
  { name: 'barcode', rem: 9 },
]

/** Returns a new reference, which identifies an element until the API issues an id. */
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
      <Contents {...props} />
    </>
  )
}

interface ElementsProps extends SectionProps {
  path: 'packages' | 'productLines'
  idName: 'packageId' | 'productLineId'
  members: readonly Member[]
  add: string
}

/** A field with its displayed unit, which stands beside its name. */
interface ShownMember extends Omit<Member, 'unit'> {
  label: string
  unit: Unit | undefined
}

function useShownMembers(members: readonly Member[]): ShownMember[] {
  const words = useWords(detailWords)
  const { displayPreferences } = useSettings()
  return members.map((member) => {
    const unit = member.unit && displayPreferences[member.unit]
    return { ...member, unit, label: unit ? `${words[member.name]} (${symbol(unit)})` : String(words[member.name]) }
  })
}

function Elements(props: ElementsProps) {
  const { draft, isReadOnly, path, idName, members, add } = props
  const words = useWords(detailWords)
  const shown = useShownMembers(members)
  const all = elements(draft, path)
  const pager = usePager(all.length, rowsAtOnce)
  return (
    <>
      <Conflict
        draft={draft}
        path={path}
        write={(value, other) => differing(shown, idName, value as Element[], other as Element[])}
      />
      {all.length > 0 ? (
        <div className={styles.scroll}>
          <table className={styles.sheet}>
            <thead>
              <tr>
                <th scope="col">#</th>
                {shown.map(({ name, label, rem }) => (
                  <th key={name} scope="col" style={{ minWidth: `${rem}rem` }}>
                    {label}
                  </th>
                ))}
                <th scope="col">
                  <span className="visually-hidden">{words.remove}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {pager.of(all).map(([element, index]) => (
                <ElementRow key={String(element[idName])} {...props} shown={shown} index={index} />
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

interface RowProps extends Omit<ElementsProps, 'members' | 'add'> {
  shown: readonly ShownMember[]
  index: number
}

function ElementRow({ draft, isReadOnly, path, idName, shown, index }: RowProps) {
  const words = useWords(detailWords)
  const all = elements(draft, path)
  const element = all[index]!
  const remove = () => {
    draft.change(
      'packageProducts',
      elements(draft, 'packageProducts').filter((one) => one[idName] !== element[idName]),
    )
    draft.put(
      path,
      all.filter((one) => one !== element),
    )
  }
  return (
    <tr>
      <th scope="row">{index + 1}</th>
      {shown.map(({ name, label, isNumber, unit }) => {
        const cell = {
          draft,
          isReadOnly,
          path: `${path}.${index}.${name}`,
          label: `${label} ${index + 1}`,
          value: element[name],
          onChange: (value: unknown) => draft.change(path, all.with(index, { ...element, [name]: value })),
        }
        return isNumber ? <NumberCell key={name} {...cell} unit={unit} /> : <TextCell key={name} {...cell} />
      })}
      <td>
        {isReadOnly ? null : (
          <ActionIcon size="sm" aria-label={`${words.remove} ${index + 1}`} onClick={remove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}

/** Describes the elements that differ between two lists, field by field. Long lists differ in a few elements. */
function differing(members: readonly ShownMember[], idName: string, list: Element[] | null, other: Element[] | null) {
  const written = (value: unknown, unit: Unit | undefined) =>
    typeof value === 'number' && unit ? typedAs(value, unit) : String(value)
  return (list ?? [])
    .flatMap((element, index) => {
      const known = other?.find((one) => one[idName] === element[idName])
      const changed = members.filter(({ name }) => (element[name] ?? null) !== (known?.[name] ?? null))
      if (known && changed.length === 0) return []
      const texts = changed.flatMap(({ name, label, unit }) =>
        element[name] === undefined || element[name] === null ? [] : [`${label} ${written(element[name], unit)}`],
      )
      return [`#${index + 1} ${texts.join(', ')}`]
    })
    .join('; ')
}
