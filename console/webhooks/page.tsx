// Settings › Webhooks: where the service tells of changes by itself, how it goes, and what came back.
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listWebhooks, type Webhook } from '../../contract/webhook.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import styles from '../shell/content.module.css'
import { runWhenThere } from '../shell/elsewhere.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { ofRow, useRowCommands } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
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
  useShortcuts(mayWrite ? [{ keys: 'n', label: words.add, group: words.title, run: () => setAdding(true) }] : [])
  const open = (webhookId: string) => navigate({ to: '/settings/webhooks', search: { webhook: webhookId } })
  const button = mayWrite ? (
    <Hint label={words.add} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
        {words.add}
      </Button>
    </Hint>
  ) : null
  const webhooks = answer.data?.data
  const webhook = webhooks?.find(({ webhookId }) => webhookId === chosen)
  return (
    <Page title={words.title} zone={format.zone} actions={button}>
      {answer.error && !webhooks ? <Failure error={answer.error} onRetry={() => answer.refetch()} /> : null}
      {webhooks || answer.error ? null : <Waiting />}
      {webhooks?.length === 0 && secret === undefined ? (
        <Empty title={words.none} action={button}>
          {words.about}
        </Empty>
      ) : null}
      {webhooks && (webhooks.length > 0 || secret !== undefined) ? (
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
          <Webhooks webhooks={webhooks} chosen={chosen} mayWrite={mayWrite} onOpen={open} />
        </div>
      ) : null}
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

interface WebhooksProps {
  webhooks: Webhook[]
  chosen: string | undefined
  mayWrite: boolean
  onOpen(webhookId: string): void
}

function Webhooks({ webhooks, chosen, mayWrite, onOpen }: WebhooksProps) {
  const words = useWords(webhookWords)
  const shell = useWords(shellWords)
  useRowCommands(() =>
    webhooks
      // What is open offers it itself.
      .filter(({ webhookId }) => webhookId !== chosen)
      .map(({ webhookId, description, url, state }) => {
        const name = description ?? url
        const onIt = (label: string) => ({
          label,
          run() {
            onOpen(webhookId)
            runWhenThere(undefined, ofRow(name, label))
          },
        })
        const changes = [state === 'paused' ? words.resume : words.pause, words.ping, words.rotate, words.delete]
        return {
          ...{ id: webhookId, name },
          commands: [{ label: shell.open, run: () => onOpen(webhookId) }, ...(mayWrite ? changes.map(onIt) : [])],
        }
      }),
  )
  return (
    <table className={styles.table} aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.url}</th>
          <th scope="col">{words.events}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr
            key={webhook.webhookId}
            data-row={webhook.webhookId}
            aria-current={webhook.webhookId === chosen ? 'true' : undefined}
          >
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen(webhook.webhookId)}>
                {webhook.description ?? webhook.url}
              </button>
              {webhook.description ? (
                <Text size="xs" c="dimmed" dir="ltr">
                  {webhook.url}
                </Text>
              ) : null}
            </td>
            <td>{webhook.events.length === 0 ? words.allEvents : webhook.events.join(', ')}</td>
            <td>
              <WebhookState webhook={webhook} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
