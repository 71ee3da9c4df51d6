// Settings › Display: units, time zone, dates and country. A unit changes what is shown and typed, not what is stored.
import { useCountries } from '../fields/countries.ts'
import { ChoiceField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }))
const units = [
  { path: 'weightUnit', name: 'weight', values: ['kg', 't', 'lb'] },
  { path: 'volumeUnit', name: 'volume', values: ['m3', 'l', 'ft3'] },
  { path: 'lengthUnit', name: 'length', values: ['cm', 'm', 'in', 'ft'] },
  { path: 'distanceUnit', name: 'distance', values: ['km', 'mi'] },
] as const
const dateFormats = ['dmy', 'mdy', 'ymd'] as const

export function DisplayPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={words.display} about={words.displayAbout} draft={draft}>
      <section className={styles.group}>
        <h2>{words.units}</h2>
        {units.map(({ path, name, values }) => (
          <ChoiceField
            {...field}
            key={path}
            path={`displayPreferences.${path}`}
            label={words[name]}
            isRequired
            choices={values.map((value) => ({ value, label: words[value] }))}
          />
        ))}
      </section>
      <section className={styles.group}>
        <h2>{words.place}</h2>
        <ChoiceField
          {...field}
          path="timezone"
          label={words.timeZone}
          description={words.timeZoneHelp}
          choices={zones}
          isRequired
        />
        <ChoiceField
          {...field}
          path="displayPreferences.dateFormat"
          label={words.dateFormat}
          description={words.dateFormatHelp}
          choices={dateFormats.map((value) => ({ value, label: words[value] }))}
          isRequired
        />
        <ChoiceField
          {...field}
          path="displayPreferences.country"
          label={words.country}
          description={words.countryHelp}
          choices={useCountries()}
          isRequired
        />
      </section>
    </SettingsPage>
  )
}
