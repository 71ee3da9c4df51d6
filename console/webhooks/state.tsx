// Shows whether a webhook is active, since when it fails, and why.
import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Webhook } from '../../contract/webhook.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { useTexts } from '../words/language.ts'
import { webhookTexts } from './words.ts'

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhookTexts)
  const format = useEnvironmentFormat()
  if (webhook.state === 'paused')
    return (
      <Text size="sm">
        <Badge color="gray">{texts.paused}</Badge> {texts[webhook.pausedReason ?? 'manual']}
        {webhook.pausedSince ? `, ${format.instant(webhook.pausedSince)}` : ''}
      </Text>
    )
  if (webhook.failingSince)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        <IconAlertTriangle size={14} aria-hidden /> {texts.failingSince(format.instant(webhook.failingSince))}
      </Text>
    )
  return <Badge>{texts.enabled}</Badge>
}
