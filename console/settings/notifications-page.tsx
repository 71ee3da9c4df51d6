// Settings › Notifications: the environment's switches and those who are always told.
import { Alert, TagsInput } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { Conflict, SwitchField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

export function NotificationsPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={words.notifications} about={words.notificationsAbout} draft={draft}>
      <Alert color="gray">{words.notSent}</Alert>
      <section className={styles.group}>
        <h2>{words.recipients}</h2>
        <SwitchField
          {...field}
          path="notifications.proofOfDelivery"
          label={words.proofOfDelivery}
          description={words.overridden}
        />
        <SwitchField
          {...field}
          path="notifications.publicTracking"
          label={words.publicTracking}
          description={words.overridden}
        />
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
    </SettingsPage>
  )
}

function Recipients({ draft, path, label }: { draft: SettingsDraft; path: string; label: string }) {
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
