// Shows the export list: orders that wait for another system, with time and reason.
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { acknowledgeExport, type ExportEntry, listExport } from '../../contract/export.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useAddressText } from '../fields/address-text.ts'
import { createCsvWriter } from '../platform/csv.ts'
import { downloadCsv } from '../platform/save-file.ts'
import { buildFileHead, buildFileRow, buildPrintedRows } from '../shell/columns.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { usePrinted } from '../shell/print.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { LoadingLines } from '../shell/waiting.tsx'
import { currentLanguage, useTexts } from '../words/language.ts'
import { AddDialog } from './add.tsx'
import { exportCommands } from './commands.ts'
import { ExportRows, useExportColumns } from './rows.tsx'
import { exportTexts } from './words.ts'

/** Maximum number of entries on the page. A client reads longer lists through the API. */
const shownMax = 10_000
const list = { query: { detail: 'true', limit: String(shownMax) } } as const

export function ExportPage() {
  const texts = useTexts(exportTexts)
  const format = useEnvironmentFormat()
  const answer = useQuery(buildQuery(listExport, list))
  const entries = (answer.data?.data ?? []) as ExportEntry[]
  const { find = '' } = useSearch({ from: '/shell/export' })
  const mayWrite = useMay('export:write')
  const [adding, add] = useDisclosure(false)
  const [clearing, clear] = useDisclosure(false)
  const visible = find === '' ? entries : entries.filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()))
  const addButton = useNewRecord({
    command: exportCommands.add,
    group: texts.title,
    isAllowed: mayWrite,
    run: add.open,
  })
  return (
    <PageFrame
      title={texts.title}
      zone={format.zone}
      titleExtra={
        answer.data ? (
          <QuietText>
            {texts.waiting(entries.length)}{' '}
            {entries.length === shownMax ? texts.firstOnly(format.number(shownMax)) : ''}
          </QuietText>
        ) : null
      }
      actions={
        <>
          <Finder find={find} />
          <Actions
            visibleEntries={visible}
            find={find}
            isCut={entries.length === shownMax}
            mayWrite={mayWrite}
            onClear={clear.open}
          />
          {addButton}
        </>
      }
    >
      {answer.error ? (
        <FailureMessage error={answer.error} onRetry={() => answer.refetch()} />
      ) : !answer.data ? (
        <LoadingLines />
      ) : entries.length === 0 ? (
        <EmptyState
          title={texts.empty}
          action={addButton}
          command={`curl "${location.origin}/v1/export/consignments?detail=true" -H "Authorization: Bearer $TOKEN"`}
        >
          {texts.emptyText}
        </EmptyState>
      ) : visible.length === 0 ? (
        <EmptyState title={texts.noneFound} />
      ) : (
        <ExportRows entries={visible} mayRemove={mayWrite} />
      )}
      <AddDialog opened={adding} onClose={add.close} />
      <ClearDialog entries={visible} opened={clearing} onClose={clear.close} />
    </PageFrame>
  )
}

/** Filters the list by a part of the key, which the URL stores. */
function Finder({ find }: { find: string }) {
  const texts = useTexts(exportTexts)
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useAddressText(
    find,
    (text) => void navigate({ to: '/export', search: text === '' ? {} : { find: text }, replace: true }),
  )
  useShortcuts([{ command: exportCommands.find, group: texts.title, run: () => box.current?.focus() }])
  return (
    <ControlHint {...useNamed()(exportCommands.find)}>
      <TextInput
        ref={box}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ControlHint>
  )
}

interface ActionsProps {
  visibleEntries: readonly ExportEntry[]
  find: string
  /** Whether the export list has more entries than the page. */
  isCut: boolean
  mayWrite: boolean
  onClear(): void
}

function Actions({ visibleEntries, find, isCut, mayWrite, onClear }: ActionsProps) {
  const texts = useTexts(exportTexts)
  const named = useNamed()(exportCommands.print)
  const isNone = visibleEntries.length === 0
  const { key, reason, since, version, consignmentId } = useExportColumns()
  const toCsv = () => {
    const write = createCsvWriter(currentLanguage.get())
    const columns = [key, consignmentId, version, since, reason]
    const rows = visibleEntries.map((entry) => buildFileRow<ExportEntry>(columns, entry))
    downloadCsv('export-list.csv', [buildFileHead(columns), ...rows].map(write))
  }
  useShortcuts([
    ...(isNone ? [] : [{ command: exportCommands.csv, group: texts.title, run: toCsv }]),
    ...(isNone || !mayWrite ? [] : [{ command: exportCommands.clear, group: texts.title, run: onClear }]),
  ])
  const print = usePrinted(texts.title, () => ({
    title: texts.list,
    filter: find && `“${find}”`,
    isCut,
    ...buildPrintedRows<ExportEntry>([key, reason, since, version], visibleEntries),
  }))
  return (
    <>
      <ToolButton {...named} icon={<IconPrinter size={16} />} disabled={isNone} run={print} />
      <Button leftSection={<IconDownload size={14} />} disabled={isNone} onClick={toCsv}>
        {texts.csv}
      </Button>
      {mayWrite ? (
        <Button leftSection={<IconTrash size={14} />} disabled={isNone} onClick={onClear}>
          {texts.clear}
        </Button>
      ) : null}
    </>
  )
}

function ClearDialog({ entries, opened, onClose }: { entries: ExportEntry[]; opened: boolean; onClose(): void }) {
  const texts = useTexts(exportTexts)
  /** Acknowledges the shown versions. Orders that changed since stay on the list. */
  async function removeAll(): Promise<void> {
    let [removed, kept] = [0, 0]
    try {
      for (let startIndex = 0; startIndex < entries.length; startIndex += recordLimits.exportIds) {
        const consignments = entries
          .slice(startIndex, startIndex + recordLimits.exportIds)
          .map(({ consignmentId, version }) => ({ consignmentId, version }))
        const { data } = await apiClient.call(acknowledgeExport, { body: { consignments } })
        removed += data.removed
        kept += data.kept.length
      }
      showDone(texts.cleared(removed, kept))
    } finally {
      await refreshEndpoints(listExport)
    }
  }
  return (
    <ConfirmationDialog
      opened={opened}
      title={texts.clearTitle}
      action={texts.clear}
      isDangerous
      onConfirm={removeAll}
      onClose={onClose}
    >
      {texts.clearText(entries.length)}
    </ConfirmationDialog>
  )
}
