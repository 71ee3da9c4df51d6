// Shows a webhook in a drawer: its settings, commands, and deliveries with every attempt.
import { Badge, Button, Code, Drawer, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Delivery,
  type DeliveryState,
  deleteWebhook,
  deliveryStates,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  resendDelivery,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
} from '../../contract/webhook.ts'
import { client } from '../api/client.ts'
import { useDraft, useShown } from '../api/draft.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { entryOf, read, refresh, reread, saveOver } from '../api/query.ts'
import { TextField } from '../fields/fields.tsx'
import { Refusals } from '../fields/refusals.tsx'
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { ofRow } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { EventsSelect, FormatSelect } from './form.tsx'
import { WebhookState } from './state.tsx'
import { webhookWords } from './words.ts'

interface WebhookDetailProps {
  webhook: Webhook
  mayWrite: boolean
  onClose(): void
}

export function WebhookDetail({ webhook, mayWrite, onClose }: WebhookDetailProps) {
  const words = useWords(webhookWords)
  const shell = useWords(shellWords)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={webhook.description ?? words.webhook}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Stack gap="md">
        <Settings webhook={webhook} mayWrite={mayWrite} />
        {mayWrite ? <Actions webhook={webhook} onDeleted={onClose} /> : null}
        <Deliveries webhookId={webhook.webhookId} mayWrite={mayWrite} />
      </Stack>
    </Drawer>
  )
}

function Settings({ webhook, mayWrite }: Pick<WebhookDetailProps, 'webhook' | 'mayWrite'>) {
  const words = useWords(webhookWords)
  const { webhookId } = webhook
  const webhookQuery = read(getWebhook, { params: { webhookId } })
  const answer = useQuery(webhookQuery)
  const record = answer.data?.data ?? webhook
  const draft = useDraft({
    record,
    async save(patch) {
      const isAsLeft = await saveOver(webhookQuery.queryKey, (precondition) =>
        client.call(updateWebhook, { params: { webhookId }, body: patch, ...precondition }),
      )
      await refresh(listWebhooks)
      return isAsLeft
    },
    reload: () => reread(webhookQuery.queryKey),
  })
  useShown(draft, 'events')
  useShown(draft, 'include')
  const isPaused = record.state === 'paused'
  const turn = () => draft.put('state', isPaused ? 'enabled' : 'paused')
  const label = ofRow(record.description ?? record.url, isPaused ? words.resume : words.pause)
  useShortcuts(mayWrite ? [{ label, group: words.title, run: turn }] : [])
  return (
    <section className={styles.group}>
      <Refusals of={draft.others} />
      <Group justify="space-between">
        <WebhookState webhook={record} />
        {mayWrite ? (
          <Button variant="default" onClick={turn}>
            {isPaused ? words.resume : words.pause}
          </Button>
        ) : null}
      </Group>
      <TextField draft={draft} path="url" label={words.url} disabled={!mayWrite} />
      <TextField draft={draft} path="description" label={words.description} disabled={!mayWrite} />
      <EventsSelect
        value={draft.value('events') as string[]}
        onChange={(events) => draft.put('events', events)}
        error={draft.fault('events')}
        disabled={!mayWrite}
      />
      <Switch
        label={words.includeRecord}
        description={words.includeRecordHelp}
        disabled={!mayWrite}
        checked={draft.value('include') === 'record'}
        onChange={({ currentTarget }) => draft.put('include', currentTarget.checked ? 'record' : null)}
        error={draft.fault('include')}
      />
      <FormatSelect
        value={draft.value('format') as Webhook['format']}
        onChange={(format) => draft.put('format', format)}
        disabled={!mayWrite}
      />
    </section>
  )
}

function Actions({ webhook, onDeleted }: { webhook: Webhook; onDeleted(): void }) {
  const words = useWords(webhookWords)
  const { webhookId } = webhook
  const [secret, setSecret] = useState<string>()
  const [asks, setAsks] = useState<'rotate' | 'delete'>()
  const [isPinging, setPinging] = useState(false)
  const ping = async () => {
    setPinging(true)
    try {
      const { data } = await client.call(pingWebhook, { params: { webhookId } })
      const { status, message } = data.attempts.at(-1)!
      showDone(words.pinged(status === null ? (message ?? '') : String(status)))
    } catch (error) {
      showProblem(error)
    } finally {
      setPinging(false)
      await refresh(listDeliveries, listWebhooks)
    }
  }
  const rotate = async () => {
    const { data } = await client.call(rotateWebhookSecret, { params: { webhookId }, body: {} })
    setSecret(data.secret)
    await refresh(listDeliveries, listWebhooks)
  }
  const remove = async () => {
    await client.call(deleteWebhook, { params: { webhookId } })
    await refresh(listDeliveries, listWebhooks)
    onDeleted()
  }
  const command = (label: string, run: () => void) => ({
    label: ofRow(webhook.description ?? webhook.url, label),
    group: words.title,
    run,
  })
  useShortcuts([
    command(words.ping, () => void ping()),
    command(words.rotate, () => setAsks('rotate')),
    command(words.delete, () => setAsks('delete')),
  ])
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={isPinging} onClick={ping}>
          {words.ping}
        </Button>
        <Button variant="default" onClick={() => setAsks('rotate')}>
          {words.rotate}
        </Button>
        <Button variant="default" onClick={() => setAsks('delete')}>
          {words.delete}
        </Button>
      </Group>
      {secret === undefined ? null : (
        <Secret
          title={words.rotated}
          values={[{ label: words.secret, text: secret }]}
          onDone={() => setSecret(undefined)}
        />
      )}
      <Confirm
        opened={asks !== undefined}
        title={asks === 'rotate' ? words.rotate : words.delete}
        action={asks === 'rotate' ? words.rotate : words.delete}
        isDangerous={asks === 'delete'}
        onConfirm={asks === 'rotate' ? rotate : remove}
        onClose={() => setAsks(undefined)}
      >
        {asks === 'rotate' ? words.rotateText : words.deleteText}
      </Confirm>
    </>
  )
}

