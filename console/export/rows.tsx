// Draws the visible entries of the export list. A button removes an entry.
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ExportEntry, listExport, removeExport } from '../../contract/export.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { useOptimistic } from '../api/query.ts'
import { useOpenOrder, useOrderList } from '../platform/open-order.ts'
import type { TableColumn } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { shellTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import styles from './export.module.css'
import { exportTexts } from './words.ts'

/** Height of a row, in pixels. */
const rowHeight = 34

/** Returns a function that removes an entry from the page immediately, and restores it after an error. */
function useRemoval(): (entry: ExportEntry) => void {
  const texts = useTexts(exportTexts)
  const removal = useOptimistic({
    send: ({ consignmentId }: ExportEntry) => apiClient.call(removeExport, { params: { consignmentId } }),
    guesses: ({ consignmentId }) => [
      {
        queryKey: [listExport.id],
        update: (cached: { data: ExportEntry[] }) => ({
          ...cached,
          data: cached.data.filter((entry) => entry.consignmentId !== consignmentId),
        }),
      },
    ],
    onDone: (_answer, { key }) => showDone(texts.removedOne(key)),
    onError: showProblem,
  })
  return removal.mutate
}

/** Returns the columns of the page, of the printed page and of the file, by name. */
export function useExportColumns() {
  const texts = useTexts(exportTexts)
  const format = useEnvironmentFormat()
  return {
    key: {
      head: texts.key,
      show: ({ consignmentId, key }) => <OrderLink consignmentId={consignmentId}>{key}</OrderLink>,
      write: ({ key }) => key,
    },
    reason: { head: texts.reason, show: ({ reason }) => texts[reason], write: ({ reason }) => reason },
    since: {
      head: texts.since,
      show: ({ since }) => format.instant(since),
      write: ({ since }) => since,
      cell: ({ since }) => ({ title: format.ago(since) }),
    },
    version: { head: texts.version, isNumber: true, className: styles.figure, show: ({ version }) => version },
    consignmentId: { head: 'consignmentId', show: ({ consignmentId }) => consignmentId },
  } as const satisfies Record<string, TableColumn<ExportEntry>>
}

export function ExportRows({ entries, mayRemove }: { entries: ExportEntry[]; mayRemove: boolean }) {
  const texts = useTexts(exportTexts)
  const remove = useRemoval()
  useOrderList(entries.map(({ consignmentId }) => consignmentId))
  const { open } = useOpenOrder()
  const shell = useTexts(shellTexts)
  const { key, reason, since, version } = useExportColumns()
  const removal = (entry: ExportEntry) =>
    mayRemove ? (
      <ControlHint label={texts.remove}>
        <ActionIcon aria-label={texts.removeKey(entry.key)} onClick={() => remove(entry)}>
          <IconX size={14} />
        </ActionIcon>
      </ControlHint>
    ) : null
  return (
    <DataTable
      label={texts.list}
      columns={[key, reason, since, version, { head: texts.remove, isActions: true, show: removal }]}
      rows={entries}
      idOf={({ consignmentId }) => consignmentId}
      nameOf={(entry) => entry.key}
      commands={(entry) => [
        { label: shell.open, run: () => open(entry.consignmentId) },
        ...(mayRemove ? [{ label: texts.remove, run: () => remove(entry) }] : []),
      ]}
      scroll={{ frame: styles.scroller, table: styles.table, rowHeight }}
    />
  )
}
