// Settings › Display: units, time zone, dates and country. A unit changes what is shown and typed, not what is stored.
import { useCountries } from '../fields/countries.ts'
import { ChoiceField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }))
const choices = (values: Record<string, string>) => Object.entries(values).map(([value, label]) => ({ value, label }))

export function DisplayPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <SettingsPage title={words.display} about={words.displayAbout} draft={draft}>
      <section className={styles.group}>
        <h2>{words.units}</h2>
        <ChoiceField
          {...field}
          path="displayPreferences.weightUnit"
          label={words.weight}
          isRequired
          choices={choices({ kg: words.kg, t: words.t, lb: words.lb })}
        />
        <ChoiceField
          {...field}
          path="displayPreferences.volumeUnit"
          label={words.volume}
          isRequired
          choices={choices({ m3: words.m3, l: words.l, ft3: words.ft3 })}
        />
        <ChoiceField
          {...field}
          path="displayPreferences.lengthUnit"
          label={words.length}
          isRequired
          choices={choices({ cm: words.cm, m: words.m, in: words.in, ft: words.ft })}
        />
        <ChoiceField
          {...field}
          path="displayPreferences.distanceUnit"
          label={words.distance}
          isRequired
          choices={choices({ km: words.km, mi: words.mi })}
        />
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
          choices={choices({ dmy: words.dmy, mdy: words.mdy, ymd: words.ymd })}
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
