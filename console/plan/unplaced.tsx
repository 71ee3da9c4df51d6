// The orders that no load has taken up: searched, dragged onto a load or between its stops, or assigned by keyboard.
import { ActionIcon, TextInput, Title } from '@mantine/core'
import { IconSearch, IconTransfer } from '@tabler/icons-react'
import { memo, useMemo, useRef, useState } from 'react'
import { measure, type Unit } from '../units.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import type { PlacedRefusal } from './assigning.ts'
import { planStop, unplacedRows, useUnplaced } from './data.ts'
import { useDragging } from './dragging.ts'
import { highlighted, highlightOnHover, useIsHighlighted } from './highlight.tsx'
import { pageWords } from './page-words.ts'
import { RefusalNote } from './refusal.tsx'
import type { PlanStop } from './route.ts'
import { useWindow } from './time-line.tsx'
import styles from './unplaced.module.css'

interface UnplacedProps {
  zone: string
  weightUnit: Unit
  volumeUnit: Unit
  mayChange: boolean
  /** Orders that the open load has among its stops already, though not saved. */
  taken: ReadonlySet<string>
  refusal: PlacedRefusal | null
  onAssign: (order: PlanStop) => void
  onDismissRefusal: () => void
}

export const Unplaced = memo(function Unplaced(props: UnplacedProps) {
  const words = useWords(pageWords)
  const [search, setSearch] = useState('')
  const { data } = useUnplaced(search)
  const found = data?.orders
  const orders = useMemo(
    () => (found ?? []).filter(({ consignmentId }) => !props.taken.has(consignmentId)).map(planStop),
    [found, props.taken],
  )
  return (
    <section className={styles.pane} aria-label={words.unplaced}>
      <header className={styles.head}>
        <Title order={2} fz="sm">
          {words.unplaced}
        </Title>
        <span className={styles.count}>{data?.total ? `${data.total.count}${data.total.exact ? '' : '+'}` : ''}</span>
        <TextInput
          className={styles.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<IconSearch size={14} aria-hidden />}
          placeholder={words.searchUnplaced}
          aria-label={words.searchUnplaced}
        />
      </header>
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.consignmentId}>
            <OrderCard {...props} order={order} />
          </li>
        ))}
        {data && orders.length === 0 && (
          <li className={styles.none}>{search.trim() === '' ? words.allPlaced : words.noneFound}</li>
        )}
        {data && data.orders.length >= unplacedRows && (
          <li className={styles.none}>{words.moreUnplaced(unplacedRows)}</li>
        )}
      </ul>
    </section>
  )
})

const OrderCard = memo(function OrderCard({ order, ...props }: UnplacedProps & { order: PlanStop }) {
  const { zone, weightUnit, volumeUnit, mayChange, refusal, onAssign, onDismissRefusal } = props
  const words = useWords(pageWords)
  const locale = locales[language.use()]
  const window = useWindow(zone)
  const card = useRef<HTMLDivElement>(null)
  const id = order.consignmentId
  const isHighlighted = useIsHighlighted(id)
  const { isDragging } = useDragging(card, { dragged: { kind: 'order', id }, enabled: mayChange })
  const facts = [
    window(order),
    order.weight === null ? '' : measure(order.weight, weightUnit, locale),
    order.volume === null ? '' : measure(order.volume, volumeUnit, locale),
  ]
  return (
    <>
      <div
        ref={card}
        className={styles.card}
        data-order={order.key}
        data-highlighted={isHighlighted || undefined}
        data-dragging={isDragging || undefined}
        {...highlightOnHover(id)}
      >
        <div className={styles.text}>
          <div className={styles.title}>
            <strong dir="auto">{order.name}</strong>
            <span>{order.place}</span>
          </div>
          <div className={styles.facts}>
            {[order.key, ...facts].filter(Boolean).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </div>
        </div>
        {mayChange && (
          <ActionIcon
            aria-label={words.assign(order.name)}
            title={words.unplacedHint}
            onClick={() => onAssign(order)}
            onFocus={() => highlighted.set(id)}
            onBlur={() => highlighted.set(null)}
          >
            <IconTransfer size={16} />
          </ActionIcon>
        )}
      </div>
      {refusal?.place.kind === 'order' && refusal.place.id === id && (
        <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />
      )}
    </>
  )
})
