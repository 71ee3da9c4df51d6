// Shows the page of vehicles or drivers, with export to a file and import from one.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { createCsvWriter } from '../platform/csv.ts'
import { downloadCsv } from '../platform/save-file.ts'
import type { KeyedRecord, RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import type { TableColumn } from '../shell/columns.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
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
  const save = () => {
    const rows = (records ?? []).map((record) => formatCells(record, kind.schema))
    downloadCsv(`${name}.csv`, [listColumns(kind.schema), ...rows].map(createCsvWriter(currentLanguage.get())))
  }
  useShortcuts([
    { command: fileCommands.csv, group: title, run: save },
    ...(mayWrite ? [{ command: fileCommands.importFile, group: title, run: () => setImports(true) }] : []),
  ])
  const buttons = (
    <>
      <Button leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
        {texts.csv}
      </Button>
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
