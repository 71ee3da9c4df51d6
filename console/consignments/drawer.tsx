// Shows an order in a drawer over the page: a summary, all fields, and the way to the next order of the list.
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core'
import {
  IconBarcode,
  IconChevronDown,
  IconChevronUp,
  IconExternalLink,
  IconListDetails,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { hasCode } from '../api/problems.ts'
import { orderTrail, useOpenOrder } from '../platform/open-order.ts'
import { saveOrderLabels } from '../road/papers.ts'
import { roadWords } from '../road/words.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useWords } from '../words/language.ts'
import { useAgain } from './again.tsx'
import { Order } from './detail.tsx'
import { consignmentQuery } from './record.ts'
import styles from './summary.module.css'
import { Summary } from './summary.tsx'
import { useTelling } from './telling.tsx'
import { detailWords, summaryWords } from './words.ts'

interface OrderDrawerProps {
  consignmentId: string
  isAll: boolean
}

export default function OrderDrawer({ consignmentId, isAll }: OrderDrawerProps) {
  const words = useWords(detailWords)
  const own = useWords(summaryWords)
  const { close, showAll } = useOpenOrder()
  const trail = orderTrail.use()
  const order = useQuery(consignmentQuery(consignmentId))
  const drawer = useFocus()
  const go = (by: 1 | -1) => trail?.(consignmentId, by)
  const group = words.consignment
  useShortcuts([
    { keys: 'Escape', label: words.close, group, run: close },
    { keys: 'f', label: isAll ? own.summary : own.allFields, group, run: () => showAll(!isAll) },
    ...(trail ? (['j', 'ArrowDown'] as const).map((keys) => ({ keys, label: own.next, group, run: () => go(1) })) : []),
    ...(trail
      ? (['k', 'ArrowUp'] as const).map((keys) => ({ keys, label: own.previous, group, run: () => go(-1) }))
      : []),
  ])
  const steps = trail ? (
    <>
      <Tool label={own.previous} keys="k" run={() => go(-1)} icon={<IconChevronUp size={17} />} />
      <Tool label={own.next} keys="j" run={() => go(1)} icon={<IconChevronDown size={17} />} />
    </>
  ) : null
  return (
    <section
      ref={drawer}
      role="dialog"
      tabIndex={-1}
      className={styles.drawer}
      data-all={isAll || undefined}
      aria-label={order.data ? `${words.consignment} ${order.data.data.key}` : own.drawer}
    >
      {order.data && isAll ? (
        <Order
          key={consignmentId}
          order={order.data.data}
          onClose={close}
          tools={
            <>
              {steps}
              <Tool label={own.summary} keys="f" run={() => showAll(false)} icon={<IconListDetails size={17} />} />
            </>
          }
        />
      ) : order.data ? (
        <Glance order={order.data.data} steps={steps} onClose={close} onAll={() => showAll(true)} />
      ) : order.isError && hasCode(order.error, 'NOT_FOUND') ? (
        <Empty title={words.gone} action={<Button onClick={close}>{words.close}</Button>} />
      ) : order.isError ? (
        <Failure error={order.error} onRetry={() => order.refetch()} />
      ) : (
        <Stack p="md" aria-label={words.loadingOne} aria-busy>
          <Skeleton h={28} w="40%" />
          <Skeleton h={160} />
        </Stack>
      )}
    </section>
  )
}

/**
 * Moves the focus into the drawer and back when it closes. The focus stays in the list or the dialog from which the
 * drawer was opened, so that their keys keep working.
 */
function useFocus() {
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    if (!before?.closest('[role=grid], [aria-modal=true]')) drawer.current?.focus({ preventScroll: true })
    return () => {
      if (before?.isConnected && !document.activeElement?.closest('[role=grid]')) before.focus({ preventScroll: true })
    }
  }, [])
  return drawer
}

interface GlanceProps {
  order: Consignment
  steps: ReactNode
  onClose(): void
  onAll(): void
}

function Glance({ order, steps, onClose, onAll }: GlanceProps) {
  const words = useWords(detailWords)
  const own = useWords(summaryWords)
  const road = useWords(roadWords)
  const { consignmentId } = order
  const again = useAgain(order)
  const tell = useTelling(order)
  const labels = () => void saveOrderLabels(order)
  useShortcuts([{ keys: 'shift+p', label: road.labels, group: words.consignment, run: labels }])
  return (
    <>
      <header className={styles.bar}>
        <h2>
          <bdi>{order.key}</bdi>
        </h2>
        {steps}
        <Tool label={road.labels} keys="shift+p" run={labels} icon={<IconBarcode size={17} />} />
        <Hint label={own.ownPage}>
          <ActionIcon
            component={Link}
            to="/consignments/$consignmentId"
            params={{ consignmentId } as never}
            aria-label={own.ownPage}
          >
            <IconExternalLink size={17} />
          </ActionIcon>
        </Hint>
        <Hint label={own.allFields} keys="f">
          <Button variant="default" onClick={onAll}>
            {own.allFields}
          </Button>
        </Hint>
        <Tool label={words.close} keys="Escape" run={onClose} icon={<IconX size={17} />} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
      <div className={styles.body} tabIndex={0} role="group" aria-label={own.summary}>
        <Summary order={order} again={again} tell={tell} />
      </div>
      {again.dialog}
    </>
  )
}

const Tool = ({ label, keys, run, icon }: { label: string; keys: string; run(): void; icon: ReactNode }) => (
  <Hint label={label} keys={keys}>
    <ActionIcon aria-label={label} onClick={run}>
      {icon}
    </ActionIcon>
  </Hint>
)