function Deliveries({ webhookId, mayWrite }: { webhookId: string; mayWrite: boolean }) {
  const words = useWords(webhookWords)
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const answer = useInfiniteQuery({
    ...entryOf(listDeliveries, webhookId, state),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await client.call(listDeliveries, {
          params: { webhookId },
          query: { ...(state === 'all' ? {} : { state }), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          signal,
        })
      ).data,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const deliveries = answer.data?.pages.flatMap((page) => page.deliveries)
  return (
    <section className={styles.group}>
      <Group justify="space-between">
        <h2>{words.deliveries}</h2>
        <SegmentedControl
          aria-label={words.state}
          value={state}
          onChange={(value) => setState(value as DeliveryState | 'all')}
          data={(['all', ...deliveryStates] as const).map((value) => ({ value, label: words[value] }))}
        />
      </Group>
      {deliveries?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noDeliveries}
        </Text>
      ) : null}
      {deliveries?.map((delivery) => (
        <DeliveryItem key={delivery.deliveryId} webhookId={webhookId} delivery={delivery} mayWrite={mayWrite} />
      ))}
      {answer.hasNextPage ? (
        <Button variant="default" loading={answer.isFetchingNextPage} onClick={() => answer.fetchNextPage()}>
          {words.older}
        </Button>
      ) : null}
    </section>
  )
}

const colours: Record<DeliveryState, string> = { pending: 'yellow', delivered: 'good', failed: 'red' }

interface DeliveryItemProps {
  webhookId: string
  delivery: Delivery
  mayWrite: boolean
}

function DeliveryItem({ webhookId, delivery, mayWrite }: DeliveryItemProps) {
  const words = useWords(webhookWords)
  const format = useEnvironmentFormat()
  const { deliveryId, type, state, created, nextAttempt, attempts } = delivery
  const resend = async () => {
    try {
      await client.call(resendDelivery, { params: { webhookId, deliveryId } })
      await refresh(listDeliveries)
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <details className={styles.item}>
      <summary>
        <Badge color={colours[state]}>{words[state]}</Badge> {type} · {format.instant(created)} ·{' '}
        {words.attempts(attempts.length)}
      </summary>
      <DataTable
        label={words.attempts(attempts.length)}
        rows={attempts}
        idOf={({ at }) => at}
        columns={[
          { head: '', show: ({ at }) => format.instant(at) },
          { head: '', show: ({ status, failure }) => status ?? failure },
          { head: '', show: ({ durationMs }) => words.milliseconds(durationMs) },
          { head: '', show: ({ response, message }) => response ?? message, cell: () => ({ dir: 'ltr' }) },
        ]}
      />
      {nextAttempt ? (
        <Text size="xs" c="dimmed">
          {words.nextAttempt(format.instant(nextAttempt))}
        </Text>
      ) : null}
      <WidgetBoundary>
        <Message webhookId={webhookId} deliveryId={deliveryId} />
      </WidgetBoundary>
      {mayWrite && type !== 'ping' ? (
        <Button variant="default" size="compact-xs" mt="xs" onClick={resend}>
          {words.resend}
        </Button>
      ) : null}
    </details>
  )
}

/** Shows the message of a delivery on request. The service builds it each time and stores no copy. */
function Message({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const words = useWords(webhookWords)
  const [isShown, setShown] = useState(false)
  const answer = useQuery({ ...read(getDelivery, { params: { webhookId, deliveryId } }), enabled: isShown })
  if (!isShown)
    return (
      <Button variant="default" size="compact-xs" mt="xs" me="xs" onClick={() => setShown(true)}>
        {words.showMessage}
      </Button>
    )
  const body = answer.data?.data.body
  return (
    <>
      <Text size="xs" c="dimmed">
        {body === null ? words.noMessage : words.messageNow}
      </Text>
      {body ? (
        <Code block dir="ltr" aria-label={words.message}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </Code>
      ) : null}
    </>
  )
}
