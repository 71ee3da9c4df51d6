// Edits a list of keys and names in a table: channels, areas and reasons.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type RecordDraft, useShown } from '../api/draft.ts'
import { ConflictAlert } from '../fields/fields.tsx'
import type { TableColumn } from '../shell/columns.ts'
import type { PageCommand } from '../shell/command.ts'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState } from '../shell/page.tsx'
import { useTexts } from '../words/language.ts'
import ownStyles from './settings.module.css'
import type { SettingsDraft } from './settings.tsx'
import { settingsTexts } from './words.ts'

export interface ListItem {
  key?: string
  /** Key of records whose key field is named `code`. */
  code?: string
  name: string
}

interface ListTableProps<T extends ListItem> {
  draft: SettingsDraft
  path: 'channels' | 'areas' | 'pod.reasons'
  /** Name of the field that identifies a record. */
  identity?: 'key' | 'code'
  title: string
  add: PageCommand
  empty: string
  emptyText: string
  /** Further columns. */
  extraColumns?: readonly { title: string; cell(item: T, index: number): ReactNode }[]
  current?: number | undefined
}

export function ListTable<T extends ListItem>(props: ListTableProps<T>) {
  const { draft, path, identity = 'key', title, add, empty, emptyText, current } = props
  const texts = useTexts(settingsTexts)
  const items = draft.value(path) as T[]
  const [fresh, setFresh] = useState<number | undefined>()
  const append = () => {
    draft.change(path, [...items, { [identity]: '', name: '' }])
    setFresh(items.length)
  }
  const button = useNewRecord({
    command: add,
    group: title,
    isAllowed: draft.mayWrite,
    run: append,
    // The page has one filled button: in an empty list, the button that adds the first row.
    variant: items.length === 0 ? 'filled' : 'default',
  })
  const remove = (index: number) =>
    draft.put(
      path,
      items.filter((_, position) => position !== index),
    )
  const idAt = (index: number) => `${path} ${index}`
  return (
    <DataTable
      label={title}
      columns={useColumns(props, { items, fresh, remove })}
      rows={items}
      // Keys are being typed: the place of a row identifies it.
      idOf={(_, index) => idAt(index)}
      nameOf={(item, index) => item.name || item[identity] || String(index + 1)}
      commands={(item, index) =>
        draft.mayWrite ? [{ label: texts.removeItem(item[identity] ?? ''), run: () => remove(index) }] : []
      }
      current={current === undefined ? undefined : idAt(current)}
      empty={
        <EmptyState title={empty} action={button}>
          {emptyText}
        </EmptyState>
      }
      frame={(table) => (
        <>
          {table}
          <ConflictAlert draft={draft} path={path} />
          <div>{button}</div>
        </>
      )}
    />
  )
}

interface Items<T> {
  items: readonly T[]
  /** Index of the row that was just added. */
  fresh: number | undefined
  remove(index: number): void
}

function useColumns<T extends ListItem>(
  { draft, path, identity = 'key', extraColumns = [] }: ListTableProps<T>,
  { items, fresh, remove }: Items<T>,
): TableColumn<T>[] {
  const texts = useTexts(settingsTexts)
  // A row without key or name is stored when both are complete.
  const commit = () => {
    if (items.every((item) => item[identity] !== '' && item.name !== '')) draft.commit()
  }
  const partColumn = (field: typeof identity | 'name', head: string): TableColumn<T> => ({
    head,
    show: (item, index) => (
      <Cell
        draft={draft}
        path={`${path}.${index}.${field}`}
        label={`${head} ${index + 1}`}
        value={item[field] ?? ''}
        disabled={!draft.mayWrite}
        autoFocus={field === identity && index === fresh}
        onChange={(value) => draft.change(path, items.with(index, { ...item, [field]: value }))}
        onDone={commit}
      />
    ),
  })
  return [
    partColumn(identity, texts.key),
    partColumn('name', texts.name),
    ...extraColumns.map(({ title, cell }) => ({ head: title, className: ownStyles.middle, show: cell })),
    {
      head: texts.remove,
      isActions: true,
      show: (item, index) =>
        draft.mayWrite ? (
          <ActionIcon aria-label={texts.removeItem(item[identity] ?? '')} onClick={() => remove(index)}>
            <IconTrash size={14} />
          </ActionIcon>
        ) : null,
    },
  ]
}

interface CellProps {
  draft: RecordDraft
  path: string
  label: string
  value: string
  disabled: boolean
  autoFocus: boolean
  onChange(value: string): void
  onDone(): void
}

function Cell({ draft, path, label, value, disabled, autoFocus, onChange, onDone }: CellProps) {
  useShown(draft, path)
  return (
    <TextInput
      aria-label={label}
      value={value}
      disabled={disabled}
      autoFocus={autoFocus}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onDone}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onDone()
      }}
      error={draft.errorText(path)}
    />
  )
}
