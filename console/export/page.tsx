// The export list: what waits to be taken over by another system, since when and why.
import { ActionIcon, Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { acknowledgeExport, type ExportEntry, listExport, removeExport } from '../../contract/export.ts'
import { limits } from '../../contract/shared.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh, useOptimistic } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { download, line } from '../csv.ts'
import { useAddressText } from '../fields/address-text.ts'
import { Confirm } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import type { Format } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { AddDialog } from './add.tsx'
import styles from './export.module.css'
import { exportWords } from './words.ts'

/** More than a person looks through; who needs all of them reads the list through the interface. */
const shownMax = 10_000
const list = { query: { detail: 'true', limit: String(shownMax) } } as const

export function ExportPage() {
  const words = useWords(exportWords)
  const format = useEnvironmentFormat()
  const answer = useQuery(read(listExport, list))
  const entries = (answer.data?.data ?? []) as ExportEntry[]
  const { find = '' } = useSearch({ from: '/shell/export' })
  const navigate = useNavigate()
  const mayWrite = useMay('export:write')
  const [adding, add] = useDisclosure(false)
  const [clearing, clear] = useDisclosure(false)
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useAddressText(
    find,
    (text) => void navigate({ to: '/export', search: text === '' ? {} : { find: text }, replace: true }),
  )
  const shown = find === '' ? entries : entries.filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()))
  useShortcuts([
    { keys: '/', label: words.find, group: words.title, run: () => box.current?.focus() },
    ...(mayWrite ? [{ keys: 'n', label: words.add, group: words.title, run: add.open }] : []),
  ])
  const toCsv = () =>
    download('export-list.csv', [
      line([words.key, 'consignmentId', words.version, words.since, words.reason]),
      ...shown.map((entry) => line([entry.key, entry.consignmentId, String(entry.version), entry.since, entry.reason])),
    ])
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
          <Hint label={words.find} keys="/">
            <TextInput
              ref={box}
              type="search"
              aria-label={words.find}
              placeholder={words.find}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </Hint>
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={shown.length === 0}
            onClick={toCsv}
          >
            {words.csv}
          </Button>
          {mayWrite ? (
            <>
              <Button
                variant="default"
                leftSection={<IconTrash size={14} />}
                disabled={shown.length === 0}
                onClick={clear.open}
              >
                {words.clear}
              </Button>
              <Hint label={words.add} keys="n">
                <Button leftSection={<IconPlus size={14} />} onClick={add.open}>
                  {words.add}
                </Button>
              </Hint>
            </>
          ) : null}
        </>
      }
    >
      {answer.error ? (
        <Failure error={answer.error} onRetry={() => answer.refetch()} />
      ) : answer.data && entries.length === 0 ? (
        <Empty
          title={words.empty}
          action={mayWrite ? <Button onClick={add.open}>{words.add}</Button> : undefined}
          command={`curl "${location.origin}/v1/export/consignments?detail=true" -H "Authorization: Bearer $TOKEN"`}
        >
          {words.emptyText}
        </Empty>
      ) : answer.data && shown.length === 0 ? (
        <Empty title={words.noneFound} />
      ) : (
        <Rows entries={shown} format={format} mayRemove={mayWrite} />
      )}
      <AddDialog opened={adding} onClose={add.close} />
      <ClearDialog entries={shown} opened={clearing} onClose={clear.close} />
    </Page>
  )
}

const rowPixels = 34

function Rows({ entries, format, mayRemove }: { entries: ExportEntry[]; format: Format; mayRemove: boolean }) {
  const words = useWords(exportWords)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 20,
  })
  const removal = useOptimistic({
    send: ({ consignmentId }: ExportEntry) => client.call(removeExport, { params: { consignmentId } }),
    guesses: ({ consignmentId }) => [
      {
        queryKey: [listExport.id],
        update: (known: { data: ExportEntry[] }) => ({
          ...known,
          data: known.data.filter((entry) => entry.consignmentId !== consignmentId),
        }),
      },
    ],
    onDone: (_answer, { key }) => showDone(words.removedOne(key)),
    onError: showProblem,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={words.list}>
      <table className={styles.table} aria-rowcount={entries.length + 1}>
        <thead>
          <tr className={styles.row}>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.reason}</th>
            <th scope="col">{words.since}</th>
            <th scope="col" className={styles.figure}>
              {words.version}
            </th>
            <th scope="col">
              <VisuallyHidden>{words.remove}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]!
            return (
              <tr
                key={entry.consignmentId}
                aria-rowindex={index + 2}
                className={styles.row}
                style={{ transform: `translateY(${start}px)`, height: rowPixels }}
              >
                <td>
                  <Link to="/consignments/$consignmentId" params={{ consignmentId: entry.consignmentId }}>
                    {entry.key}
                  </Link>
                </td>
                <td>{words[entry.reason]}</td>
                <td title={format.ago(entry.since)}>{format.instant(entry.since)}</td>
                <td className={styles.figure}>{entry.version}</td>
                <td>
                  {mayRemove ? (
                    <Hint label={words.remove}>
                      <ActionIcon aria-label={words.removeKey(entry.key)} onClick={() => removal.mutate(entry)}>
                        <IconX size={14} />
                      </ActionIcon>
                    </Hint>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function ClearDialog({ entries, opened, onClose }: { entries: ExportEntry[]; opened: boolean; onClose(): void }) {
  const words = useWords(exportWords)
  /** In the version that is shown: what was changed since must be exported again. */
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
