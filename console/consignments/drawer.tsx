// Shows an order in a drawer over the page: a summary, all fields, and buttons for the neighbouring orders of the list.
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
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
import { roadTexts } from '../road/words.ts'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { EmptyState } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { useTexts } from '../words/language.ts'
import { OrderDetail } from './detail.tsx'
import { usePlanAgain } from './plan-again-action.tsx'
import { buildConsignmentQuery } from './record.ts'
import { useRecordOutcome } from './record-outcome-action.tsx'
import styles from './summary.module.css'
import { OrderSummary } from './summary.tsx'
import { detailTexts, summaryTexts } from './words.ts'

interface OrderDrawerProps {
  consignmentId: string
  isAll: boolean
}

export default function OrderDrawer({ consignmentId, isAll }: OrderDrawerProps) {
  const texts = useTexts(detailTexts)
  const labels = useTexts(summaryTexts)
  const { close, showAll } = useOpenOrder()
  const trail = orderTrail.use()
  const order = useQuery(buildConsignmentQuery(consignmentId))
  const drawer = useFocus()
  const openNeighbour = (offset: 1 | -1) => trail?.(consignmentId, offset)
  const group = texts.consignment
  useShortcuts([
    { keys: 'Escape', label: texts.close, group, run: close },
    { keys: 'f', label: isAll ? labels.summary : labels.allFields, group, run: () => showAll(!isAll) },
    ...(trail
      ? (['j', 'ArrowDown'] as const).map((keys) => ({
          keys,
          label: labels.next,
          group,
          run: () => openNeighbour(1),
        }))
      : []),
    ...(trail
      ? (['k', 'ArrowUp'] as const).map((keys) => ({
          keys,
          label: labels.previous,
          group,
          run: () => openNeighbour(-1),
        }))
      : []),
  ])
  const steps = trail ? (
    <>
      <ToolButton label={labels.previous} keys="k" run={() => openNeighbour(-1)} icon={<IconChevronUp size={17} />} />
      <ToolButton label={labels.next} keys="j" run={() => openNeighbour(1)} icon={<IconChevronDown size={17} />} />
    </>
  ) : null
  return (
    <section
      ref={drawer}
      role="dialog"
      tabIndex={-1}
      className={styles.drawer}
      data-all={isAll || undefined}
      aria-label={order.data ? `${texts.consignment} ${order.data.data.key}` : labels.drawer}
    >
      {order.data && isAll ? (
        <OrderDetail
          key={consignmentId}
          order={order.data.data}
          onClose={close}
          tools={
            <>
              {steps}
              <ToolButton
                label={labels.summary}
                keys="f"
                run={() => showAll(false)}
                icon={<IconListDetails size={17} />}
              />
            </>
          }
        />
      ) : order.data ? (
        <Glance order={order.data.data} steps={steps} onClose={close} onAll={() => showAll(true)} />
      ) : order.isError && hasCode(order.error, 'NOT_FOUND') ? (
        <EmptyState
          title={texts.gone}
          action={
            <Button variant="filled" onClick={close}>
              {texts.close}
            </Button>
          }
        />
      ) : order.isError ? (
        <FailureMessage error={order.error} onRetry={() => order.refetch()} />
      ) : (
        <Stack p="md" aria-label={texts.loadingOne} aria-busy>
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
    const opener = document.activeElement as HTMLElement | null
    if (!opener?.closest('[role=grid], [aria-modal=true]')) drawer.current?.focus({ preventScroll: true })
    return () => {
      if (opener?.isConnected && !document.activeElement?.closest('[role=grid]')) opener.focus({ preventScroll: true })
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
  const texts = useTexts(detailTexts)
  const summaryLabels = useTexts(summaryTexts)
  const road = useTexts(roadTexts)
  const { consignmentId } = order
  const planAgainAction = usePlanAgain(order)
  const recordOutcomeAction = useRecordOutcome(order)
  const labels = () => void saveOrderLabels(order)
  useShortcuts([{ keys: 'shift+p', label: road.labels, group: texts.consignment, run: labels }])
  return (
    <>
      <header className={styles.bar}>
        <h2>
          <bdi>{order.key}</bdi>
        </h2>
        {steps}
        <ToolButton label={road.labels} keys="shift+p" run={labels} icon={<IconDownload size={17} />} />
        <ControlHint label={summaryLabels.ownPage}>
          <ActionIcon
            component={Link}
            to="/consignments/$consignmentId"
            params={{ consignmentId } as never}
            aria-label={summaryLabels.ownPage}
          >
            <IconExternalLink size={17} />
          </ActionIcon>
        </ControlHint>
        <ControlHint label={summaryLabels.allFields} keys="f">
          <Button onClick={onAll}>{summaryLabels.allFields}</Button>
        </ControlHint>
        <ToolButton label={texts.close} keys="Escape" run={onClose} icon={<IconX size={17} />} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
      <div className={styles.body} tabIndex={0} role="group" aria-label={summaryLabels.summary}>
        <OrderSummary order={order} planAgainAction={planAgainAction} recordOutcomeAction={recordOutcomeAction} />
      </div>
      {planAgainAction.dialog}
    </>
  )
}
