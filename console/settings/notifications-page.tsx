// Settings › Notifications: triggers, recipients and templates of e-mails.
import { Checkbox, Stack, TagsInput, Text } from '@mantine/core'
import { trackingTriggers } from '../../contract/road.ts'
import { useShown } from '../api/draft.ts'
import { ChoiceField, Conflict, SwitchField, TextField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { LetterEditor } from './letter-editor.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { roadWords, settingsWords } from './words.ts'

export function NotificationsPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={words.notifications} about={words.notificationsAbout} draft={draft} wide>
      <section className={styles.group}>
        <h2>{words.recipients}</h2>
        <SwitchField
          {...field}
          path="notifications.proofOfDelivery"
          label={words.proofOfDelivery}
          description={words.overridden}
        />
        <Automatic draft={draft} />
        <SwitchField
          {...field}
          path="notifications.publicTracking"
          label={words.publicTracking}
          description={words.overridden}
        />
        <Triggers draft={draft} />
      </section>
      <section className={styles.group}>
        <h2>{words.alwaysTold}</h2>
        <Recipients draft={draft} path="notifications.failedRecipients" label={words.failedRecipients} />
        <Recipients
          draft={draft}
          path="notifications.partiallySuccessfulRecipients"
          label={words.partiallySuccessfulRecipients}
        />
      </section>
      <Letters draft={draft} />
    </SettingsPage>
  )
}

interface SectionProps {
  draft: SettingsDraft
}

function Automatic({ draft }: SectionProps) {
  const words = useWords(roadWords)
  return (
    <fieldset className={styles.plain}>
      <legend>{words.automaticLetters}</legend>
      <Stack gap="xs">
        <Tick draft={draft} path="notifications.automatic.success" label={words.onSuccess} />
        <Tick draft={draft} path="notifications.automatic.partial" label={words.onPartial} />
        <Tick draft={draft} path="notifications.automatic.failed" label={words.onFailed} />
      </Stack>
    </fieldset>
  )
}

function Tick({ draft, path, label }: SectionProps & { path: string; label: string }) {
  useShown(draft, path)
  return (
    <Checkbox
      label={label}
      disabled={!draft.mayWrite}
      checked={draft.value(path) === true}
      onChange={({ currentTarget }) => draft.put(path, currentTarget.checked)}
    />
  )
}

function Triggers({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const path = 'notifications.trackingTriggers'
  useShown(draft, path)
  const labels = {
    registered: words.onRegistered,
    planned: words.onPlanned,
    released: words.onReleased,
    inTransit: words.onInTransit,
  }
  return (
    <Checkbox.Group
      label={words.triggers}
      value={draft.value(path) as string[]}
      onChange={(value) => draft.put(path, value)}
      error={draft.fault(path)}
    >
      <Stack gap="xs" mt="xs">
        {trackingTriggers.map((name) => (
          <Checkbox key={name} value={name} label={labels[name]} disabled={!draft.mayWrite} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function Letters({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <section className={styles.group}>
      <h2>{words.letters}</h2>
      <Text size="sm" c="dimmed">
        {words.lettersAbout}
      </Text>
      <ChoiceField
        {...field}
        path="notifications.language"
        label={words.language}
        isRequired
        choices={[
          { value: 'en', label: words.english },
          { value: 'de', label: words.german },
          { value: 'ar', label: words.arabic },
        ]}
      />
      <TextField
        {...field}
        path="notifications.senderName"
        label={words.senderName}
        description={words.senderNameHelp}
        maxLength={100}
      />
      <TextField {...field} path="notifications.replyTo" label={words.replyTo} type="email" />
      <SwitchField {...field} path="notifications.attachPdf" label={words.attachPdf} />
      <LetterEditor draft={draft} />
    </section>
  )
}

function Recipients({ draft, path, label }: SectionProps & { path: string; label: string }) {
  const words = useWords(settingsWords)
  useShown(draft, path)
  return (
    <div>
      <TagsInput
        label={label}
        description={words.recipientsHelp}
        size="xs"
        disabled={!draft.mayWrite}
        value={draft.value(path) as string[]}
        onChange={(value) => draft.put(path, value)}
        error={draft.fault(path)}
        splitChars={[',', ';', ' ']}
        clearButtonProps={{ 'aria-label': words.remove }}
      />
      <Conflict draft={draft} path={path} />
    </div>
  )
}
