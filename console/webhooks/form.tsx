// Creates a webhook: URL, events and description.
import { Button, Modal, MultiSelect, Stack, Switch, TextInput } from '@mantine/core'
import { createWebhook, eventFilters, listWebhooks, type Webhook, webhookFormats } from '../../contract/webhook.ts'
import { apiClient } from '../api/client.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { useSending } from '../fields/sending.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { webhookTexts } from './words.ts'

interface WebhookFormProps {
  opened: boolean
  onClose(): void
  /** Called after the creation, with the secret, which is displayed once. */
  onMade(secret: string): void
}

export function WebhookForm({ opened, onClose, onMade }: WebhookFormProps) {
  const texts = useTexts(webhookTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.add}>
      <Form onMade={onMade} />
    </Modal>
  )
}

function Form({ onMade }: Pick<WebhookFormProps, 'onMade'>) {
  const texts = useTexts(webhookTexts)
  const { form, others, busy, send } = useSending({
    url: '',
    description: '',
    events: [] as string[],
    include: false,
    format: 'standard' as Webhook['format'],
  })
  const create = send(async () => {
    const { include, description, ...values } = form.values
    const body = {
      ...values,
      ...(include ? { include: 'record' as const } : {}),
      ...(description === '' ? {} : { description }),
    }
    const { data } = await apiClient.call(createWebhook, { body })
    await refreshEndpoints(listWebhooks)
    onMade(data.secret)
  })
  return (
    <form onSubmit={create}>
      <Stack gap="sm">
        {others}
        <TextInput
          label={texts.url}
          description={texts.urlHelp}
          placeholder="https://"
          dir="ltr"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <EventsSelect
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors.events as string}
        />
        <Switch
          label={texts.includeRecord}
          description={texts.includeRecordHelp}
          {...form.getInputProps('include', { type: 'checkbox' })}
        />
        <FormatSelect value={form.values.format} onChange={(format) => form.setFieldValue('format', format)} />
        <TextInput label={texts.description} {...form.getInputProps('description')} />
        <div className={styles.end}>
          <Button variant="filled" type="submit" loading={busy}>
            {texts.add}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface FormatSelectProps {
  value: Webhook['format']
  onChange(value: Webhook['format']): void
  disabled?: boolean
}

export function FormatSelect({ value, onChange, disabled = false }: FormatSelectProps) {
  const texts = useTexts(webhookTexts)
  return (
    <ChoiceInput
      label={texts.format}
      disabled={disabled}
      choices={webhookFormats.map((format) => ({ value: format, label: texts[format] }))}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}

interface EventsSelectProps {
  value: string[]
  onChange(value: string[]): void
  error: string | undefined
  disabled?: boolean
}

export function EventsSelect({ value, onChange, error, disabled = false }: EventsSelectProps) {
  const texts = useTexts(webhookTexts)
  return (
    <MultiSelect
      label={texts.events}
      description={texts.eventsHelp}
      placeholder={value.length === 0 ? texts.allEvents : ''}
      data={[...eventFilters]}
      searchable
      disabled={disabled}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
