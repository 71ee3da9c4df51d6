// Shows a webhook in a drawer: its settings, commands, and deliveries with every attempt.
import { Badge, Button, Code, Drawer, Group, SegmentedControl, Stack, Switch } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
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
  type WebhookDelivery,
} from '../../contract/webhook.ts'
import { apiClient } from '../api/client.ts'
import { useDraft, useShown } from '../api/draft.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry, buildQuery, refreshEndpoints, refreshResponse, saveOver } from '../api/query.ts'
import { TextField } from '../fields/fields.tsx'
import { FormErrors } from '../fields/refusals.tsx'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { formatRowLabel } from '../shell/row-commands.ts'
import { SecretAlert } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { WidgetBoundary } from '../shell/widget-boundary.tsx'
import { useTexts } from '../words/language.ts'
import { EventsSelect, FormatSelect } from './form.tsx'
import { WebhookState } from './state.tsx'
import { webhookTexts } from './words.ts'

interface WebhookDetailProps {
  webhook: Webhook
  mayWrite: boolean
  onClose(): void
}

export function WebhookDetail({ webhook, mayWrite, onClose }: WebhookDetailProps) {
  const texts = useTexts(webhookTexts)
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={webhook.description ?? texts.webhook}>
      <Stack gap="md">
        <Settings webhook={webhook} mayWrite={mayWrite} />
        {mayWrite ? <Actions webhook={webhook} onDeleted={onClose} /> : null}
        <Deliveries webhookId={webhook.webhookId} mayWrite={mayWrite} />
      </Stack>
    </Drawer>
  )
}

