// Shows all fields of an order beside the list, and edits them in place.
import { ActionIcon, Alert, Badge, Button, CopyButton, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import {
  IconBarcode,
  IconCalendarRepeat,
  IconClipboardCheck,
  IconCopyPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { type Draft, useDraft } from '../api/draft.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { hasCode } from '../api/problems.ts'
import { useMay } from '../api/session.ts'
import { planAgainWords } from '../order/words.ts'
import { orderSearch } from '../platform/open-order.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { saveOrderLabels } from '../road/papers.ts'
import { outcomesWords, roadWords } from '../road/words.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Leaving } from '../shell/leaving.tsx'
import { Empty } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { type Again, againKeys, useAgain } from './again.tsx'
import styles from './detail.module.css'
import { Goods } from './goods.tsx'
import { History } from './history.tsx'
import list from './list.module.css'
import { OutcomeOf } from './outcome.tsx'
import { consignmentQuery, editable, reload, save } from './record.ts'
import { useRemoval } from './removal-question.tsx'
import { readSearch } from './search.ts'
import { OrderSections } from './sections.tsx'
import { type Telling, tellingKeys, useTelling } from './telling.tsx'
import { TimeBar } from './times.tsx'
import { detailWords } from './words.ts'

const route = getRouteApi('/shell/consignments')

/** Returns a function that goes back to the list as it was. */
export function useClose() {
  const navigate = useNavigate()
  const search = readSearch(route.useSearch())
  return () => void navigate({ to: '/consignments', search })
}

export function ConsignmentDetail() {
  const { consignmentId } = useParams({ from: '/shell/consignments/$consignmentId' })
  const words = useWords(detailWords)
  const close = useClose()
  const order = useQuery(consignmentQuery(consignmentId))
  const group = words.consignment
  useShortcuts([{ keys: 'Escape', label: words.close, group, run: close }])
  return (
    <div className={`${list.side} ${list.detail}`}>
      {order.data ? (
        <Order key={consignmentId} order={order.data.data} onClose={close} />
      ) : order.isError && hasCode(order.error, 'NOT_FOUND') ? (
        <Empty title={words.gone} action={<Button onClick={close}>{words.backToList}</Button>} />
      ) : order.isError ? (
        <Failure error={order.error} onRetry={() => order.refetch()} />
      ) : (
        <Stack p="md" aria-label={words.loadingOne} aria-busy>
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
  /** Further buttons before the one that closes the order. */
  tools?: ReactNode
}

export function Order({ order, onClose, tools }: OrderProps) {
  const words = useWords(detailWords)
  const mayWrite = useMay('consignments:write')
  const [tab, setTab] = useState<string | null>('order')
  const { consignmentId, key } = order
  const again = useAgain(order)
  const tell = useTelling(order)
  const draft = useDraft({
    record: editable(order),
    save: (patch) => save(consignmentId, patch),
    reload: () => reload(consignmentId),
  })
  const keyOf = (index: number) => String(index + 1)
  useShortcuts(
    tabs.map((name, index) => ({
      keys: keyOf(index),
      label: words[name],
      group: words.consignment,
      run: () => setTab(name),
    })),
  )
  const props = { draft, isReadOnly: !mayWrite }
  const isKept = ({ pathname, search }: { pathname: string; search: object }) => {
    const { order: over, fields } = orderSearch(search as Record<string, unknown>)
    return pathname === `/consignments/${consignmentId}` || (over === consignmentId && fields === 'all')
  }
  return (
    <article className={styles.pane} aria-label={`${words.consignment} ${key}`}>
      <Top order={order} again={again} tell={tell} draft={draft} mayWrite={mayWrite} onClose={onClose} tools={tools} />
      <Leaving isUnsaved={draft.isLeft} isKept={isKept} />
      <Tabs value={tab} onChange={setTab} className={styles.pane ?? ''} keepMounted={false}>
        <Tabs.List>
          {tabs.map((name, index) => (
            <Hint key={name} label={words[name]} keys={keyOf(index)}>
              <Tabs.Tab value={name}>{words[name]}</Tabs.Tab>
            </Hint>
          ))}
        </Tabs.List>
        <Refusals draft={draft} />
        <Tabs.Panel value="order" className={styles.body}>
          <OrderSections {...props} beforeTimes={inBoundary(<TimeBar order={order} />)} />
        </Tabs.Panel>
        <Tabs.Panel value="goods" className={styles.body}>
          <Goods {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="outcome" className={styles.body}>
          {inBoundary(<OutcomeOf order={order} again={again} tell={tell} />)}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.body}>
          {inBoundary(<History consignmentId={consignmentId} />)}
        </Tabs.Panel>
        <Tabs.Panel value="json" className={styles.body}>
          {inBoundary(<Raw order={order} />)}
        </Tabs.Panel>
      </Tabs>
      {again.dialog}
    </article>
  )
}

interface TopProps extends OrderProps {
  again: Again
  tell: Telling
  draft: Draft
  mayWrite: boolean
}

/** Draws the head of an order: key, save state and commands. */
function Top({ order, again: { ask }, tell, draft, mayWrite, onClose, tools }: TopProps) {
  const words = useWords(detailWords)
  const { planAgain } = useWords(planAgainWords)
  const road = useWords(roadWords)
  const navigate = useNavigate()
  const search = readSearch(useSearch({ strict: false }))
  const { consignmentId, key } = order
  const { recordOutcome } = useWords(outcomesWords)
  const removal = useRemoval(() => undefined, onClose)
  const duplicate = () => void navigate({ to: '/consignments/new', search: { ...search, from: consignmentId } })
  const group = words.consignment
  const labels = () => void saveOrderLabels(order)
  const reading = [{ keys: 'shift+p', label: road.labels, group, run: labels, icon: <IconBarcode size={17} /> }]
  const actions = [
    { keys: 'shift+d', label: words.duplicate, group, run: duplicate, icon: <IconCopyPlus size={17} /> },
    {
      keys: 'shift+Delete',
      label: words.delete,
      group,
      run: () => removal.ask([order]),
      icon: <IconTrash size={17} />,
    },
  ]
  // The command is rarely needed for an order without a load, so it has no button there.
  const isOnLoad = order.loadId !== null
  useShortcuts([...reading, ...(mayWrite ? actions : [])])
  const offered = [
    ...(tell && isOnLoad
      ? [{ keys: tellingKeys, label: recordOutcome, run: tell, icon: <IconClipboardCheck size={17} /> }]
      : []),
    ...(ask ? [{ keys: againKeys, label: planAgain, run: ask, icon: <IconCalendarRepeat size={17} /> }] : []),
    ...reading,
    ...(mayWrite ? actions : []),
    { keys: 'Escape', label: words.close, run: onClose, icon: <IconX size={17} /> },
  ]
  return (
    <header className={styles.top}>
      <Title order={2}>
        <bdi>{key}</bdi>
      </Title>
      <div className={styles.minor}>
        <Badge color="gray">{words[order.type]}</Badge>
        {order.outcome === null ? null : <OutcomeBadge outcome={order.outcome} />}
        <Saving draft={draft} order={order} />
      </div>
      <span className={styles.spring} />
      {tools}
      {offered.map(({ keys, label, run, icon }) => (
        <Hint key={keys} label={label} keys={keys}>
          <ActionIcon aria-label={label} onClick={run}>
            {icon}
          </ActionIcon>
        </Hint>
      ))}
      {removal.question}
    </header>
  )
}

/** Draws whether the shown values are saved. */
function Saving({ draft, order }: { draft: Draft; order: Consignment }) {
  const words = useWords(detailWords)
  const format = useEnvironmentFormat()
  return (
    <Text size="xs" c="dimmed" role="status" truncate>
      {draft.isSaving
        ? words.saving
        : draft.isDirty()
          ? words.unsaved
          : `${words.version} ${order.version} · ${format.instant(order.updated)}`}
    </Text>
  )
}

/** Draws the errors without a field on the page. */
export function Refusals({ draft }: { draft: Draft }) {
  return draft.others.length === 0 ? null : (
    <Alert color="red" role="alert" m="sm">
      {draft.others.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  )
}

/** Wraps a widget, so that an error in it does not close the form of the order. */
const inBoundary = (widget: ReactNode) => <WidgetBoundary>{widget}</WidgetBoundary>

function Raw({ order }: { order: Consignment }) {
  const words = useWords(detailWords)
  const shell = useWords(shellWords)
  const text = JSON.stringify(order, null, 2)
  return (
    <>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" m="md" mb={0} onClick={copy}>
            {copied ? shell.copied : words.copyJson}
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
