// The entries of the export list, drawn only where the eye is: each can be taken off.
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { type ExportEntry, listExport, removeExport } from '../../contract/export.ts'
import { client } from '../api/client.ts'
import { useOptimistic } from '../api/query.ts'
import { useOpenOrder, useOrderList } from '../platform/open-order.ts'
import { Hint } from '../shell/hint.tsx'
import { OrderLink } from '../shell/order-link.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import type { Format } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import styles from './export.module.css'
import { exportWords } from './words.ts'

const rowPixels = 34

/** Takes an entry off the page at once, and puts it back when the service refuses. */
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

export function Rows({ entries, format, mayRemove }: { entries: ExportEntry[]; format: Format; mayRemove: boolean }) {
  const words = useWords(exportWords)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 20,
  })
  const remove = useRemoval()
  useOrderList(entries.map(({ consignmentId }) => consignmentId))
  const { open } = useOpenOrder()
  const shell = useWords(shellWords)
  useRowCommands(() =>
    entries.map((entry) => ({
      ...{ id: entry.consignmentId, name: entry.key },
      commands: [
        { label: shell.open, run: () => open(entry.consignmentId) },
        ...(mayRemove ? [{ label: words.remove, run: () => remove(entry) }] : []),
      ],
    })),
  )
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
          {rows.getVirtualItems().map(({ index, start }) => (
            <tr
              key={entries[index]!.consignmentId}
              data-row={entries[index]!.consignmentId}
              aria-rowindex={index + 2}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, height: rowPixels }}
            >
              <Entry entry={entries[index]!} format={format} onRemove={mayRemove ? remove : undefined} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface EntryProps {
  entry: ExportEntry
  format: Format
  onRemove: ((entry: ExportEntry) => void) | undefined
}

function Entry({ entry, format, onRemove }: EntryProps) {
  const words = useWords(exportWords)
  return (
    <>
      <td>
        <OrderLink consignmentId={entry.consignmentId}>{entry.key}</OrderLink>
      </td>
      <td>{words[entry.reason]}</td>
      <td title={format.ago(entry.since)}>{format.instant(entry.since)}</td>
      <td className={styles.figure}>{entry.version}</td>
      <td>
        {onRemove ? (
          <Hint label={words.remove}>
            <ActionIcon aria-label={words.removeKey(entry.key)} onClick={() => onRemove(entry)}>
              <IconX size={14} />
            </ActionIcon>
          </Hint>
        ) : null}
      </td>
    </>
  )
}
