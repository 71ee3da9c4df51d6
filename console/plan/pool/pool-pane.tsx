// Shows the orders without a load, grouped by due day. A user searches, filters, drags and assigns them.
import { CloseButton, TextInput, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useOpenOrder } from '../../platform/open-order.ts'
import { useStableHandlers } from '../../platform/stable-handlers.ts'
import { formatColumnAmount, formatColumnHead } from '../../platform/units.ts'
import { usePrinted } from '../../shell/print.tsx'
import { useRowCommands } from '../../shell/row-commands.ts'
import { showDone } from '../../shell/toasts.ts'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import type { PlacedRefusal } from '../load/assigning.ts'
import { RefusalNote } from '../load/refusal.tsx'
import { chooseByClick, chooseOrders, chooseUpTo, chosenOrders, toggleChosen } from '../load/selection.ts'
import { pageTexts } from '../load/words.ts'
import { planTexts } from '../times/words.ts'
import { useDropping } from '../views/dragging.ts'
import { useWindow } from '../views/time-line.tsx'
import { type CardUnits, OrderCard } from './order-card.tsx'
import styles from './pool.module.css'
import type { PoolGroup, PoolOrder } from './pool.ts'
import { type NamedSettings, PoolFilters } from './pool-filters.tsx'
import type { OrderPool } from './use-pool.ts'
import { poolTexts } from './words.ts'

export interface PoolPaneProps extends CardUnits {
  pool: OrderPool
  named: NamedSettings
  refusal: PlacedRefusal | null
  onAssign: (id: string) => void
  onDismissRefusal: () => void
}

export const PoolPane = memo(function PoolPane(props: PoolPaneProps) {
  const texts = useTexts(pageTexts)
  const labels = useTexts(poolTexts)
  const { pool, named } = props
  const { number } = useFormat(props.zone)
  const { filter, setFilter, all, parts } = pool
  const visibleCount = parts.reduce((sum, { orders }) => sum + orders.length, 0)
  usePrintedPool(props)
  const { dropNoStops } = useTexts(planTexts)
  const pane = useRef<HTMLElement>(null)
  useDropping(pane, true, ({ kind }) => kind === 'stop' && showDone(dropNoStops))
  return (
    <section ref={pane} className={styles.pane} aria-label={texts.withoutLoad} data-pane="pool">
      <header className={styles.head}>
        <Title order={2} fz="sm">
          {texts.withoutLoad}
        </Title>
        <span className={styles.count}>
          {visibleCount < all.length
            ? labels.showing(number(visibleCount), number(all.length))
            : all.length > 0 && number(all.length)}
        </span>
        <span className={styles.tools}>
          <PoolFilters pool={pool} named={named} />
        </span>
        <TextInput
          className={styles.search}
          value={filter.search}
          onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
          leftSection={<IconSearch size={14} aria-hidden />}
          placeholder={texts.searchUnplaced}
          aria-label={texts.searchUnplaced}
        />
      </header>
      {pool.batch && (
        <p className={styles.batch}>
          <span dir="auto">{labels.imported(pool.batch.name)}</span>
          <CloseButton size="sm" aria-label={labels.showAll} onClick={pool.batch.leave} />
        </p>
      )}
      {!pool.isPending && visibleCount === 0 && (
        <p className={styles.none}>{all.length === 0 ? texts.allPlaced : texts.noneFound}</p>
      )}
      <PoolList {...props} />
    </section>
  )
})

/** Registers the print key, which prints the pool by group with the content of the cards. */
function usePrintedPool({ pool, zone, day, weightUnit, volumeUnit }: PoolPaneProps): void {
  const texts = useTexts(pageTexts)
  const labels = useTexts(poolTexts)
  const plan = useTexts(planTexts)
  const window = useWindow(zone, day)
  const locale = languageLocales[currentLanguage.use()]
  usePrinted(plan.routePlan, () => ({
    title: texts.withoutLoad,
    filter: pool.filter.search && `“${pool.filter.search}”`,
    head: [labels.due, labels.key, labels.consignee, labels.postalCode, labels.town, labels.window].concat(
      formatColumnHead(labels.weight, weightUnit),
      formatColumnHead(labels.volume, volumeUnit),
    ),
    figures: [false, false, false, false, false, false, true, true],
    rows: pool.parts.flatMap(({ group, orders }) =>
      orders.map((order) => [
        labels[group],
        order.key,
        order.name,
        order.postalCode,
        order.town,
        window(order),
        order.weight === null ? '' : formatColumnAmount(order.weight, weightUnit, locale),
        order.volume === null ? '' : formatColumnAmount(order.volume, volumeUnit, locale),
      ]),
    ),
  }))
}

