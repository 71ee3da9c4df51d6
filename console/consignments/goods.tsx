// Edits the goods of an order: packages, product lines, and the contents of each package.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSettings } from '../api/environment.ts'
import { ConflictAlert } from '../fields/fields.tsx'
import { TablePager, usePager } from '../fields/pager.tsx'
import { type DisplayUnits, formatInputValue, getUnitSymbol, type MeasureUnit } from '../platform/units.ts'
import type { TableColumn } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import styles from './detail.module.css'
import { type GoodsElement, NumberInput, readElements, TextInput } from './goods-cell.tsx'
import { PackageContents } from './goods-contents.tsx'
import type { SectionProps } from './record.ts'
import { FormSection } from './sections.tsx'
import { detailTexts } from './words.ts'

/** Rows per page. An order may have a thousand packages or product lines. */
const rowsAtOnce = 25

interface Member {
  name: keyof Texts<typeof detailTexts> & string
  rem: number
  isNumber?: boolean
  /** Display setting that holds the unit of this field, such as weightUnit. Absent for fields without a unit. */
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
const newReference = (existing: readonly GoodsElement[], idName: string) => {
  for (let number = existing.length + 1; ; number++)
    if (!existing.some((element) => element[idName] === `new-${number}`)) return `new-${number}`
}

export function GoodsSection(props: SectionProps) {
  const { draft } = props
  const texts = useTexts(detailTexts)
  const isEmpty = readElements(draft, 'packages').length + readElements(draft, 'productLines').length === 0
  return (
    <>
      {isEmpty ? <QuietText p="md">{texts.noGoods}</QuietText> : null}
      <FormSection title={texts.packages}>
        <Elements {...props} path="packages" idName="packageId" members={packageMembers} add={texts.addPackage} />
      </FormSection>
      <FormSection title={texts.productLines}>
        <Elements {...props} path="productLines" idName="productLineId" members={lineMembers} add={texts.addLine} />
      </FormSection>
      <PackageContents {...props} />
    </>
  )
}

interface ElementsProps extends SectionProps {
  path: 'packages' | 'productLines'
  idName: 'packageId' | 'productLineId'
  members: readonly Member[]
  add: string
}

/** A field with its displayed unit, which appears next to its name. */
interface ShownMember extends Omit<Member, 'unit'> {
  label: string
  unit: MeasureUnit | undefined
}

function useShownMembers(members: readonly Member[]): ShownMember[] {
  const texts = useTexts(detailTexts)
  const { displayPreferences } = useSettings()
  return members.map((member) => {
    const unit = member.unit && displayPreferences[member.unit]
    return {
      ...member,
      unit,
      label: unit ? `${texts[member.name]} (${getUnitSymbol(unit)})` : String(texts[member.name]),
    }
  })
}

function Elements(props: ElementsProps) {
  const { draft, isReadOnly, path, idName, members, add } = props
  const texts = useTexts(detailTexts)
  const visibleMembers = useShownMembers(members)
  const items = readElements(draft, path)
  const pager = usePager(items.length, rowsAtOnce)
  return (
    <>
      <ConflictAlert
        draft={draft}
        path={path}
        write={(value, base) => differing(visibleMembers, idName, value as GoodsElement[], base as GoodsElement[])}
      />
      {items.length > 0 ? (
        <div className={styles.scroll}>
          <DataTable
            className={styles.sheet}
            rows={pager.of(items)}
            idOf={([element]) => String(element[idName])}
            columns={[
              { head: '#', isKey: true, show: ([, index]) => index + 1 },
              ...visibleMembers.map((member) => memberColumn(props, member)),
              {
                head: texts.remove,
                isActions: true,
                show: ([element, index]) => <RemoveButton {...props} element={element} index={index} />,
              },
            ]}
          />
        </div>
      ) : null}
      <TablePager {...pager} label={texts[path]} />
      {isReadOnly ? null : (
        <Button
          mt="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            draft.change(path, [...items, { [idName]: newReference(items, idName) }])
            pager.goTo(items.length)
          }}
        >
          {add}
        </Button>
      )}
    </>
  )
}

/** Element of a list with its index. */
type IndexedElement = [element: GoodsElement, index: number]

/** Returns the column of a field, with an input in each row. */
const memberColumn = (
  { draft, isReadOnly, path }: ElementsProps,
  { name, label, isNumber, unit, rem }: ShownMember,
): TableColumn<IndexedElement> => ({
  head: label,
  minRem: rem,
  show: ([element, index]) => {
    const cell = {
      draft,
      isReadOnly,
      path: `${path}.${index}.${name}`,
      label: `${label} ${index + 1}`,
      value: element[name],
      onChange: (value: unknown) =>
        draft.change(path, readElements(draft, path).with(index, { ...element, [name]: value })),
    }
    return isNumber ? <NumberInput {...cell} unit={unit} /> : <TextInput {...cell} />
  },
})

function RemoveButton({
  draft,
  isReadOnly,
  path,
  idName,
  element,
  index,
}: ElementsProps & { element: GoodsElement; index: number }) {
  const texts = useTexts(detailTexts)
  if (isReadOnly) return null
  const remove = () => {
    draft.change(
      'packageProducts',
      readElements(draft, 'packageProducts').filter((content) => content[idName] !== element[idName]),
    )
    draft.put(
      path,
      readElements(draft, path).filter((item) => item !== element),
    )
  }
  return (
    <ActionIcon size="sm" aria-label={`${texts.remove} ${index + 1}`} onClick={remove}>
      <IconTrash size={14} />
    </ActionIcon>
  )
}

/** Describes the elements that differ between two lists, field by field. Long lists differ in a few elements. */
function differing(
  members: readonly ShownMember[],
  idName: string,
  list: GoodsElement[] | null,
  baseline: GoodsElement[] | null,
) {
  const written = (value: unknown, unit: MeasureUnit | undefined) =>
    typeof value === 'number' && unit ? formatInputValue(value, unit) : String(value)
  return (list ?? [])
    .flatMap((element, index) => {
      const match = baseline?.find((candidate) => candidate[idName] === element[idName])
      const changed = members.filter(({ name }) => (element[name] ?? null) !== (match?.[name] ?? null))
      if (match && changed.length === 0) return []
      const texts = changed.flatMap(({ name, label, unit }) =>
        element[name] === undefined || element[name] === null ? [] : [`${label} ${written(element[name], unit)}`],
      )
      return [`#${index + 1} ${texts.join(', ')}`]
    })
    .join('; ')
}
