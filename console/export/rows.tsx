// Draws the visible entries of the export list. A button removes an entry.
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ExportEntry, listExport, removeExport } from '../../contract/export.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { useOptimistic } from '../api/query.ts'
import { useOpenOrder, useOrderList } from '../platform/open-order.ts'
import type { Column } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
import { Hint } from '../shell/hint.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import styles from './export.module.css'
import { exportWords } from './words.ts'

/** Height of a row, in pixels. */
const rowHeight = 34

/** Returns a function that removes an entry from the page immediately, and restores it after an error. */
function useRemoval(): (entry: ExportEntry) => void {
  const words = useWords(exportWords)
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
  return removal.mutate
}

/** Returns the columns of the page, of the printed page and of the file, by name. */
export function useExportColumns() {
  const words = useWords(exportWords)
  const format = useEnvironmentFormat()
  return {
    key: {
      head: words.key,
      show: ({ consignmentId, key }) => <OrderLink consignmentId={consignmentId}>{key}</OrderLink>,
      write: ({ key }) => key,
    },
    reason: { head: words.reason, show: ({ reason }) => words[reason], write: ({ reason }) => reason },
    since: {
      head: words.since,
      show: ({ since }) => format.instant(since),
      write: ({ since }) => since,
      cell: ({ since }) => ({ title: format.ago(since) }),
    },
    version: { head: words.version, isNumber: true, className: styles.figure, show: ({ version }) => version },
    consignmentId: { head: 'consignmentId', show: ({ consignmentId }) => consignmentId },
  } as const satisfies Record<string, Column<ExportEntry>>
}

export function Rows({ entries, mayRemove }: { entries: ExportEntry[]; mayRemove: boolean }) {
  const words = useWords(exportWords)
  const remove = useRemoval()
  useOrderList(entries.map(({ consignmentId }) => consignmentId))
  const { open } = useOpenOrder()
  const shell = useWords(shellWords)
  const { key, reason, since, version } = useExportColumns()
  const removal = (entry: ExportEntry) =>
    mayRemove ? (
      <Hint label={words.remove}>
        <ActionIcon aria-label={words.removeKey(entry.key)} onClick={() => remove(entry)}>
          <IconX size={14} />
        </ActionIcon>
      </Hint>
    ) : null
  return (
    <DataTable
      label={words.list}
      columns={[key, reason, since, version, { head: words.remove, isActions: true, show: removal }]}
      rows={entries}
      idOf={({ consignmentId }) => consignmentId}
      nameOf={(entry) => entry.key}
      commands={(entry) => [
        { label: shell.open, run: () => open(entry.consignmentId) },
        ...(mayRemove ? [{ label: words.remove, run: () => remove(entry) }] : []),
      ]}
      scroll={{ frame: styles.scroller, table: styles.table, rowHeight }}
    />
  )
}
