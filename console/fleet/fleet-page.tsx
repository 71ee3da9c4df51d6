// Shows the page of vehicles or drivers, with export to a file and import from one.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { downloadCsv, writeCsvLine } from '../platform/csv.ts'
import type { KeyedRecord, RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import type { TableColumn } from '../shell/columns.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import { fileCommands } from './commands.ts'
import { ImportDialog, type ImportKind } from './import-dialog.tsx'
import { formatCells, listColumns } from './rows.ts'
import { fleetTexts } from './words.ts'

export const nameOfRow = ({ key, name }: KeyedRecord): string => (name === key ? key : `${key} ${name}`)

/** Returns the column with the name of a vehicle or driver, and a remark if it is inactive. */
export function nameColumn(texts: Texts<typeof fleetTexts>): TableColumn<KeyedRecord & { active: boolean }> {
  return {
    head: texts.name,
    show: ({ name, active }) => (
      <>
        {name}
        {active ? null : (
          <QuietText span size="xs">
            {' '}
            ({texts.inactive})
          </QuietText>
        )}
      </>
    ),
  }
}

interface FleetPageProps<T extends KeyedRecord> extends Omit<Parameters<typeof RecordsPage<T>>[0], 'kind' | 'buttons'> {
  kind: RecordKind<T> & ImportKind
  /** Name of the file. */
  name: string
}

export function FleetPage<T extends KeyedRecord>({ kind, name, ...page }: FleetPageProps<T>) {
  const texts = useTexts(fleetTexts)
  const { title } = kind.useTexts()
  const records = useQuery(buildQuery(kind.list)).data?.data as readonly T[] | undefined
  const mayWrite = useMay(kind.scope)
  const [imports, setImports] = useState(false)
  const save = () =>
    downloadCsv(`${name}.csv`, [
      writeCsvLine(listColumns(kind.schema)),
      ...(records ?? []).map((record) => writeCsvLine(formatCells(record, kind.schema))),
    ])
  useShortcuts([
    { command: fileCommands.exportFile, group: title, run: save },
    ...(mayWrite ? [{ command: fileCommands.importFile, group: title, run: () => setImports(true) }] : []),
  ])
  const buttons = (
    <>
      <Button onClick={save}>{texts.exportFile}</Button>
      {mayWrite ? <Button onClick={() => setImports(true)}>{texts.importFile}</Button> : null}
    </>
  )
  return (
    <>
      <RecordsPage kind={kind} {...page} buttons={buttons} />
      <ImportDialog kind={kind} opened={imports} onClose={() => setImports(false)} />
    </>
  )
}
