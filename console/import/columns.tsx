// Shows the field of each column, which its header decides, and lets the user change it.
import { addFieldType, columnTargets, listFieldTargets, type TableColumn } from '../../client/columns.ts'
import { useSettings } from '../api/environment.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import type { TableColumn as DataColumn } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
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
        // Each field has at most one column.
        return path !== null && column.path === path ? { ...column, path: undefined, how: 'given' as const } : column
      }),
    )
  const choices = [...members, ...customTargets]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.columns} tabIndex={0} aria-label={texts.columns}>
      <DataTable
        className={styles.columnTable}
        rows={['holds', 'firstRow'] as const}
        idOf={(name) => name}
        columns={[
          { head: texts.column, isKey: true, show: (name) => texts[name] },
          ...columns.map(
            ({ header, path }, index): DataColumn<'holds' | 'firstRow'> => ({
              head: header,
              cell: (name) => ({ className: name === 'firstRow' ? styles.example : undefined }),
              show: (name) =>
                name === 'firstRow' ? (
                  example[index]
                ) : (
                  <ChoiceInput
                    aria-label={texts.holdsOf(header)}
                    placeholder={texts.leftOut}
                    choices={choices}
                    isClearable
                    disabled={disabled}
                    value={path ?? null}
                    onChange={(value) => choose(index, value)}
                  />
                ),
            }),
          ),
        ]}
      />
    </section>
  )
}
