// Settings › Webhooks: the receivers of events, their state, and the deliveries.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listWebhooks, type Webhook } from '../../contract/webhook.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { TableColumn } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { runWhenAvailable } from '../shell/page-targets.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { formatRowLabel } from '../shell/row-commands.ts'
import { SecretAlert } from '../shell/secret.tsx'
import { shellTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { webhookCommands } from './commands.ts'
import { WebhookDetail } from './detail.tsx'
import { WebhookForm } from './form.tsx'
import { WebhookState } from './state.tsx'
import { webhookTexts } from './words.ts'

export function WebhooksPage() {
  const texts = useTexts(webhookTexts)
  const format = useEnvironmentFormat()
  const answer = useQuery(buildQuery(listWebhooks))
  const { webhook: chosen } = useSearch({ from: '/shell/settings/webhooks' })
  const navigate = useNavigate()
  const mayWrite = useMay('webhooks:write')
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const open = (webhookId: string) => navigate({ to: '/settings/webhooks', search: { webhook: webhookId } })
  const button = useNewRecord({
    command: webhookCommands.add,
    group: texts.title,
    isAllowed: mayWrite,
    run: () => setAdding(true),
  })
  const webhooks = answer.data?.data
  const webhook = webhooks?.find(({ webhookId }) => webhookId === chosen)
  return (
    <PageFrame title={texts.title} zone={format.zone} actions={button}>
      <DataTable
        label={texts.title}
        columns={useColumns(open)}
        rows={webhooks}
        query={answer}
        idOf={({ webhookId }) => webhookId}
        nameOf={nameOf}
        current={chosen}
        commands={useCommands(chosen, open)}
        empty={
          secret === undefined ? (
            <EmptyState title={texts.none} action={button}>
              {texts.about}
            </EmptyState>
          ) : undefined
        }
        frame={(table) => (
          <div className={styles.wide}>
            <QuietText mb="md">{texts.about}</QuietText>
            {secret === undefined ? null : (
              <SecretAlert
                title={texts.made}
                values={[{ label: texts.secret, text: secret }]}
                onDone={() => setSecret(undefined)}
              />
            )}
            {table}
          </div>
        )}
      />
      {webhook ? (
        <WebhookDetail
          key={webhook.webhookId}
          webhook={webhook}
          mayWrite={mayWrite}
          onClose={() => navigate({ to: '/settings/webhooks', search: {} })}
        />
      ) : null}
      <WebhookForm
        opened={adding}
        onClose={() => setAdding(false)}
        onMade={(made) => {
          setSecret(made)
          setAdding(false)
        }}
      />
    </PageFrame>
  )
}

const nameOf = ({ description, url }: Webhook): string => description ?? url

/** Returns the commands of a webhook. The drawer offers the commands of the open webhook. */
function useCommands(chosen: string | undefined, open: (webhookId: string) => void) {
  const texts = useTexts(webhookTexts)
  const shell = useTexts(shellTexts)
  const mayWrite = useMay('webhooks:write')
  return (webhook: Webhook) => {
    const { webhookId, state } = webhook
    if (webhookId === chosen) return []
    const onIt = (label: string) => ({
      label,
      run() {
        open(webhookId)
        runWhenAvailable(undefined, formatRowLabel(nameOf(webhook), label))
      },
    })
    const changes = [state === 'paused' ? texts.resume : texts.pause, texts.ping, texts.rotate, texts.delete]
    return [{ label: shell.open, run: () => open(webhookId) }, ...(mayWrite ? changes.map(onIt) : [])]
  }
}

function useColumns(open: (webhookId: string) => void): TableColumn<Webhook>[] {
  const texts = useTexts(webhookTexts)
  return [
    {
      head: texts.url,
      show: (webhook) => (
        <>
          <button type="button" className={styles.name} onClick={() => open(webhook.webhookId)}>
            {nameOf(webhook)}
          </button>
          {webhook.description ? (
            <QuietText size="xs" dir="ltr">
              {webhook.url}
            </QuietText>
          ) : null}
        </>
      ),
    },
    { head: texts.events, show: ({ events }) => (events.length === 0 ? texts.allEvents : events.join(', ')) },
    { head: texts.state, show: (webhook) => <WebhookState webhook={webhook} /> },
  ]
}
