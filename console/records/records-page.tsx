// Lists records and opens one in a drawer: the page of vehicles, of drivers, and of depots.
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { TableColumn } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { runWhenAvailable } from '../shell/page-targets.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { formatRowLabel } from '../shell/row-commands.ts'
import { shellTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { type KeyedRecord, RecordDrawer, type RecordKind } from './record-drawer.tsx'

/** The key of a new record. No key begins or ends with white space. */
const unsaved = ' '

interface RecordsPageProps<T extends KeyedRecord> {
  kind: RecordKind<T>
  chosen: string | undefined
  onOpen(key?: string): void
  /** Returns the columns after the key. */
  useColumns(): readonly TableColumn<T>[]
  /** Buttons before the one that adds a record. */
  buttons?: ReactNode
}

export function RecordsPage<T extends KeyedRecord>({ kind, chosen, onOpen, useColumns, buttons }: RecordsPageProps<T>) {
  const texts = kind.useTexts()
  const shell = useTexts(shellTexts)
  const answer = useQuery(buildQuery(kind.list))
  const mayWrite = useMay(kind.scope)
  const records = answer.data?.data as readonly T[] | undefined
  const record = records?.find(({ key }) => key === chosen)
  const add = useNewRecord({ command: kind.add, group: texts.title, isAllowed: mayWrite, run: () => onOpen(unsaved) })
  const removeAt = (key: string) => {
    onOpen(key)
    runWhenAvailable(undefined, formatRowLabel(key, texts.remove))
  }
  const actions = (
    <Group gap="xs">
      {buttons}
      {add}
    </Group>
  )
  return (
    <PageFrame title={texts.title} actions={actions}>
      <DataTable
        label={texts.title}
        columns={[keyColumn(texts.key, onOpen), ...useColumns()]}
        rows={records}
        query={answer}
        idOf={({ key }) => key}
        nameOf={kind.nameOf}
        current={chosen}
        // The drawer offers the commands of the open record.
        commands={({ key }) =>
          key === chosen
            ? []
            : [
                { label: shell.open, run: () => onOpen(key) },
                ...(mayWrite ? [{ label: texts.remove, run: () => removeAt(key) }] : []),
              ]
        }
        empty={
          <EmptyState title={texts.empty} action={add}>
            {texts.about}
          </EmptyState>
        }
        frame={(table) => (
          <div className={styles.wide}>
            <QuietText mb="md">{texts.about}</QuietText>
            {table}
          </div>
        )}
      />
      <RecordDrawer
        kind={kind}
        record={record}
        opened={record !== undefined || (chosen === unsaved && mayWrite)}
        mayWrite={mayWrite}
        onClose={() => onOpen()}
      />
    </PageFrame>
  )
}

/** Returns the column of keys, whose buttons open the records. */
const keyColumn = (head: string, open: (key: string) => void): TableColumn<KeyedRecord> => ({
  head,
  show: ({ key }) => (
    <button type="button" className={styles.name} onClick={() => open(key)}>
      {key}
    </button>
  ),
})
