// The fields of an order in sections, for existing and new orders.
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { streetFields } from '../../contract/address.ts'
import { listDepots } from '../../contract/depot.ts'
import { listLoads } from '../../contract/load.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useCountries } from '../fields/countries.ts'
import {
  ChoiceField,
  type FieldProps,
  LongField,
  NumberField,
  SpanField,
  TextField,
  TimeField,
  WordsField,
} from '../fields/fields.tsx'
import { isOpen } from '../load/status.tsx'
import { loadWords } from '../load/words.ts'
import { symbol } from '../platform/units.ts'
import { PositionField } from '../position/field.tsx'
import { DrawnGradually } from '../shell/gradual.tsx'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
import { Notices } from './notices.tsx'
import { hasOwnFields, OwnFields } from './own-fields.tsx'
import type { SectionProps } from './record.ts'
import { detailWords, fieldValueWords } from './words.ts'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

const Fields = ({ children, cols = 3 }: { children: ReactNode; cols?: number }) => (
  <div className={styles.fields} data-cols={cols}>
    {children}
  </div>
)

interface OrderProps extends SectionProps {
  /** Whether the order is new, so that its key gets the focus. */
  isNew?: boolean
  /** Whether to draw all fields immediately, because one of them is searched for. */
  isWhole?: boolean
  beforeTimes?: ReactNode
}

export function OrderSections({ draft, isReadOnly, isNew = false, isWhole = false, beforeTimes }: OrderProps) {
  const words = useWords(detailWords)
  const format = useEnvironmentFormat()
  const own = useWords(fieldValueWords)
  const { channels, areas, displayPreferences } = useSettings()
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const field = (path: string, label: string) => ({ draft, path, label, disabled: isReadOnly })
  const named = (some: readonly { key: string; name: string }[]) =>
    some.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))
  const types = [
    { value: 'delivery', label: words.delivery },
    { value: 'collection', label: words.collection },
  ]
  return (
    <DrawnGradually isWhole={isWhole}>
      <Section title={words.basics}>
        <Fields>
          <TextField {...field('key', words.key)} maxLength={128} autoFocus={isNew} isRequired />
          <ChoiceField {...field('type', words.type)} choices={types} isRequired />
          <LoadField {...field('loadId', words.load)} isNew={isNew} />
          <ChoiceField {...field('depotKey', words.depot)} choices={named(depots)} />
          <ChoiceField {...field('channelKey', words.channel)} choices={named(channels)} />
          <ChoiceField {...field('areaKey', words.area)} choices={named(areas)} />
          <NumberField {...field('weight', `${words.weight} (${symbol(displayPreferences.weightUnit)})`)} />
          <NumberField {...field('volume', `${words.volume} (${symbol(displayPreferences.volumeUnit)})`)} />
          <NumberField {...field('plannedPackages', words.plannedPackages)} />
          <TextField {...field('consigneeCode', words.consigneeCode)} />
          <NumberField {...field('priority', words.priority)} />
          <WordsField {...field('skills', words.skills)} description={words.skillsHelp} />
          <WordsField {...field('tags', own.tags)} description={own.tagsHelp} />
        </Fields>
      </Section>
      <OwnSection draft={draft} isReadOnly={isReadOnly} />
      <Section title={words.times}>
        {beforeTimes}
        <Fields cols={2}>
          <SpanField {...field('requiredFrom', words.required)} to="requiredTo" format={format} />
          <TimeField {...field('committed', words.committed)} format={format} />
          <TimeField {...field('planned', words.planned)} format={format} />
          <NumberField {...field('timeAtStop', words.timeAtStop)} />
          <NumberField {...field('maxLateMinutes', words.maxLateMinutes)} />
        </Fields>
      </Section>
      <Section title={words.consignee}>
        <Contact draft={draft} isReadOnly={isReadOnly} path="consigneeContact" />
        <Address draft={draft} isReadOnly={isReadOnly} path="consigneeAddress" />
      </Section>
      <Section title={words.instructions}>
        <Fields cols={2}>
          <LongField {...field('consignmentInstructions', words.consignmentInstructions)} />
          <LongField {...field('planningInstructions', words.planningInstructions)} />
        </Fields>
      </Section>
      <Section title={words.notices}>
        <Notices draft={draft} isReadOnly={isReadOnly} />
      </Section>
      <Section title={words.consignor}>
        <Contact draft={draft} isReadOnly={isReadOnly} path="consignorContact" />
        <Address draft={draft} isReadOnly={isReadOnly} path="consignorAddress" />
      </Section>
    </DrawnGradually>
  )
}

