// Settings › Routes: stop duration, start time, speeds, unknown loads, and orders that join the export list.
import { Checkbox, Stack } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { ChoiceField, ClockField, NumberField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsTexts } from './words.ts'

export function RoutesPage() {
  const texts = useTexts(settingsTexts)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={texts.routes} about={texts.routesAbout} draft={draft}>
      <section className={styles.group}>
        <h2>{texts.stops}</h2>
        <NumberField
          {...field}
          path="routeSettings.stopDuration"
          label={texts.stopDuration}
          description={texts.stopDurationHelp}
          w="14rem"
        />
        <ClockField
          {...field}
          path="routeSettings.startTime"
          label={texts.startTime}
          description={texts.startTimeHelp(String(draft.value('timezone')))}
          w="14rem"
        />
      </section>
      <section className={styles.group}>
        <h2>{texts.travel}</h2>
        <p>{texts.travelAbout}</p>
        <NumberField {...field} path="travel.shortSpeed" label={texts.shortSpeed} w="14rem" />
        <NumberField {...field} path="travel.longSpeed" label={texts.longSpeed} w="14rem" />
        <NumberField {...field} path="travel.shortDetour" label={texts.shortDetour} w="14rem" />
        <NumberField {...field} path="travel.longDetour" label={texts.longDetour} w="14rem" />
      </section>
      <section className={styles.group}>
        <h2>{texts.loads}</h2>
        <ChoiceField
          {...field}
          path="loads.unknown"
          label={texts.unknownLoad}
          description={texts.unknownLoadHelp}
          isRequired
          choices={[
            { value: 'create', label: texts.createLoad },
            { value: 'refuse', label: texts.refuseOrder },
          ]}
        />
      </section>
      <section className={styles.group}>
        <h2>{texts.exportList}</h2>
        <Automatic draft={draft} />
      </section>
    </SettingsPage>
  )
}

function Automatic({ draft }: { draft: SettingsDraft }) {
  const texts = useTexts(settingsTexts)
  const path = 'export.automatic'
  useShown(draft, path)
  return (
    <Checkbox.Group
      label={texts.automatic}
      description={texts.automaticHelp}
      value={draft.value(path) as string[]}
      onChange={(value) => draft.put(path, value)}
      error={draft.errorText(path)}
    >
      <Stack gap="xs" mt="xs">
        <Checkbox value="created" label={texts.whenCreated} disabled={!draft.mayWrite} />
        <Checkbox value="changed" label={texts.whenChanged} disabled={!draft.mayWrite} />
        <Checkbox value="released" label={texts.whenReleased} disabled={!draft.mayWrite} />
        <Checkbox value="outcome" label={texts.whenProved} disabled={!draft.mayWrite} />
      </Stack>
    </Checkbox.Group>
  )
}
