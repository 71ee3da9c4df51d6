// Edits a list of keys and names in a table: channels, areas and reasons.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Draft, useShown } from '../api/draft.ts'
import { Conflict } from '../fields/fields.tsx'
import type { Column } from '../shell/columns.ts'
import type { Command } from '../shell/command.ts'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { Empty } from '../shell/page.tsx'
import { useWords } from '../words/language.ts'
import ownStyles from './settings.module.css'
import type { SettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

export interface Item {
  key?: string
  /** What some call their key. */
  code?: string
  name: string
}

interface ListTableProps<T extends Item> {
  draft: SettingsDraft
  path: 'channels' | 'areas' | 'pod.reasons'
  /** The member that tells them apart. */
  identity?: 'key' | 'code'
  title: string
  add: Command
  empty: string
  emptyText: string
  /** Further columns. */
  more?: readonly { title: string; cell(item: T, index: number): ReactNode }[]
  current?: number | undefined
}

export function ListTable<T extends Item>(props: ListTableProps<T>) {
  const { draft, path, identity = 'key', title, add, empty, emptyText, current } = props
  const words = useWords(settingsWords)
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
    // The page has one filled button: the first row.
    variant: items.length === 0 ? 'filled' : 'default',
  })
  const remove = (index: number) =>
    draft.put(
      path,
      items.filter((_, at) => at !== index),
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
        draft.mayWrite ? [{ label: words.removeItem(item[identity] ?? ''), run: () => remove(index) }] : []
      }
      current={current === undefined ? undefined : idAt(current)}
      empty={
        <Empty title={empty} action={button}>
          {emptyText}
        </Empty>
      }
      frame={(table) => (
        <>
          {table}
          <Conflict draft={draft} path={path} />
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

function useColumns<T extends Item>(
  { draft, path, identity = 'key', more = [] }: ListTableProps<T>,
  { items, fresh, remove }: Items<T>,
): Column<T>[] {
  const words = useWords(settingsWords)
  // A row without key or name is stored when both are complete.
  const commit = () => {
    if (items.every((each) => each[identity] !== '' && each.name !== '')) draft.commit()
  }
  const partColumn = (part: typeof identity | 'name', head: string): Column<T> => ({
    head,
    show: (item, index) => (
      <Cell
        draft={draft}
        path={`${path}.${index}.${part}`}
        label={`${head} ${index + 1}`}
        value={item[part] ?? ''}
        disabled={!draft.mayWrite}
        autoFocus={part === identity && index === fresh}
        onChange={(value) => draft.change(path, items.with(index, { ...item, [part]: value }))}
        onDone={commit}
      />
    ),
  })
  return [
    partColumn(identity, words.key),
    partColumn('name', words.name),
    ...more.map(({ title, cell }) => ({ head: title, className: ownStyles.middle, show: cell })),
    {
      head: words.remove,
      isActions: true,
      show: (item, index) =>
        draft.mayWrite ? (
          <ActionIcon aria-label={words.removeItem(item[identity] ?? '')} onClick={() => remove(index)}>
            <IconTrash size={14} />
          </ActionIcon>
        ) : null,
    },
  ]
}

interface CellProps {
  draft: Draft
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
      error={draft.fault(path)}
    />
  )
}