type Row = { kind: 'head'; group: PoolGroup; count: number } | { kind: 'order'; order: PoolOrder }
const paneHeight = 96
const headHeight = 30
const cardHeight = 67

/** Returns the approximate height of the pool, in pixels. */
export const estimatePoolHeight = ({ parts, inSight }: OrderPool): number =>
  paneHeight + parts.length * headHeight + Math.max(1, inSight.length) * cardHeight

function rowsOf({ parts, isOpen }: OrderPool): Row[] {
  return parts.flatMap(({ group, orders }) => [
    { kind: 'head' as const, group, count: orders.length },
    ...(isOpen(group) ? orders.map((order) => ({ kind: 'order' as const, order })) : []),
  ])
}

function PoolList(props: PoolPaneProps) {
  const { pool, refusal, onAssign, onDismissRefusal } = props
  const { weightUnit, volumeUnit, zone, day, mayChange } = props
  const texts = useTexts(pageTexts)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the pool changes at every key that is typed
  const rows = useMemo(() => rowsOf(pool), [pool.parts, pool.inSight])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? headHeight : cardHeight),
    getItemKey: (index) => {
      const row = rows[index]!
      return row.kind === 'head' ? row.group : row.order.consignmentId
    },
    overscan: 6,
  })
  // New search results begin at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is looked for
  useEffect(() => void list.current?.scrollTo({ top: 0 }), [pool.filter, pool.sort])
  const { current, on } = usePoolKeys(pool, rows, list, (index) => virtual.scrollToIndex(index), onAssign)
  const plan = useTexts(planTexts)
  useRowCommands(() =>
    pool.inSight.map(({ consignmentId: id, key, name }) => ({
      id,
      name: `${key} ${name}`,
      commands: [
        { label: plan.openOrder, run: () => on.open(id) },
        ...(mayChange ? [{ label: plan.toLoad, run: () => onAssign(id) }] : []),
      ],
    })),
  )
  const units = { weightUnit, volumeUnit, zone, day, mayChange }
  return (
    <div ref={list} className={styles.list} role="list" aria-label={texts.withoutLoad}>
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]!
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="listitem"
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'head' ? (
                <GroupHead pool={pool} {...row} zone={zone} />
              ) : (
                <OrderCard {...units} order={row.order} isCurrent={row.order.consignmentId === current} handlers={on} />
              )}
              {row.kind === 'order' && refusal?.target.kind === 'order' && refusal.target.id === key && (
                <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Moves the focus through the cards with the arrow keys, and selects with Shift. Tab reaches one card. */
function usePoolKeys(
  pool: OrderPool,
  rows: readonly Row[],
  list: { current: HTMLElement | null },
  ...[scrollTo, onAssign]: [(index: number) => void, (id: string) => void]
) {
  const [last, setLast] = useState<string>()
  const { open } = useOpenOrder()
  const ids = pool.inSight.map(({ consignmentId }) => consignmentId)
  const current = last !== undefined && ids.includes(last) ? last : ids[0]
  const focus = (id: string) => {
    setLast(id)
    scrollTo(rows.findIndex((row) => row.kind === 'order' && row.order.consignmentId === id))
    // The card may not be drawn yet.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus()),
    )
  }
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -ids.length, End: ids.length }
  const keyDown = (event: KeyboardEvent, id: string) => {
    const step = steps[event.key]
    if (step !== undefined) {
      const next = ids[Math.max(0, Math.min(ids.indexOf(id) + step, ids.length - 1))]!
      if (event.shiftKey) {
        if (!chosenOrders.get().has(id)) chooseOrders([id], id)
        chooseUpTo(next, ids)
      }
      focus(next)
    } else if (event.key === ' ') toggleChosen(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    current,
    on: useStableHandlers({
      keyDown,
      click: (event: React.MouseEvent, id: string) => chooseByClick(event, id, ids),
      focus: (id: string) => setLast(id),
      assign: onAssign,
      open,
    }),
  }
}

interface GroupHeadProps {
  pool: OrderPool
  group: PoolGroup
  count: number
  zone: string
}

function GroupHead({ pool, group, count, zone }: GroupHeadProps) {
  const texts = useTexts(poolTexts)
  const { number } = useFormat(zone)
  const isOpen = pool.isOpen(group)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={styles.group}
      aria-expanded={isOpen}
      data-group={group}
      onClick={() => pool.toggle(group)}
    >
      <Chevron size={14} aria-hidden className={styles.chevron} />
      {texts[group]} <span className={styles.count}>{number(count)}</span>
    </button>
  )
}
