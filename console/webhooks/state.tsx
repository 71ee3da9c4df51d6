// Shows whether a webhook is active, since when it fails, and why.
import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Webhook } from '../../contract/webhook.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { useWords } from '../words/language.ts'
import { webhookWords } from './words.ts'

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhookWords)
  const format = useEnvironmentFormat()
  if (webhook.state === 'paused')
    return (
      <Text size="sm">
        <Badge color="gray">{words.paused}</Badge> {words[webhook.pausedReason ?? 'manual']}
        {webhook.pausedSince ? `, ${format.instant(webhook.pausedSince)}` : ''}
      </Text>
    )
  if (webhook.failingSince)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        <IconAlertTriangle size={14} aria-hidden /> {words.failingSince(format.instant(webhook.failingSince))}
      </Text>
    )
  return <Badge>{words.enabled}</Badge>
}
