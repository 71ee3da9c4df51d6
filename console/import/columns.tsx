// Shows the field of each column, which its header decides, and lets the user change it.
import { addFieldType, columnTargets, listFieldTargets, type TableColumn } from '../../client/columns.ts'
import { useSettings } from '../api/environment.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { useTexts } from '../words/language.ts'
import { memberNames, nameOfMember } from '../words/members.ts'
import styles from './import.module.css'
import { importTexts } from './words.ts'

interface ColumnTableProps {
  columns: TableColumn[]
  /** Cells of the first row, as examples. */
  example: readonly string[]
  disabled: boolean
  onChange(columns: TableColumn[]): void
}

export function ColumnTable({ columns, example, disabled, onChange }: ColumnTableProps) {
  const texts = useTexts(importTexts)
  const names = useTexts(memberNames)
  const members = columnTargets.map(({ path, required }) => ({
    value: path,
    label: required ? `${nameOfMember(path, names)} *` : nameOfMember(path, names),
  }))
  const { customFields } = useSettings()
  const customTargets = listFieldTargets(customFields).map(({ path }) => ({ value: path, label: path }))
  const choose = (index: number, path: string | null) =>
    onChange(
      columns.map((column, position) => {
        if (position === index) return addFieldType({ ...column, path: path ?? undefined, how: 'given' }, customFields)
        // Each field has one column only.
        return path !== null && column.path === path ? { ...column, path: undefined, how: 'given' as const } : column
      }),
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className={styles.columns} tabIndex={0} aria-label={texts.columns}>
        <table>
          <thead>
            <tr>
              <th scope="row">{texts.column}</th>
              {columns.map(({ header }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                <th key={index} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{texts.holds}</th>
              {columns.map(({ header, path }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                <td key={index}>
                  <ChoiceInput
                    aria-label={texts.holdsOf(header)}
                    placeholder={texts.leftOut}
                    choices={[...members, ...customTargets]}
                    isClearable
                    disabled={disabled}
                    value={path ?? null}
                    onChange={(value) => choose(index, value)}
                  />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{texts.firstRow}</th>
              {columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                <td key={index} className={styles.example}>
                  {example[index]}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}
