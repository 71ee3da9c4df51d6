// Settings › Routes: stop duration, start time, speeds, unknown loads, and orders that join the export list.
import { Checkbox, Stack } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { ChoiceField, ClockField, NumberField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

export function RoutesPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={words.routes} about={words.routesAbout} draft={draft}>
      <section className={styles.group}>
        <h2>{words.stops}</h2>
        <NumberField
          {...field}
          path="routeSettings.stopDuration"
          label={words.stopDuration}
          description={words.stopDurationHelp}
          w="14rem"
        />
        <ClockField
          {...field}
          path="routeSettings.startTime"
          label={words.startTime}
          description={words.startTimeHelp(String(draft.value('timezone')))}
          w="14rem"
        />
      </section>
      <section className={styles.group}>
        <h2>{words.travel}</h2>
        <p>{words.travelAbout}</p>
        <NumberField {...field} path="travel.shortSpeed" label={words.shortSpeed} w="14rem" />
        <NumberField {...field} path="travel.longSpeed" label={words.longSpeed} w="14rem" />
        <NumberField {...field} path="travel.shortDetour" label={words.shortDetour} w="14rem" />
        <NumberField {...field} path="travel.longDetour" label={words.longDetour} w="14rem" />
      </section>
      <section className={styles.group}>
        <h2>{words.loads}</h2>
        <ChoiceField
          {...field}
          path="loads.unknown"
          label={words.unknownLoad}
          description={words.unknownLoadHelp}
          isRequired
          choices={[
            { value: 'create', label: words.createLoad },
            { value: 'refuse', label: words.refuseOrder },
          ]}
        />
      </section>
      <section className={styles.group}>
        <h2>{words.exportList}</h2>
        <Automatic draft={draft} />
      </section>
    </SettingsPage>
  )
}

function Automatic({ draft }: { draft: SettingsDraft }) {
  const words = useWords(settingsWords)
  const path = 'export.automatic'
  useShown(draft, path)
  return (
    <Checkbox.Group
      label={words.automatic}
      description={words.automaticHelp}
      value={draft.value(path) as string[]}
      onChange={(value) => draft.put(path, value)}
      error={draft.fault(path)}
    >
      <Stack gap="xs" mt="xs">
        <Checkbox value="created" label={words.whenCreated} disabled={!draft.mayWrite} />
        <Checkbox value="changed" label={words.whenChanged} disabled={!draft.mayWrite} />
        <Checkbox value="released" label={words.whenReleased} disabled={!draft.mayWrite} />
        <Checkbox value="outcome" label={words.whenProved} disabled={!draft.mayWrite} />
      </Stack>
    </Checkbox.Group>
  )
}
