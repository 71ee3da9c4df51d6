// Shows the time window, the committed time and the planned time of an order, as a bar and as a table.
import { Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Consignment } from '../../contract/consignment.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { detailWords } from './words.ts'

type Times = Pick<Consignment, 'requiredFrom' | 'requiredTo' | 'committed' | 'planned'>

const at = (iso: string | null) => (iso === null ? undefined : new Date(iso).getTime())

/** Compares a time with the time window: before, within or after; undefined without a time window. */
function verdict(instant: number | undefined, { requiredFrom, requiredTo }: Times) {
  const from = at(requiredFrom)
  const to = at(requiredTo)
  if (instant === undefined || (from === undefined && to === undefined)) return undefined
  if (to !== undefined && instant > to) return 'late'
  return from !== undefined && instant < from ? 'early' : 'onTime'
}

const marksOf = ({ committed, planned }: Times) =>
  [
    { name: 'committed', iso: committed },
    { name: 'planned', iso: planned },
  ] as const

export function TimeBar({ order }: { order: Times }) {
  const words = useWords(detailWords)
  const instants = [order.requiredFrom, order.requiredTo, order.committed, order.planned].flatMap(
    (iso) => at(iso) ?? [],
  )
  if (instants.length === 0)
    return (
      <Text size="sm" c="dimmed" mb="xs">
        {words.noTimes}
      </Text>
    )
  return (
    <figure className={styles.figure} dir="ltr">
      <Bar order={order} first={Math.min(...instants)} last={Math.max(...instants)} />
      <TimeTable order={order} />
    </figure>
  )
}

function Bar({ order, first, last }: { order: Times; first: number; last: number }) {
  const words = useWords(detailWords)
  const margin = Math.max((last - first) * 0.12, 30 * 60_000)
  const place = (instant: number) => ((instant - first + margin) / (last - first + 2 * margin)) * 100
  const from = at(order.requiredFrom)
  const to = at(order.requiredTo)
  const left = from === undefined ? 0 : place(from)
  const right = to === undefined ? 100 : place(to)
  return (
    <svg className={styles.bar} role="img" aria-label={words.timeline}>
      <line x1="0" x2="100%" y1="22" y2="22" className={styles.axis} />
      {from !== undefined || to !== undefined ? (
        <rect x={`${left}%`} width={`${right - left}%`} y="14" height="16" rx="3" className={styles.window} />
      ) : null}
      {marksOf(order).map(({ name, iso }) => {
        const instant = at(iso)
        if (instant === undefined) return null
        // The signs are those of the timeline of the route plan.
        return (
          <svg
            key={name}
            aria-hidden
            x={`${place(instant)}%`}
            className={styles[`${name}Mark`]}
            data-late={verdict(instant, order) === 'late' || undefined}
          >
            {name === 'planned' ? <line y1="10" y2="34" /> : <path d="M0,16l6,6l-6,6l-6,-6z" />}
          </svg>
        )
      })}
    </svg>
  )
}

function TimeTable({ order }: { order: Times }) {
  const words = useWords(detailWords)
  const format = useEnvironmentFormat()
  return (
    <Table w="auto" verticalSpacing={3} withRowBorders={false} dir="auto">
      <Table.Thead className="visually-hidden">
        <Table.Tr>
          <Table.Th>{words.event}</Table.Th>
          <Table.Th>{words.when}</Table.Th>
          <Table.Th>{words.difference}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row">
            <span className={styles.windowKey} aria-hidden />
            {words.required}
          </Table.Th>
          <Table.Td>{format.range(order.requiredFrom, order.requiredTo) || '–'}</Table.Td>
          <Table.Td />
        </Table.Tr>
        {marksOf(order).map(({ name, iso }) => {
          const judged = verdict(at(iso), order)
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">
                <span className={styles[`${name}Key`]} aria-hidden />
                {words[name]}
              </Table.Th>
              <Table.Td>{iso ? format.instant(iso) : '–'}</Table.Td>
              <Table.Td className={judged === 'late' ? styles.late : undefined}>
                {judged === 'late' ? <IconAlertTriangle size={14} aria-hidden /> : null}
                {judged === 'onTime' ? <IconCheck size={14} aria-hidden /> : null} {judged ? words[judged] : null}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
