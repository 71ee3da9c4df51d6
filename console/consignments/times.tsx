// Shows the time window, the committed time and the planned time of an order, as a bar and as a table.
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Consignment } from '../../contract/consignment.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { DataTable } from '../shell/data-table.tsx'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { detailTexts } from './words.ts'

type Times = Pick<Consignment, 'requiredFrom' | 'requiredTo' | 'committed' | 'planned'>

const toMs = (iso: string | null) => (iso === null ? undefined : new Date(iso).getTime())

/** Compares a time with the time window: before, within or after; undefined without a time window. */
function verdict(instant: number | undefined, { requiredFrom, requiredTo }: Times) {
  const from = toMs(requiredFrom)
  const to = toMs(requiredTo)
  if (instant === undefined || (from === undefined && to === undefined)) return undefined
  if (to !== undefined && instant > to) return 'late'
  return from !== undefined && instant < from ? 'early' : 'onTime'
}

const listTimes = ({ committed, planned }: Times) =>
  [
    { name: 'committed', iso: committed },
    { name: 'planned', iso: planned },
  ] as const

export function TimeBar({ order }: { order: Times }) {
  const texts = useTexts(detailTexts)
  const instants = [order.requiredFrom, order.requiredTo, order.committed, order.planned].flatMap(
    (iso) => toMs(iso) ?? [],
  )
  if (instants.length === 0)
    return (
      <Text size="sm" c="dimmed" mb="xs">
        {texts.noTimes}
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
  const texts = useTexts(detailTexts)
  const margin = Math.max((last - first) * 0.12, 30 * 60_000)
  const toPercent = (instant: number) => ((instant - first + margin) / (last - first + 2 * margin)) * 100
  const from = toMs(order.requiredFrom)
  const to = toMs(order.requiredTo)
  const leftPercent = from === undefined ? 0 : toPercent(from)
  const right = to === undefined ? 100 : toPercent(to)
  return (
    <svg className={styles.bar} role="img" aria-label={texts.timeline}>
      <line x1="0" x2="100%" y1="22" y2="22" className={styles.axis} />
      {from !== undefined || to !== undefined ? (
        <rect
          x={`${leftPercent}%`}
          width={`${right - leftPercent}%`}
          y="14"
          height="16"
          rx="3"
          className={styles.window}
        />
      ) : null}
      {listTimes(order).map(({ name, iso }) => {
        const instant = toMs(iso)
        if (instant === undefined) return null
        // The symbols are the same as in the timeline of the route plan.
        return (
          <svg
            key={name}
            aria-hidden
            x={`${toPercent(instant)}%`}
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

interface TimeRow {
  name: 'required' | 'committed' | 'planned'
  when: string
  difference?: ReturnType<typeof verdict>
}

function TimeTable({ order }: { order: Times }) {
  const texts = useTexts(detailTexts)
  const format = useEnvironmentFormat()
  const rows: TimeRow[] = [
    { name: 'required', when: format.range(order.requiredFrom, order.requiredTo) },
    ...listTimes(order).map(
      ({ name, iso }): TimeRow => ({
        name,
        when: iso ? format.instant(iso) : '',
        difference: verdict(toMs(iso), order),
      }),
    ),
  ]
  return (
    <DataTable
      inset={{ w: 'auto', verticalSpacing: 3, withRowBorders: false, dir: 'auto' }}
      isHeadHidden
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        {
          head: texts.event,
          isKey: true,
          show: ({ name }) => (
            <>
              <span className={name === 'required' ? styles.windowKey : styles[`${name}Key`]} aria-hidden />
              {texts[name]}
            </>
          ),
        },
        { head: texts.when, show: ({ when }) => when || '–' },
        {
          head: texts.difference,
          cell: ({ difference }) => ({ className: difference === 'late' ? styles.late : undefined }),
          show: ({ difference }) => (
            <>
              {difference === 'late' ? <IconAlertTriangle size={14} aria-hidden /> : null}
              {difference === 'onTime' ? <IconCheck size={14} aria-hidden /> : null}{' '}
              {difference ? texts[difference] : null}
            </>
          ),
        },
      ]}
    />
  )
}
