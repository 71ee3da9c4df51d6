// The fields of a depot: its name, address, place on the map, and whom to ask there.
import { Group, Text } from '@mantine/core'
import type { Draft } from '../api/draft.ts'
import { useCountries } from '../fields/countries.ts'
import { ChoiceField, TextField } from '../fields/fields.tsx'
import { PositionField } from '../position/field.tsx'
import type { FieldsProps } from '../records/record-drawer.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { settingsWords } from './words.ts'

export function DepotFields({ draft, disabled, isNew }: FieldsProps) {
  const words = useWords(settingsWords)
  const field = { draft, disabled }
  return (
    <>
      <section className={styles.group}>
        <TextField draft={draft} path="key" label={words.key} disabled={!isNew} />
        <TextField {...field} path="name" label={words.name} />
      </section>
      <section className={styles.group}>
        <h2>{words.address}</h2>
        <TextField {...field} path="address.company" label={words.company} />
        <TextField {...field} path="address.line1" label={words.line1} />
        <TextField {...field} path="address.line2" label={words.line2} />
        <TextField {...field} path="address.line3" label={words.line3} />
        <Group grow align="flex-start">
          <TextField {...field} path="address.postalCode" label={words.postalCode} />
          <TextField {...field} path="address.city" label={words.city} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="address.region" label={words.region} />
          <TextField {...field} path="address.state" label={words.state} />
        </Group>
        <ChoiceField {...field} path="address.country" label={words.country} choices={useCountries()} isRequired />
      </section>
      <section className={styles.group}>
        <h2>{words.position}</h2>
        <Position draft={draft} disabled={disabled} />
      </section>
      <section className={styles.group}>
        <h2>{words.contact}</h2>
        <TextField {...field} path="contact.personName" label={words.person} />
        <TextField {...field} path="contact.email" label={words.email} />
        <Group grow align="flex-start">
          <TextField {...field} path="contact.phone.countryCode" label={words.phoneCountry} />
          <TextField {...field} path="contact.phone.localNumber" label={words.phone} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="contact.mobile.countryCode" label={words.mobileCountry} />
          <TextField {...field} path="contact.mobile.localNumber" label={words.mobile} />
        </Group>
      </section>
    </>
  )
}

function Position({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const words = useWords(settingsWords)
  if (!disabled) return <PositionField draft={draft} path="address" isOpen />
  const position = draft.value('address.geoLocation') as { lat: number; lng: number } | null
  return <Text size="sm">{position ? `${position.lat}, ${position.lng}` : words.noPosition}</Text>
}
