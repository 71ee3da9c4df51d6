// Shows the field of each column, which its header decides, and lets the user change it.
import { type Column, columnOf, fieldTargets, targets } from '../../client/columns.ts'
import { useSettings } from '../api/environment.ts'
import { Choose } from '../fields/choose.tsx'
import { useWords } from '../words/language.ts'
import { memberNames, nameOfMember } from '../words/members.ts'
import styles from './import.module.css'
import { importWords } from './words.ts'

interface ColumnTableProps {
  columns: Column[]
  /** Cells of the first row, as examples. */
  example: readonly string[]
  disabled: boolean
  onChange(columns: Column[]): void
}

export function ColumnTable({ columns, example, disabled, onChange }: ColumnTableProps) {
  const words = useWords(importWords)
  const names = useWords(memberNames)
  const members = targets.map(({ path, required }) => ({
    value: path,
    label: required ? `${nameOfMember(path, names)} *` : nameOfMember(path, names),
  }))
  const { customFields } = useSettings()
  const own = fieldTargets(customFields).map(({ path }) => ({ value: path, label: path }))
  const choose = (index: number, path: string | null) =>
    onChange(
      columns.map((column, at) => {
        if (at === index) return columnOf({ ...column, path: path ?? undefined, how: 'given' }, customFields)
        // Each field has one column only.
        return path !== null && column.path === path ? { ...column, path: undefined, how: 'given' as const } : column
      }),
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className={styles.columns} tabIndex={0} aria-label={words.columns}>
        <table>
          <thead>
            <tr>
              <th scope="row">{words.column}</th>
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
              <th scope="row">{words.holds}</th>
              {columns.map(({ header, path }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
                <td key={index}>
                  <Choose
                    aria-label={words.holdsOf(header)}
                    placeholder={words.leftOut}
                    choices={[...members, ...own]}
                    isClearable
                    disabled={disabled}
                    value={path ?? null}
                    onChange={(value) => choose(index, value)}
                  />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{words.firstRow}</th>
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
