// Shows all fields of an order beside the list, and edits them in place.
import { Alert, Badge, Button, CopyButton, Skeleton, Stack, Tabs, Title } from '@mantine/core'
import {
  IconCalendarRepeat,
  IconClipboardCheck,
  IconCopyPlus,
  IconDownload,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { type RecordDraft, useDraft } from '../api/draft.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { hasCode } from '../api/problems.ts'
import { useMay } from '../api/session.ts'
import { planAgainTexts } from '../order/words.ts'
import { orderSearch } from '../platform/open-order.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { saveOrderLabels } from '../road/papers.ts'
import { outcomesTexts, roadTexts } from '../road/words.ts'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { EmptyState } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { UnsavedGuard } from '../shell/unsaved-guard.tsx'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { shellTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { GoodsSection } from './goods.tsx'
import { OrderHistory } from './history.tsx'
import list from './list.module.css'
import { OutcomeOf } from './outcome.tsx'
import { type PlanAgainAction, planAgainKeys, usePlanAgain } from './plan-again-action.tsx'
import { buildConsignmentQuery, buildEditable, reloadOrder, saveOrder } from './record.ts'
import { type RecordOutcomeAction, recordOutcomeKeys, useRecordOutcome } from './record-outcome-action.tsx'
import { useRemoval } from './removal-question.tsx'
import { readSearch } from './search.ts'
import { OrderSections } from './sections.tsx'
import { TimeBar } from './times.tsx'
import { detailTexts } from './words.ts'

const route = getRouteApi('/shell/consignments')

/** Returns a function that goes back to the list as it was. */
export function useClose() {
  const navigate = useNavigate()
  const search = readSearch(route.useSearch())
  return () => void navigate({ to: '/consignments', search })
}

export function ConsignmentDetail() {
  const { consignmentId } = useParams({ from: '/shell/consignments/$consignmentId' })
  const texts = useTexts(detailTexts)
  const close = useClose()
  const order = useQuery(buildConsignmentQuery(consignmentId))
  const group = texts.consignment
  useShortcuts([{ keys: 'Escape', label: texts.close, group, run: close }])
  return (
    <div className={`${list.side} ${list.detail}`}>
      {order.data ? (
        <OrderDetail key={consignmentId} order={order.data.data} onClose={close} />
      ) : order.isError && hasCode(order.error, 'NOT_FOUND') ? (
        <EmptyState
          title={texts.gone}
          action={
            <Button variant="filled" onClick={close}>
              {texts.backToList}
            </Button>
          }
        />
      ) : order.isError ? (
        <FailureMessage error={order.error} onRetry={() => order.refetch()} />
      ) : (
        <Stack p="md" aria-label={texts.loadingOne} aria-busy>
          <Skeleton h={28} w="40%" />
          <Skeleton h={160} />
          <Skeleton h={220} />
        </Stack>
      )}
    </div>
  )
}

const tabs = ['order', 'goods', 'outcome', 'history', 'json'] as const

interface OrderProps {
  order: Consignment
  onClose(): void
  /** Further buttons before the button that closes the order. */
  tools?: ReactNode
}

export function OrderDetail({ order, onClose, tools }: OrderProps) {
  const texts = useTexts(detailTexts)
  const mayWrite = useMay('consignments:write')
  const [tab, setTab] = useState<string | null>('order')
  const { consignmentId, key } = order
  const planAgain = usePlanAgain(order)
  const recordOutcome = useRecordOutcome(order)
  const draft = useDraft({
    record: buildEditable(order),
    save: (patch) => saveOrder(consignmentId, patch),
    reload: () => reloadOrder(consignmentId),
  })
  const keyOf = (index: number) => String(index + 1)
  useShortcuts(
    tabs.map((name, index) => ({
      keys: keyOf(index),
      label: texts[name],
      group: texts.consignment,
      run: () => setTab(name),
    })),
  )
  const props = { draft, isReadOnly: !mayWrite }
  const isKept = ({ pathname, search }: { pathname: string; search: object }) => {
    const { order: over, fields } = orderSearch(search as Record<string, unknown>)
    return pathname === `/consignments/${consignmentId}` || (over === consignmentId && fields === 'all')
  }
  return (
    <article className={styles.pane} aria-label={`${texts.consignment} ${key}`}>
      <Top
        order={order}
        planAgainAction={planAgain}
        recordOutcomeAction={recordOutcome}
        draft={draft}
        mayWrite={mayWrite}
        onClose={onClose}
        tools={tools}
      />
      <UnsavedGuard isUnsaved={draft.isLeft} isKept={isKept} />
      <Tabs value={tab} onChange={setTab} className={styles.pane ?? ''} keepMounted={false}>
        <Tabs.List>
          {tabs.map((name, index) => (
            <ControlHint key={name} label={texts[name]} keys={keyOf(index)}>
              <Tabs.Tab value={name}>{texts[name]}</Tabs.Tab>
            </ControlHint>
          ))}
        </Tabs.List>
        <DraftErrors draft={draft} />
        <Tabs.Panel value="order" className={styles.body}>
          <OrderSections {...props} beforeTimes={inBoundary(<TimeBar order={order} />)} />
        </Tabs.Panel>
        <Tabs.Panel value="goods" className={styles.body}>
          <GoodsSection {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="outcome" className={styles.body}>
          {inBoundary(<OutcomeOf order={order} planAgainAction={planAgain} recordOutcomeAction={recordOutcome} />)}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.body}>
          {inBoundary(<OrderHistory consignmentId={consignmentId} />)}
        </Tabs.Panel>
        <Tabs.Panel value="json" className={styles.body}>
          {inBoundary(<Raw order={order} />)}
        </Tabs.Panel>
      </Tabs>
      {planAgain.dialog}
    </article>
  )
}

interface TopProps extends OrderProps {
  planAgainAction: PlanAgainAction
  recordOutcomeAction: RecordOutcomeAction
  draft: RecordDraft
  mayWrite: boolean
}

/** Draws the head of an order: key, save state and commands. */
function Top({ order, planAgainAction: { ask }, recordOutcomeAction, draft, mayWrite, onClose, tools }: TopProps) {
  const texts = useTexts(detailTexts)
  const { planAgain } = useTexts(planAgainTexts)
  const road = useTexts(roadTexts)
  const navigate = useNavigate()
  const search = readSearch(useSearch({ strict: false }))
  const { consignmentId, key } = order
  const { recordOutcome } = useTexts(outcomesTexts)
  const removal = useRemoval(() => undefined, onClose)
  const duplicate = () => void navigate({ to: '/consignments/new', search: { ...search, from: consignmentId } })
  const group = texts.consignment
  const labels = () => void saveOrderLabels(order)
  const reading = [{ keys: 'shift+p', label: road.labels, group, run: labels, icon: <IconDownload size={17} /> }]
  const actions = [
    { keys: 'shift+d', label: texts.duplicate, group, run: duplicate, icon: <IconCopyPlus size={17} /> },
    {
      keys: 'shift+Delete',
      label: texts.delete,
      group,
      run: () => removal.ask([order]),
      icon: <IconTrash size={17} />,
    },
  ]
  // The command is rarely needed for an order without a load, so it has no button there.
  const isOnLoad = order.loadId !== null
  useShortcuts([...reading, ...(mayWrite ? actions : [])])
  const offered = [
    ...(recordOutcomeAction && isOnLoad
      ? [
          {
            keys: recordOutcomeKeys,
            label: recordOutcome,
            run: recordOutcomeAction,
            icon: <IconClipboardCheck size={17} />,
          },
        ]
      : []),
    ...(ask ? [{ keys: planAgainKeys, label: planAgain, run: ask, icon: <IconCalendarRepeat size={17} /> }] : []),
    ...reading,
    ...(mayWrite ? actions : []),
    { keys: 'Escape', label: texts.close, run: onClose, icon: <IconX size={17} /> },
  ]
  return (
    <header className={styles.top}>
      <Title order={2}>
        <bdi>{key}</bdi>
      </Title>
      <div className={styles.minor}>
        <Badge color="gray">{texts[order.type]}</Badge>
        {order.outcome === null ? null : <OutcomeBadge outcome={order.outcome} />}
        <Saving draft={draft} order={order} />
      </div>
      <span className={styles.spring} />
      {tools}
      {offered.map(({ keys, label, run, icon }) => (
        <ToolButton key={keys} label={label} keys={keys} icon={icon} run={run} />
      ))}
      {removal.question}
    </header>
  )
}

/** Draws whether the shown values are saved. */
function Saving({ draft, order }: { draft: RecordDraft; order: Consignment }) {
  const texts = useTexts(detailTexts)
  const format = useEnvironmentFormat()
  return (
    <QuietText size="xs" role="status" truncate>
      {draft.isSaving
        ? texts.saving
        : draft.isDirty()
          ? texts.unsaved
          : `${texts.version} ${order.version} · ${format.instant(order.updated)}`}
    </QuietText>
  )
}

/** Draws the errors without a field on the page. */
export function DraftErrors({ draft }: { draft: RecordDraft }) {
  return draft.generalErrors.length === 0 ? null : (
    <Alert color="red" role="alert" m="sm">
      {draft.generalErrors.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  )
}

/** Wraps a widget, so that an error in it does not close the form of the order. */
const inBoundary = (widget: ReactNode) => <WidgetBoundary>{widget}</WidgetBoundary>

function Raw({ order }: { order: Consignment }) {
  const texts = useTexts(detailTexts)
  const shell = useTexts(shellTexts)
  const text = JSON.stringify(order, null, 2)
  return (
    <>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button m="md" mb={0} onClick={copy}>
            {copied ? shell.copied : texts.copyJson}
          </Button>
        )}
      </CopyButton>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
      <pre className={styles.json} dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}
