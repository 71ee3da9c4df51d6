// Shows the fields of a depot: name, address, location and contact.
import { Group, Text } from '@mantine/core'
import { streetFields } from '../../contract/address.ts'
import type { RecordDraft } from '../api/draft.ts'
import { useCountries } from '../fields/countries.ts'
import { ChoiceField, TextField } from '../fields/fields.tsx'
import { PositionField } from '../position/field.tsx'
import type { FieldsProps } from '../records/record-drawer.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { memberNames } from '../words/members.ts'
import { settingsTexts } from './words.ts'

export function DepotFields({ draft, disabled, isNew }: FieldsProps) {
  const texts = useTexts(settingsTexts)
  const members = useTexts(memberNames)
  const field = { draft, disabled }
  return (
    <>
      <section className={styles.group}>
        <TextField draft={draft} path="key" label={texts.key} disabled={!isNew} />
        <TextField {...field} path="name" label={texts.name} />
      </section>
      <section className={styles.group}>
        <h2>{texts.address}</h2>
        {(['company', ...streetFields] as const).map((name) => (
          <TextField {...field} key={name} path={`address.${name}`} label={members[name]} />
        ))}
        <Group grow align="flex-start">
          <TextField {...field} path="address.postalCode" label={members.postalCode} />
          <TextField {...field} path="address.city" label={members.city} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="address.region" label={members.region} />
          <TextField {...field} path="address.state" label={members.state} />
        </Group>
        <ChoiceField {...field} path="address.country" label={texts.country} choices={useCountries()} isRequired />
      </section>
      <section className={styles.group}>
        <h2>{texts.position}</h2>
        <Position draft={draft} disabled={disabled} />
      </section>
      <section className={styles.group}>
        <h2>{texts.contact}</h2>
        <TextField {...field} path="contact.personName" label={members.personName} />
        <TextField {...field} path="contact.email" label={members.email} />
        <Group grow align="flex-start">
          <TextField {...field} path="contact.phone.countryCode" label={texts.phoneCountry} />
          <TextField {...field} path="contact.phone.localNumber" label={members.phone} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="contact.mobile.countryCode" label={texts.mobileCountry} />
          <TextField {...field} path="contact.mobile.localNumber" label={members.mobile} />
        </Group>
      </section>
    </>
  )
}

function Position({ draft, disabled }: { draft: RecordDraft; disabled: boolean }) {
  const texts = useTexts(settingsTexts)
  if (!disabled) return <PositionField draft={draft} path="address" isOpen />
  const position = draft.value('address.geoLocation') as { lat: number; lng: number } | null
  return <Text size="sm">{position ? `${position.lat}, ${position.lng}` : texts.noPosition}</Text>
}
