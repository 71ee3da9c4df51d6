// A list of records with one of them in a drawer: the page of vehicles, of drivers, and of depots.
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import styles from '../shell/content.module.css'
import { runWhenThere } from '../shell/elsewhere.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { ofRow, useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { type KeyedRecord, RecordDrawer, type RecordKind } from './record-drawer.tsx'

/** No key has white space at its ends, so this is none of them. */
const unsaved = ' '

export interface TableProps<T> {
  records: readonly T[]
  chosen: string | undefined
  onOpen(key: string): void
}

interface RecordsPageProps<T extends KeyedRecord> {
  kind: RecordKind<T>
  chosen: string | undefined
  onOpen(key?: string): void
  Table(props: TableProps<T>): ReactNode
  /** Buttons before the one that adds a record. */
  buttons?: ReactNode
}

export function RecordsPage<T extends KeyedRecord>({ kind, chosen, onOpen, Table, buttons }: RecordsPageProps<T>) {
  const texts = kind.useTexts()
  const answer = useQuery(read(kind.list))
  const mayWrite = useMay(kind.scope)
  const records = answer.data?.data as readonly T[] | undefined
  const record = records?.find(({ key }) => key === chosen)
  useCommandsOf(kind, records?.filter((each) => each !== record) ?? [], onOpen)
  const create = () => onOpen(unsaved)
  useShortcuts(mayWrite ? [{ keys: 'n', label: texts.add, group: texts.title, run: create }] : [])
  const add = mayWrite ? (
    <Hint label={texts.add} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={create}>
        {texts.add}
      </Button>
    </Hint>
  ) : null
  const actions = (
    <Group gap="xs">
      {buttons}
      {add}
    </Group>
  )
  return (
    <Page title={texts.title} actions={actions}>
      {answer.error && !records ? <Failure error={answer.error} onRetry={() => answer.refetch()} /> : null}
      {records || answer.error ? null : <Waiting />}
      {records?.length === 0 ? (
        <Empty title={texts.empty} action={add}>
          {texts.about}
        </Empty>
      ) : null}
      {records && records.length > 0 ? (
        <div className={styles.wide}>
          <Text size="sm" c="dimmed" mb="md">
            {texts.about}
          </Text>
          <Table records={records} chosen={chosen} onOpen={onOpen} />
        </div>
      ) : null}
      <RecordDrawer
        kind={kind}
        record={record}
        opened={record !== undefined || (chosen === unsaved && mayWrite)}
        mayWrite={mayWrite}
        onClose={() => onOpen()}
      />
    </Page>
  )
}

/** Opening a record, and deleting it where it is open. What is open offers that itself. */
function useCommandsOf<T extends KeyedRecord>(
  { nameOf, scope, useTexts }: RecordKind<T>,
  closed: readonly T[],
  open: (key: string) => void,
): void {
  const shell = useWords(shellWords)
  const { remove } = useTexts()
  const mayWrite = useMay(scope)
  const removeAt = (key: string) => {
    open(key)
    runWhenThere(undefined, ofRow(key, remove))
  }
  useRowCommands(() =>
    closed.map((record) => ({
      ...{ id: record.key, name: nameOf(record) },
      commands: [
        { label: shell.open, run: () => open(record.key) },
        ...(mayWrite ? [{ label: remove, run: () => removeAt(record.key) }] : []),
      ],
    })),
  )
}
