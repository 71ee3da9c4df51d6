// Settings › Webhooks: the receivers of events, their state, and the deliveries.
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listWebhooks, type Webhook } from '../../contract/webhook.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { Column } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { runWhenThere } from '../shell/elsewhere.ts'
import { useNewRecord } from '../shell/new-record.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { ofRow } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { webhookCommands } from './commands.ts'
import { WebhookDetail } from './detail.tsx'
import { WebhookForm } from './form.tsx'
import { WebhookState } from './state.tsx'
import { webhookWords } from './words.ts'

export function WebhooksPage() {
  const words = useWords(webhookWords)
  const format = useEnvironmentFormat()
  const answer = useQuery(read(listWebhooks))
  const { webhook: chosen } = useSearch({ from: '/shell/settings/webhooks' })
  const navigate = useNavigate()
  const mayWrite = useMay('webhooks:write')
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const open = (webhookId: string) => navigate({ to: '/settings/webhooks', search: { webhook: webhookId } })
  const button = useNewRecord({
    command: webhookCommands.add,
    group: words.title,
    isAllowed: mayWrite,
    run: () => setAdding(true),
  })
  const webhooks = answer.data?.data
  const webhook = webhooks?.find(({ webhookId }) => webhookId === chosen)
  return (
    <Page title={words.title} zone={format.zone} actions={button}>
      <DataTable
        label={words.title}
        columns={useColumns(open)}
        rows={webhooks}
        query={answer}
        idOf={({ webhookId }) => webhookId}
        nameOf={nameOf}
        current={chosen}
        commands={useCommands(chosen, open)}
        empty={
          secret === undefined ? (
            <Empty title={words.none} action={button}>
              {words.about}
            </Empty>
          ) : undefined
        }
        frame={(table) => (
          <div className={styles.wide}>
            <Text size="sm" c="dimmed" mb="md">
              {words.about}
            </Text>
            {secret === undefined ? null : (
              <Secret
                title={words.made}
                values={[{ label: words.secret, text: secret }]}
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
    </Page>
  )
}

const nameOf = ({ description, url }: Webhook): string => description ?? url

/** Returns the commands of a webhook. The drawer offers those of the open one. */
function useCommands(chosen: string | undefined, open: (webhookId: string) => void) {
  const words = useWords(webhookWords)
  const shell = useWords(shellWords)
  const mayWrite = useMay('webhooks:write')
  return (webhook: Webhook) => {
    const { webhookId, state } = webhook
    if (webhookId === chosen) return []
    const onIt = (label: string) => ({
      label,
      run() {
        open(webhookId)
        runWhenThere(undefined, ofRow(nameOf(webhook), label))
      },
    })
    const changes = [state === 'paused' ? words.resume : words.pause, words.ping, words.rotate, words.delete]
    return [{ label: shell.open, run: () => open(webhookId) }, ...(mayWrite ? changes.map(onIt) : [])]
  }
}

function useColumns(open: (webhookId: string) => void): Column<Webhook>[] {
  const words = useWords(webhookWords)
  return [
    {
      head: words.url,
      show: (webhook) => (
        <>
          <button type="button" className={styles.name} onClick={() => open(webhook.webhookId)}>
            {nameOf(webhook)}
          </button>
          {webhook.description ? (
            <Text size="xs" c="dimmed" dir="ltr">
              {webhook.url}
            </Text>
          ) : null}
        </>
      ),
    },
    { head: words.events, show: ({ events }) => (events.length === 0 ? words.allEvents : events.join(', ')) },
    { head: words.state, show: (webhook) => <WebhookState webhook={webhook} /> },
  ]
}