/** Draws the field of the load, with loads that accept orders and the present one. */
function LoadField({ isNew, ...field }: FieldProps & { isNew: boolean }) {
  const words = useWords(detailWords)
  const statuses = useWords(loadWords)
  const format = useEnvironmentFormat()
  const loads = useQuery(read(listLoads)).data?.data ?? []
  const chosen = field.draft.value(field.path)
  const choices = loads
    .filter(({ loadId, status }) => isOpen(status) || loadId === chosen)
    .map(({ loadId, key, plannedStart, status }) => ({
      value: loadId,
      label: [key, ...(plannedStart ? [format.date(plannedStart)] : []), statuses[status]].join(' · '),
    }))
  return (
    <ChoiceField {...field} choices={choices} description={isNew && chosen !== null ? words.atItsEnd : undefined} />
  )
}

function OwnSection({ draft, isReadOnly }: SectionProps) {
  const words = useWords(fieldValueWords)
  const { customFields } = useSettings()
  if (!hasOwnFields(customFields, draft.value('customFields'))) return null
  return (
    <Section title={words.title}>
      <Fields>
        <OwnFields draft={draft} isReadOnly={isReadOnly} />
      </Fields>
    </Section>
  )
}

function Contact({ draft, isReadOnly, path }: SectionProps & { path: string }) {
  const words = useWords(detailWords)
  const places = useCountries()
  const field = (member: string, label: string) => ({
    draft,
    path: `${path}.${member}`,
    label,
    disabled: isReadOnly,
  })
  const phone = (member: 'phone' | 'mobile') => (
    <Fields cols={3}>
      <ChoiceField {...field(`${member}.code`, `${words[member]} · ${words.phoneCountry}`)} choices={places} />
      <TextField {...field(`${member}.countryCode`, `${words[member]} · ${words.dialCode}`)} type="tel" />
      <TextField {...field(`${member}.localNumber`, `${words[member]} · ${words.localNumber}`)} type="tel" />
    </Fields>
  )
  return (
    <div className={styles.stack}>
      <Fields cols={2}>
        <TextField {...field('personName', words.personName)} />
        <TextField {...field('email', words.email)} type="email" />
      </Fields>
      {phone('phone')}
      {phone('mobile')}
    </div>
  )
}

function Address({ draft, isReadOnly, path }: SectionProps & { path: string }) {
  const words = useWords(detailWords)
  const places = useCountries()
  const field = (member: string, label: string) => ({ draft, path: `${path}.${member}`, label, disabled: isReadOnly })
  // The consignor needs no address.
  const isRequired = path === 'consigneeAddress'
  const accuracy = [words.rooftop, words.interpolated, words.approximate].map((label, index) => ({
    value: String(index + 1),
    label,
  }))
  return (
    <>
      <Fields>
        <TextField {...field('company', words.company)} />
        {streetFields.map((name) => (
          <TextField {...field(name, words[name])} key={name} isRequired={isRequired && name === 'line1'} />
        ))}
        <TextField {...field('postalCode', words.postalCode)} isRequired={isRequired} />
        <TextField {...field('city', words.city)} isRequired={isRequired} />
        <TextField {...field('region', words.region)} />
        <TextField {...field('state', words.state)} />
        <ChoiceField {...field('country', words.country)} choices={places} isRequired={isRequired} />
        <TextField {...field('name', words.name)} />
        <NumberField {...field('geoLocation.lat', words.latitude)} />
        <NumberField {...field('geoLocation.lng', words.longitude)} />
        <ChoiceField {...field('geoLocationAccuracy', words.accuracy)} choices={accuracy} isNumber />
        <TextField {...field('placeId', words.placeId)} />
      </Fields>
      {isReadOnly ? null : <PositionField draft={draft} path={path} />}
    </>
  )
}
