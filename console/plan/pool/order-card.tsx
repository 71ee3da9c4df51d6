// Draws an order of the pool: recipient, address, time window, quantity and the button that assigns it.
import { ActionIcon } from '@mantine/core'
import { IconMapPinOff, IconTransfer } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, useRef } from 'react'
import { formatTown } from '../../../contract/address.ts'
import { formatMeasure, type MeasureUnit } from '../../platform/units.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { useIsChosen } from '../load/selection.ts'
import { pageTexts } from '../load/words.ts'
import { useDragging } from '../views/dragging.ts'
import { createHoverHandlers, highlightedStop, useIsHighlighted } from '../views/highlight.tsx'
import { useWindow } from '../views/time-line.tsx'
import styles from './pool.module.css'
import type { PoolOrder } from './pool.ts'
import { poolTexts } from './words.ts'

export interface CardUnits {
  zone: string
  day: string
  weightUnit: MeasureUnit
  volumeUnit: MeasureUnit
  mayChange: boolean
}

interface OrderCardProps extends CardUnits {
  order: PoolOrder
  /** Whether the Tab key reaches this card. */
  isCurrent: boolean
  /** Event handlers, identical in every render. */
  handlers: {
    keyDown: (event: KeyboardEvent, id: string) => void
    click: (event: MouseEvent, id: string) => void
    focus: (id: string) => void
    assign: (id: string) => void
    open: (id: string) => void
  }
}

export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, mayChange, handlers } = props
  const card = useRef<HTMLDivElement>(null)
  const id = order.consignmentId
  const isHighlighted = useIsHighlighted(id)
  const isChosen = useIsChosen(id)
  const { isDragging } = useDragging(card, { dragged: { kind: 'order', id }, enabled: mayChange })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same by keyboard
    <div
      ref={card}
      className={styles.card}
      data-order={order.key}
      data-row={id}
      data-highlighted={isHighlighted || undefined}
      data-selected={isChosen || undefined}
      data-dragging={isDragging || undefined}
      {...createHoverHandlers(id)}
      onClick={(event) => handlers.click(event, id)}
      onDoubleClick={() => handlers.open(id)}
    >
      <OrderText {...props} />
      {mayChange && <AssignButton {...props} isChosen={isChosen} />}
    </div>
  )
})

function OrderText({ order, zone, day, weightUnit, volumeUnit }: OrderCardProps) {
  const labels = useTexts(poolTexts)
  const locale = languageLocales[currentLanguage.use()]
  const window = useWindow(zone, day)
  const amounts = [
    order.weight === null ? '' : formatMeasure(order.weight, weightUnit, locale),
    order.volume === null ? '' : formatMeasure(order.volume, volumeUnit, locale),
  ]
  return (
    <div className={styles.text}>
      <strong className={styles.title} dir="auto">
        {order.name}
      </strong>
      <div className={styles.facts}>
        {order.position === null && (
          <span className={styles.nowhere} title={labels.noLocation}>
            <IconMapPinOff size={13} aria-hidden />
            <span className="visually-hidden">{labels.noLocation}</span>
          </span>
        )}
        <span className={styles.place} dir="auto">
          {formatTown({ postalCode: order.postalCode, city: order.town })}
        </span>
        <span>{window(order)}</span>
        <span className="figures">{amounts.filter(Boolean).join(' · ')}</span>
        <span dir="auto">{order.key}</span>
      </div>
    </div>
  )
}

function AssignButton({ order, isCurrent, isChosen, handlers }: OrderCardProps & { isChosen: boolean }) {
  const texts = useTexts(pageTexts)
  const labels = useTexts(poolTexts)
  const id = order.consignmentId
  return (
    <ActionIcon
      data-card={id}
      aria-label={texts.assign(order.name)}
      aria-pressed={isChosen}
      title={labels.chooseHint}
      tabIndex={isCurrent ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation()
        handlers.assign(id)
      }}
      onKeyDown={(event) => handlers.keyDown(event, id)}
      onFocus={() => {
        highlightedStop.set(id)
        handlers.focus(id)
      }}
      onBlur={() => highlightedStop.set(null)}
    >
      <IconTransfer size={16} />
    </ActionIcon>
  )
}
