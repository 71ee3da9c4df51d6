// Settings › Notifications: triggers, recipients and templates of e-mails.
import { Checkbox, Stack, TagsInput } from '@mantine/core'
import { trackingTriggers } from '../../contract/road.ts'
import { useShown } from '../api/draft.ts'
import { ChoiceField, ConflictAlert, SwitchField, TextField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { LetterEditor } from './letter-editor.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { roadTexts, settingsTexts } from './words.ts'

export function NotificationsPage() {
  const texts = useTexts(settingsTexts)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={texts.notifications} about={texts.notificationsAbout} draft={draft} wide>
      <section className={styles.group}>
        <h2>{texts.recipients}</h2>
        <SwitchField
          {...field}
          path="notifications.proofOfDelivery"
          label={texts.proofOfDelivery}
          description={texts.overridden}
        />
        <Automatic draft={draft} />
        <SwitchField
          {...field}
          path="notifications.publicTracking"
          label={texts.publicTracking}
          description={texts.overridden}
        />
        <Triggers draft={draft} />
      </section>
      <section className={styles.group}>
        <h2>{texts.alwaysTold}</h2>
        <Recipients draft={draft} path="notifications.failedRecipients" label={texts.failedRecipients} />
        <Recipients
          draft={draft}
          path="notifications.partiallySuccessfulRecipients"
          label={texts.partiallySuccessfulRecipients}
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
  const texts = useTexts(roadTexts)
  return (
    <fieldset className={styles.plain}>
      <legend>{texts.automaticLetters}</legend>
      <Stack gap="xs">
        <Tick draft={draft} path="notifications.automatic.success" label={texts.onSuccess} />
        <Tick draft={draft} path="notifications.automatic.partial" label={texts.onPartial} />
        <Tick draft={draft} path="notifications.automatic.failed" label={texts.onFailed} />
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
  const texts = useTexts(roadTexts)
  const path = 'notifications.trackingTriggers'
  useShown(draft, path)
  const labels = {
    registered: texts.onRegistered,
    planned: texts.onPlanned,
    released: texts.onReleased,
    inTransit: texts.onInTransit,
  }
  return (
    <Checkbox.Group
      label={texts.triggers}
      value={draft.value(path) as string[]}
      onChange={(value) => draft.put(path, value)}
      error={draft.errorText(path)}
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
  const texts = useTexts(roadTexts)
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <section className={styles.group}>
      <h2>{texts.letters}</h2>
      <QuietText>{texts.lettersAbout}</QuietText>
      <ChoiceField
        {...field}
        path="notifications.language"
        label={texts.language}
        isRequired
        choices={[
          { value: 'en', label: texts.english },
          { value: 'de', label: texts.german },
          { value: 'ar', label: texts.arabic },
        ]}
      />
      <TextField
        {...field}
        path="notifications.senderName"
        label={texts.senderName}
        description={texts.senderNameHelp}
        maxLength={100}
      />
      <TextField {...field} path="notifications.replyTo" label={texts.replyTo} type="email" />
      <SwitchField {...field} path="notifications.attachPdf" label={texts.attachPdf} />
      <LetterEditor draft={draft} />
    </section>
  )
}

function Recipients({ draft, path, label }: SectionProps & { path: string; label: string }) {
  const texts = useTexts(settingsTexts)
  useShown(draft, path)
  return (
    <div>
      <TagsInput
        label={label}
        description={texts.recipientsHelp}
        size="xs"
        disabled={!draft.mayWrite}
        value={draft.value(path) as string[]}
        onChange={(value) => draft.put(path, value)}
        error={draft.errorText(path)}
        splitChars={[',', ';', ' ']}
        clearButtonProps={{ 'aria-label': texts.remove }}
      />
      <ConflictAlert draft={draft} path={path} />
    </div>
  )
}
