// Shows the export list: orders that wait for another system, with time and reason.
import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { acknowledgeExport, type ExportEntry, listExport } from '../../contract/export.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useAddressText } from '../fields/address-text.ts'
import { download } from '../platform/csv.ts'
import { fileLines, printedRows } from '../shell/columns.ts'
import { Confirm } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { usePrinted } from '../shell/print.tsx'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
import { AddDialog } from './add.tsx'
import { exportCommands } from './commands.ts'
import { Rows, useExportColumns } from './rows.tsx'
import { exportWords } from './words.ts'

/** Maximum number of entries on the page. A client reads longer lists through the API. */
const shownMax = 10_000
const list = { query: { detail: 'true', limit: String(shownMax) } } as const

export function ExportPage() {
  const words = useWords(exportWords)
  const format = useEnvironmentFormat()
  const answer = useQuery(read(listExport, list))
  const entries = (answer.data?.data ?? []) as ExportEntry[]
  const { find = '' } = useSearch({ from: '/shell/export' })
  const mayWrite = useMay('export:write')
  const [adding, add] = useDisclosure(false)
  const [clearing, clear] = useDisclosure(false)
  const shown = find === '' ? entries : entries.filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()))
  const addButton = useNewRecord({
    command: exportCommands.add,
    group: words.title,
    isAllowed: mayWrite,
    run: add.open,
  })
  return (
    <Page
      title={words.title}
      zone={format.zone}
      beside={
        answer.data ? (
          <Text size="sm" c="dimmed">
            {words.waiting(entries.length)}{' '}
            {entries.length === shownMax ? words.firstOnly(format.number(shownMax)) : ''}
          </Text>
        ) : null
      }
      actions={
        <>
          <Finder find={find} />
          <Actions
            shown={shown}
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
        <Failure error={answer.error} onRetry={() => answer.refetch()} />
      ) : !answer.data ? (
        <Waiting />
      ) : entries.length === 0 ? (
        <Empty
          title={words.empty}
          action={addButton}
          command={`curl "${location.origin}/v1/export/consignments?detail=true" -H "Authorization: Bearer $TOKEN"`}
        >
          {words.emptyText}
        </Empty>
      ) : shown.length === 0 ? (
        <Empty title={words.noneFound} />
      ) : (
        <Rows entries={shown} mayRemove={mayWrite} />
      )}
      <AddDialog opened={adding} onClose={add.close} />
      <ClearDialog entries={shown} opened={clearing} onClose={clear.close} />
    </Page>
  )
}

/** Filters the list by a part of the key, which the address stores. */
function Finder({ find }: { find: string }) {
  const words = useWords(exportWords)
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useAddressText(
    find,
    (text) => void navigate({ to: '/export', search: text === '' ? {} : { find: text }, replace: true }),
  )
  useShortcuts([{ command: exportCommands.find, group: words.title, run: () => box.current?.focus() }])
  return (
    <Hint {...useNamed()(exportCommands.find)}>
      <TextInput
        ref={box}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Hint>
  )
}

interface ActionsProps {
  shown: readonly ExportEntry[]
  find: string
  /** Whether the export list has more entries than the page. */
  isCut: boolean
  mayWrite: boolean
  onClear(): void
}

function Actions({ shown, find, isCut, mayWrite, onClear }: ActionsProps) {
  const words = useWords(exportWords)
  const named = useNamed()(exportCommands.print)
  const isNone = shown.length === 0
  const { key, reason, since, version, consignmentId } = useExportColumns()
  const toCsv = () =>
    download('export-list.csv', fileLines<ExportEntry>([key, consignmentId, version, since, reason], shown))
  useShortcuts([
    ...(isNone ? [] : [{ command: exportCommands.csv, group: words.title, run: toCsv }]),
    ...(isNone || !mayWrite ? [] : [{ command: exportCommands.clear, group: words.title, run: onClear }]),
  ])
  const print = usePrinted(words.title, () => ({
    title: words.list,
    filter: find && `“${find}”`,
    isCut,
    ...printedRows<ExportEntry>([key, reason, since, version], shown),
  }))
  return (
    <>
      <Hint {...named}>
        <ActionIcon aria-label={named.label} disabled={isNone} onClick={print}>
          <IconPrinter size={16} />
        </ActionIcon>
      </Hint>
      <Button variant="default" leftSection={<IconDownload size={14} />} disabled={isNone} onClick={toCsv}>
        {words.csv}
      </Button>
      {mayWrite ? (
        <Button variant="default" leftSection={<IconTrash size={14} />} disabled={isNone} onClick={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </>
  )
}

function ClearDialog({ entries, opened, onClose }: { entries: ExportEntry[]; opened: boolean; onClose(): void }) {
  const words = useWords(exportWords)
  /** Acknowledges the shown versions. Orders that changed since stay on the list. */
  async function removeAll(): Promise<void> {
    let [removed, kept] = [0, 0]
    try {
      for (let from = 0; from < entries.length; from += limits.exportIds) {
        const consignments = entries
          .slice(from, from + limits.exportIds)
          .map(({ consignmentId, version }) => ({ consignmentId, version }))
        const { data } = await client.call(acknowledgeExport, { body: { consignments } })
        removed += data.removed
        kept += data.kept.length
      }
      showDone(words.cleared(removed, kept))
    } finally {
      await refresh(listExport)
    }
  }
  return (
    <Confirm
      opened={opened}
      title={words.clearTitle}
      action={words.clear}
      isDangerous
      onConfirm={removeAll}
      onClose={onClose}
    >
      {words.clearText(entries.length)}
    </Confirm>
  )
}
