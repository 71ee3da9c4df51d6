// A list of things with a key and a name, edited in the table: channels, areas and reasons.
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Draft, useShown } from '../api/draft.ts'
import { Conflict } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { Hint } from '../shell/hint.tsx'
import { Empty } from '../shell/page.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
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
  add: string
  empty: string
  emptyText: string
  /** Further columns. */
  more?: readonly { title: string; cell(item: T, index: number): ReactNode }[]
  current?: number | undefined
}

export function ListTable<T extends Item>(props: ListTableProps<T>) {
  const { draft, path, identity = 'key', title, add, empty, emptyText, more = [] } = props
  const words = useWords(settingsWords)
  const items = draft.value(path) as T[]
  /** The row that was just added; its key is where the typing begins. */
  const [fresh, setFresh] = useState<number | undefined>()
  const append = () => {
    draft.change(path, [...items, { [identity]: '', name: '' }])
    setFresh(items.length)
  }
  useShortcuts(draft.mayWrite ? [{ keys: 'n', label: add, group: title, run: append }] : [])
  const remove = (index: number) =>
    draft.put(
      path,
      items.filter((_, at) => at !== index),
    )
  useRowCommands(() =>
    items.map((item, index) => ({
      ...{ id: `${path} ${index}`, name: item.name || item[identity] || String(index + 1) },
      commands: draft.mayWrite ? [{ label: words.removeItem(item[identity] ?? ''), run: () => remove(index) }] : [],
    })),
  )
  const button = draft.mayWrite ? (
    <Hint label={add} keys="n">
      <Button
        // One row more is a small thing, unless it is the first.
        variant={items.length === 0 ? 'filled' : 'default'}
        leftSection={<IconPlus size={14} />}
        onClick={append}
      >
        {add}
      </Button>
    </Hint>
  ) : null
  if (items.length === 0)
    return (
      <Empty title={empty} action={button}>
        {emptyText}
      </Empty>
    )
  return (
    <>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.name}</th>
            {more.map(({ title }) => (
              <th key={title} scope="col" className={ownStyles.middle}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{words.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are being typed; the place is what a row is known by
            <ItemRow key={index} {...props} {...{ items, index, remove }} isFresh={index === fresh} />
          ))}
        </tbody>
      </table>
      <Conflict draft={draft} path={path} />
      <div>{button}</div>
    </>
  )
}

interface ItemRowProps<T extends Item>
  extends Pick<ListTableProps<T>, 'draft' | 'path' | 'identity' | 'more' | 'current'> {
  items: readonly T[]
  index: number
  isFresh: boolean
  remove(index: number): void
}

function ItemRow<T extends Item>(props: ItemRowProps<T>) {
  const { draft, path, identity = 'key', more = [], current, items, index, isFresh, remove } = props
  const words = useWords(settingsWords)
  const item = items[index]!
  // A row that is only half typed waits.
  const commit = () => {
    if (items.every((each) => each[identity] !== '' && each.name !== '')) draft.commit()
  }
  return (
    <tr data-row={`${path} ${index}`} aria-current={index === current ? 'true' : undefined}>
      {([identity, 'name'] as const).map((part) => (
        <td key={part}>
          <Cell
            draft={draft}
            path={`${path}.${index}.${part}`}
            label={`${part === 'name' ? words.name : words.key} ${index + 1}`}
            value={item[part] ?? ''}
            disabled={!draft.mayWrite}
            autoFocus={part === identity && isFresh}
            onChange={(value) => draft.change(path, items.with(index, { ...item, [part]: value }))}
            onDone={commit}
          />
        </td>
      ))}
      {more.map(({ title, cell }) => (
        <td key={title} className={ownStyles.middle}>
          {cell(item, index)}
        </td>
      ))}
      <td>
        <div className={styles.end}>
          {draft.mayWrite ? (
            <ActionIcon aria-label={words.removeItem(item[identity] ?? '')} onClick={() => remove(index)}>
              <IconTrash size={14} />
            </ActionIcon>
          ) : null}
        </div>
      </td>
    </tr>
  )
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
