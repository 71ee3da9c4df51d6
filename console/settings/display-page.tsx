// Settings › Display: units, time zone, dates and country. A unit changes what is shown and typed, not what is stored.
import { useCountries } from '../fields/countries.ts'
import { ChoiceField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsTexts } from './words.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }))
const units = [
  { path: 'weightUnit', name: 'weight', values: ['kg', 't', 'lb'] },
  { path: 'volumeUnit', name: 'volume', values: ['m3', 'l', 'ft3'] },
  { path: 'lengthUnit', name: 'length', values: ['cm', 'm', 'in', 'ft'] },
  { path: 'distanceUnit', name: 'distance', values: ['km', 'mi'] },
] as const
const dateFormats = ['dmy', 'mdy', 'ymd'] as const

export function DisplayPage() {
  const texts = useTexts(settingsTexts)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={texts.display} about={texts.displayAbout} draft={draft}>
      <section className={styles.group}>
        <h2>{texts.units}</h2>
        {units.map(({ path, name, values }) => (
          <ChoiceField
            {...field}
            key={path}
            path={`displayPreferences.${path}`}
            label={texts[name]}
            isRequired
            choices={values.map((value) => ({ value, label: texts[value] }))}
          />
        ))}
      </section>
      <section className={styles.group}>
        <h2>{texts.place}</h2>
        <ChoiceField
          {...field}
          path="timezone"
          label={texts.timeZone}
          description={texts.timeZoneHelp}
          choices={zones}
          isRequired
        />
        <ChoiceField
          {...field}
          path="displayPreferences.dateFormat"
          label={texts.dateFormat}
          description={texts.dateFormatHelp}
          choices={dateFormats.map((value) => ({ value, label: texts[value] }))}
          isRequired
        />
        <ChoiceField
          {...field}
          path="displayPreferences.country"
          label={texts.country}
          description={texts.countryHelp}
          choices={useCountries()}
          isRequired
        />
      </section>
    </SettingsPage>
  )
}
