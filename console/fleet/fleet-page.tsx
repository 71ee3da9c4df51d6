// Shows the page of vehicles or drivers, with export to a file and import from one.
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { download, line } from '../platform/csv.ts'
import type { KeyedRecord, RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import type { Column } from '../shell/columns.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useWords } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { fileCommands } from './commands.ts'
import { ImportDialog, type ImportKind } from './import-dialog.tsx'
import { cellsOf, columnsOf } from './rows.ts'
import { fleetWords } from './words.ts'

export const nameOfRow = ({ key, name }: KeyedRecord): string => (name === key ? key : `${key} ${name}`)

/** Returns the column with the name of a vehicle or driver, and a remark if it is inactive. */
export function nameColumn(words: Words<typeof fleetWords>): Column<KeyedRecord & { active: boolean }> {
  return {
    head: words.name,
    show: ({ name, active }) => (
      <>
        {name}
        {active ? null : (
          <Text span size="xs" c="dimmed">
            {' '}
            ({words.inactive})
          </Text>
        )}
      </>
    ),
  }
}

interface FleetPageProps<T extends KeyedRecord> extends Omit<Parameters<typeof RecordsPage<T>>[0], 'kind' | 'buttons'> {
  kind: RecordKind<T> & ImportKind
  /** Of the file. */
  name: string
}

export function FleetPage<T extends KeyedRecord>({ kind, name, ...page }: FleetPageProps<T>) {
  const words = useWords(fleetWords)
  const { title } = kind.useTexts()
  const records = useQuery(read(kind.list)).data?.data as readonly T[] | undefined
  const mayWrite = useMay(kind.scope)
  const [imports, setImports] = useState(false)
  const save = () =>
    download(`${name}.csv`, [
      line(columnsOf(kind.schema)),
      ...(records ?? []).map((each) => line(cellsOf(each, kind.schema))),
    ])
  useShortcuts([
    { command: fileCommands.exportFile, group: title, run: save },
    ...(mayWrite ? [{ command: fileCommands.importFile, group: title, run: () => setImports(true) }] : []),
  ])
  const buttons = (
    <>
      <Button variant="default" onClick={save}>
        {words.exportFile}
      </Button>
      {mayWrite ? (
        <Button variant="default" onClick={() => setImports(true)}>
          {words.importFile}
        </Button>
      ) : null}
    </>
  )
  return (
    <>
      <RecordsPage kind={kind} {...page} buttons={buttons} />
      <ImportDialog kind={kind} opened={imports} onClose={() => setImports(false)} />
    </>
  )
}
