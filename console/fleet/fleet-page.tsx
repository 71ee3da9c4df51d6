// The page of vehicles, and that of drivers: a list with one of them in a drawer, and the list as a file.
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { download, line } from '../csv.ts'
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
import { ImportDialog, type ImportKind } from './import-dialog.tsx'
import { type FleetKind, type FleetRecord, RecordDrawer } from './record-drawer.tsx'
import { cellsOf, columnsOf } from './rows.ts'
import { fleetWords } from './words.ts'

/** No key has white space at its ends, so this is none of them. */
const unsaved = ' '

interface FleetPageProps<T extends FleetRecord> {
  kind: FleetKind<T> &
    ImportKind & {
      title: 'vehicles' | 'drivers'
      about: 'vehiclesAbout' | 'driversAbout'
      empty: 'noVehicles' | 'noDrivers'
    }
  chosen: string | undefined
  onOpen(key?: string): void
  Table(props: { records: readonly T[]; chosen: string | undefined; onOpen(key: string): void }): ReactNode
}

export function FleetPage<T extends FleetRecord>({ kind, chosen, onOpen, Table }: FleetPageProps<T>) {
  const words = useWords(fleetWords)
  const answer = useQuery(read(kind.list))
  const mayWrite = useMay('fleet:write')
  const [imports, setImports] = useState(false)
  const open = (key?: string) => onOpen(key)
  const records = answer.data?.data as readonly T[] | undefined
  const record = records?.find(({ key }) => key === chosen)
  // What is open says itself what can be done with it.
  const closed = records?.filter(({ key }) => key !== chosen) ?? []
  useCommandsOf(closed, open, mayWrite ? words[kind.delete] : undefined)
  const add = mayWrite ? (
    <Hint label={words[kind.add]} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={() => open(unsaved)}>
        {words[kind.add]}
      </Button>
    </Hint>
  ) : null
  const save = () =>
    download(`${kind.title}.csv`, [
      line(columnsOf(kind.schema)),
      ...(records ?? []).map((each) => line(cellsOf(each, kind.schema))),
    ])
  useShortcuts([
    ...(mayWrite ? [{ keys: 'n', label: words[kind.add], group: words[kind.title], run: () => open(unsaved) }] : []),
    { label: words.exportFile, group: words[kind.title], run: save },
    ...(mayWrite ? [{ label: words.importFile, group: words[kind.title], run: () => setImports(true) }] : []),
  ])
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={save}>
        {words.exportFile}
      </Button>
      {mayWrite ? (
        <Button variant="default" onClick={() => setImports(true)}>
          {words.importFile}
        </Button>
      ) : null}
      {add}
    </Group>
  )
  return (
    <Page title={words[kind.title]} actions={actions}>
      {answer.error && !records ? <Failure error={answer.error} onRetry={() => answer.refetch()} /> : null}
      {records || answer.error ? null : <Waiting />}
      {records?.length === 0 ? (
        <Empty title={words[kind.empty]} action={add}>
          {words[kind.about]}
        </Empty>
      ) : null}
      {records && records.length > 0 ? (
        <div className={styles.wide}>
          <Text size="sm" c="dimmed" mb="md">
            {words[kind.about]}
          </Text>
          <Table records={records} chosen={chosen} onOpen={open} />
        </div>
      ) : null}
      <RecordDrawer
        kind={kind}
        record={record}
        opened={record !== undefined || (chosen === unsaved && mayWrite)}
        mayWrite={mayWrite}
        onClose={() => open()}
      />
      <ImportDialog kind={kind} opened={imports} onClose={() => setImports(false)} />
    </Page>
  )
}

/** Opening a record, and deleting it where it is open. */
function useCommandsOf(
  records: readonly FleetRecord[],
  open: (key: string) => void,
  deletion: string | undefined,
): void {
  const shell = useWords(shellWords)
  const remove = (key: string, label: string) => {
    open(key)
    runWhenThere(undefined, ofRow(key, label))
  }
  useRowCommands(() =>
    records.map(({ key, name }) => ({
      ...{ id: key, name: name === key ? key : `${key} ${name}` },
      commands: [
        { label: shell.open, run: () => open(key) },
        ...(deletion ? [{ label: deletion, run: () => remove(key, deletion) }] : []),
      ],
    })),
  )
}