function Settings({ webhook, mayWrite }: Pick<WebhookDetailProps, 'webhook' | 'mayWrite'>) {
  const texts = useTexts(webhookTexts)
  const { webhookId } = webhook
  const webhookQuery = buildQuery(getWebhook, { params: { webhookId } })
  const answer = useQuery(webhookQuery)
  const record = answer.data?.data ?? webhook
  const draft = useDraft({
    record,
    async save(patch) {
      const isAsLeft = await saveOver(webhookQuery.queryKey, (precondition) =>
        apiClient.call(updateWebhook, { params: { webhookId }, body: patch, ...precondition }),
      )
      await refreshEndpoints(listWebhooks)
      return isAsLeft
    },
    reload: () => refreshResponse(webhookQuery.queryKey),
  })
  useShown(draft, 'events')
  useShown(draft, 'include')
  const isPaused = record.state === 'paused'
  const togglePaused = () => draft.put('state', isPaused ? 'enabled' : 'paused')
  const label = formatRowLabel(record.description ?? record.url, isPaused ? texts.resume : texts.pause)
  useShortcuts(mayWrite ? [{ label, group: texts.title, run: togglePaused }] : [])
  return (
    <section className={styles.group}>
      <FormErrors errors={draft.generalErrors} />
      <Group justify="space-between">
        <WebhookState webhook={record} />
        {mayWrite ? <Button onClick={togglePaused}>{isPaused ? texts.resume : texts.pause}</Button> : null}
      </Group>
      <TextField draft={draft} path="url" label={texts.url} disabled={!mayWrite} />
      <TextField draft={draft} path="description" label={texts.description} disabled={!mayWrite} />
      <EventsSelect
        value={draft.value('events') as string[]}
        onChange={(events) => draft.put('events', events)}
        error={draft.errorText('events')}
        disabled={!mayWrite}
      />
      <Switch
        label={texts.includeRecord}
        description={texts.includeRecordHelp}
        disabled={!mayWrite}
        checked={draft.value('include') === 'record'}
        onChange={({ currentTarget }) => draft.put('include', currentTarget.checked ? 'record' : null)}
        error={draft.errorText('include')}
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
  const texts = useTexts(webhookTexts)
  const { webhookId } = webhook
  const [secret, setSecret] = useState<string>()
  const [asks, setAsks] = useState<'rotate' | 'delete'>()
  const [isPinging, setPinging] = useState(false)
  const ping = async () => {
    setPinging(true)
    try {
      const { data } = await apiClient.call(pingWebhook, { params: { webhookId } })
      const { status, message } = data.attempts.at(-1)!
      showDone(texts.pinged(status === null ? (message ?? '') : String(status)))
    } catch (error) {
      showProblem(error)
    } finally {
      setPinging(false)
      await refreshEndpoints(listDeliveries, listWebhooks)
    }
  }
  const rotate = async () => {
    const { data } = await apiClient.call(rotateWebhookSecret, { params: { webhookId }, body: {} })
    setSecret(data.secret)
    await refreshEndpoints(listDeliveries, listWebhooks)
  }
  const remove = async () => {
    await apiClient.call(deleteWebhook, { params: { webhookId } })
    await refreshEndpoints(listDeliveries, listWebhooks)
    onDeleted()
  }
  const command = (label: string, run: () => void) => ({
    label: formatRowLabel(webhook.description ?? webhook.url, label),
    group: texts.title,
    run,
  })
  useShortcuts([
    command(texts.ping, () => void ping()),
    command(texts.rotate, () => setAsks('rotate')),
    command(texts.delete, () => setAsks('delete')),
  ])
  return (
    <>
      <Group gap="xs">
        <Button loading={isPinging} onClick={ping}>
          {texts.ping}
        </Button>
        <Button onClick={() => setAsks('rotate')}>{texts.rotate}</Button>
        <Button onClick={() => setAsks('delete')}>{texts.delete}</Button>
      </Group>
      {secret === undefined ? null : (
        <SecretAlert
          title={texts.rotated}
          values={[{ label: texts.secret, text: secret }]}
          onDone={() => setSecret(undefined)}
        />
      )}
      <ConfirmationDialog
        opened={asks !== undefined}
        title={asks === 'rotate' ? texts.rotate : texts.delete}
        action={asks === 'rotate' ? texts.rotate : texts.delete}
        isDangerous={asks === 'delete'}
        onConfirm={asks === 'rotate' ? rotate : remove}
        onClose={() => setAsks(undefined)}
      >
        {asks === 'rotate' ? texts.rotateText : texts.deleteText}
      </ConfirmationDialog>
    </>
  )
}

function Deliveries({ webhookId, mayWrite }: { webhookId: string; mayWrite: boolean }) {
  const texts = useTexts(webhookTexts)
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const answer = useInfiniteQuery({
    ...buildCacheEntry(listDeliveries, webhookId, state),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await apiClient.call(listDeliveries, {
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
        <h2>{texts.deliveries}</h2>
        <SegmentedControl
          aria-label={texts.state}
          value={state}
          onChange={(value) => setState(value as DeliveryState | 'all')}
          data={(['all', ...deliveryStates] as const).map((value) => ({ value, label: texts[value] }))}
        />
      </Group>
      {deliveries?.length === 0 ? <QuietText>{texts.noDeliveries}</QuietText> : null}
      {deliveries?.map((delivery) => (
        <DeliveryItem key={delivery.deliveryId} webhookId={webhookId} delivery={delivery} mayWrite={mayWrite} />
      ))}
      {answer.hasNextPage ? (
        <Button loading={answer.isFetchingNextPage} onClick={() => answer.fetchNextPage()}>
          {texts.older}
        </Button>
      ) : null}
    </section>
  )
}

const colours: Record<DeliveryState, string> = { pending: 'yellow', delivered: 'good', failed: 'red' }

interface DeliveryItemProps {
  webhookId: string
  delivery: WebhookDelivery
  mayWrite: boolean
}

function DeliveryItem({ webhookId, delivery, mayWrite }: DeliveryItemProps) {
  const texts = useTexts(webhookTexts)
  const format = useEnvironmentFormat()
  const { deliveryId, type, state, created, nextAttempt, attempts } = delivery
  const resend = async () => {
    try {
      await apiClient.call(resendDelivery, { params: { webhookId, deliveryId } })
      await refreshEndpoints(listDeliveries)
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <details className={styles.item}>
      <summary>
        <Badge color={colours[state]}>{texts[state]}</Badge> {type} · {format.instant(created)} ·{' '}
        {texts.attempts(attempts.length)}
      </summary>
      <DataTable
        label={texts.attempts(attempts.length)}
        rows={attempts}
        idOf={({ at }) => at}
        columns={[
          { head: '', show: ({ at }) => format.instant(at) },
          { head: '', show: ({ status, failure }) => status ?? failure },
          { head: '', show: ({ durationMs }) => texts.milliseconds(durationMs) },
          { head: '', show: ({ response, message }) => response ?? message, cell: () => ({ dir: 'ltr' }) },
        ]}
      />
      {nextAttempt ? <QuietText size="xs">{texts.nextAttempt(format.instant(nextAttempt))}</QuietText> : null}
      <WidgetBoundary>
        <Message webhookId={webhookId} deliveryId={deliveryId} />
      </WidgetBoundary>
      {mayWrite && type !== 'ping' ? (
        <Button size="compact-xs" mt="xs" onClick={resend}>
          {texts.resend}
        </Button>
      ) : null}
    </details>
  )
}

/** Shows the message of a delivery on request. The service builds it each time and stores no copy. */
function Message({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const texts = useTexts(webhookTexts)
  const [isShown, setShown] = useState(false)
  const answer = useQuery({ ...buildQuery(getDelivery, { params: { webhookId, deliveryId } }), enabled: isShown })
  if (!isShown)
    return (
      <Button size="compact-xs" mt="xs" me="xs" onClick={() => setShown(true)}>
        {texts.showMessage}
      </Button>
    )
  const body = answer.data?.data.body
  return (
    <>
      <QuietText size="xs">{body === null ? texts.noMessage : texts.messageNow}</QuietText>
      {body ? (
        <Code block dir="ltr" aria-label={texts.message}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </Code>
      ) : null}
    </>
  )
}
