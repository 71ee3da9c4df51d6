// The fields of an order in sections, for existing and new orders.
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { streetFields } from '../../contract/address.ts'
import { listDepots } from '../../contract/depot.ts'
import { listLoads } from '../../contract/load.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { useCountries } from '../fields/countries.ts'
import {
  ChoiceField,
  type FieldProps,
  LongField,
  NumberField,
  SpanField,
  TextField,
  TextsField,
  TimeField,
} from '../fields/fields.tsx'
import { isOpen } from '../load/status.tsx'
import { loadTexts } from '../load/words.ts'
import { getUnitSymbol } from '../platform/units.ts'
import { PositionField } from '../position/field.tsx'
import { DrawnGradually } from '../shell/gradual.tsx'
import { useTexts } from '../words/language.ts'
import { CustomFieldInputs, hasCustomFields } from './custom-fields.tsx'
import styles from './detail.module.css'
import { OrderNotifications } from './notices.tsx'
import type { SectionProps } from './record.ts'
import { detailTexts, fieldValueTexts } from './words.ts'

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
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
  /** Whether to draw all fields immediately, because the user searches for a field. */
  isImmediate?: boolean
  beforeTimes?: ReactNode
}

export function OrderSections({ draft, isReadOnly, isNew = false, isImmediate = false, beforeTimes }: OrderProps) {
  const texts = useTexts(detailTexts)
  const format = useEnvironmentFormat()
  const fieldLabels = useTexts(fieldValueTexts)
  const { channels, areas, displayPreferences } = useSettings()
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const field = (path: string, label: string) => ({ draft, path, label, disabled: isReadOnly })
  const named = (entries: readonly { key: string; name: string }[]) =>
    entries.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))
  const types = [
    { value: 'delivery', label: texts.delivery },
    { value: 'collection', label: texts.collection },
  ]
  return (
    <DrawnGradually isImmediate={isImmediate}>
      <FormSection title={texts.basics}>
        <Fields>
          <TextField {...field('key', texts.key)} maxLength={128} autoFocus={isNew} isRequired />
          <ChoiceField {...field('type', texts.type)} choices={types} isRequired />
          <LoadField {...field('loadId', texts.load)} isNew={isNew} />
          <ChoiceField {...field('depotKey', texts.depot)} choices={named(depots)} />
          <ChoiceField {...field('channelKey', texts.channel)} choices={named(channels)} />
          <ChoiceField {...field('areaKey', texts.area)} choices={named(areas)} />
          <NumberField {...field('weight', `${texts.weight} (${getUnitSymbol(displayPreferences.weightUnit)})`)} />
          <NumberField {...field('volume', `${texts.volume} (${getUnitSymbol(displayPreferences.volumeUnit)})`)} />
          <NumberField {...field('plannedPackages', texts.plannedPackages)} />
          <TextField {...field('consigneeCode', texts.consigneeCode)} />
          <NumberField {...field('priority', texts.priority)} />
          <TextsField {...field('skills', texts.skills)} description={texts.skillsHelp} />
          <TextsField {...field('tags', fieldLabels.tags)} description={fieldLabels.tagsHelp} />
        </Fields>
      </FormSection>
      <CustomFieldSection draft={draft} isReadOnly={isReadOnly} />
      <FormSection title={texts.times}>
        {beforeTimes}
        <Fields cols={2}>
          <SpanField {...field('requiredFrom', texts.required)} to="requiredTo" format={format} />
          <TimeField {...field('committed', texts.committed)} format={format} />
          <TimeField {...field('planned', texts.planned)} format={format} />
          <NumberField {...field('timeAtStop', texts.timeAtStop)} />
          <NumberField {...field('maxLateMinutes', texts.maxLateMinutes)} />
        </Fields>
      </FormSection>
      <FormSection title={texts.consignee}>
        <Contact draft={draft} isReadOnly={isReadOnly} path="consigneeContact" />
        <Address draft={draft} isReadOnly={isReadOnly} path="consigneeAddress" />
      </FormSection>
      <FormSection title={texts.instructions}>
        <Fields cols={2}>
          <LongField {...field('consignmentInstructions', texts.consignmentInstructions)} />
          <LongField {...field('planningInstructions', texts.planningInstructions)} />
        </Fields>
      </FormSection>
      <FormSection title={texts.notices}>
        <OrderNotifications draft={draft} isReadOnly={isReadOnly} />
      </FormSection>
      <FormSection title={texts.consignor}>
        <Contact draft={draft} isReadOnly={isReadOnly} path="consignorContact" />
        <Address draft={draft} isReadOnly={isReadOnly} path="consignorAddress" />
      </FormSection>
    </DrawnGradually>
  )
}

/** Draws the field of the load. Its choices are loads that accept orders, and the present load. */
function LoadField({ isNew, ...field }: FieldProps & { isNew: boolean }) {
  const texts = useTexts(detailTexts)
  const statuses = useTexts(loadTexts)
  const format = useEnvironmentFormat()
  const loads = useQuery(buildQuery(listLoads)).data?.data ?? []
  const chosen = field.draft.value(field.path)
  const choices = loads
    .filter(({ loadId, status }) => isOpen(status) || loadId === chosen)
    .map(({ loadId, key, plannedStart, status }) => ({
      value: loadId,
      label: [key, ...(plannedStart ? [format.date(plannedStart)] : []), statuses[status]].join(' · '),
    }))
  return (
    <ChoiceField {...field} choices={choices} description={isNew && chosen !== null ? texts.atItsEnd : undefined} />
  )
}

function CustomFieldSection({ draft, isReadOnly }: SectionProps) {
  const texts = useTexts(fieldValueTexts)
  const { customFields } = useSettings()
  if (!hasCustomFields(customFields, draft.value('customFields'))) return null
  return (
    <FormSection title={texts.title}>
      <Fields>
        <CustomFieldInputs draft={draft} isReadOnly={isReadOnly} />
      </Fields>
    </FormSection>
  )
}

function Contact({ draft, isReadOnly, path }: SectionProps & { path: string }) {
  const texts = useTexts(detailTexts)
  const countries = useCountries()
  const field = (member: string, label: string) => ({
    draft,
    path: `${path}.${member}`,
    label,
    disabled: isReadOnly,
  })
  const phone = (member: 'phone' | 'mobile') => (
    <Fields cols={3}>
      <ChoiceField {...field(`${member}.code`, `${texts[member]} · ${texts.phoneCountry}`)} choices={countries} />
      <TextField {...field(`${member}.countryCode`, `${texts[member]} · ${texts.dialCode}`)} type="tel" />
      <TextField {...field(`${member}.localNumber`, `${texts[member]} · ${texts.localNumber}`)} type="tel" />
    </Fields>
  )
  return (
    <div className={styles.stack}>
      <Fields cols={2}>
        <TextField {...field('personName', texts.personName)} />
        <TextField {...field('email', texts.email)} type="email" />
      </Fields>
      {phone('phone')}
      {phone('mobile')}
    </div>
  )
}

function Address({ draft, isReadOnly, path }: SectionProps & { path: string }) {
  const texts = useTexts(detailTexts)
  const countries = useCountries()
  const field = (member: string, label: string) => ({ draft, path: `${path}.${member}`, label, disabled: isReadOnly })
  // The sender's address is optional.
  const isRequired = path === 'consigneeAddress'
  const accuracy = [texts.rooftop, texts.interpolated, texts.approximate].map((label, index) => ({
    value: String(index + 1),
    label,
  }))
  return (
    <>
      <Fields>
        <TextField {...field('company', texts.company)} />
        {streetFields.map((name) => (
          <TextField {...field(name, texts[name])} key={name} isRequired={isRequired && name === 'line1'} />
        ))}
        <TextField {...field('postalCode', texts.postalCode)} isRequired={isRequired} />
        <TextField {...field('city', texts.city)} isRequired={isRequired} />
        <TextField {...field('region', texts.region)} />
        <TextField {...field('state', texts.state)} />
        <ChoiceField {...field('country', texts.country)} choices={countries} isRequired={isRequired} />
        <TextField {...field('name', texts.name)} />
        <ChoiceField {...field('geoLocationAccuracy', texts.accuracy)} choices={accuracy} isNumber />
        <TextField {...field('placeId', texts.placeId)} />
      </Fields>
      <PositionField draft={draft} path={path} isReadOnly={isReadOnly} />
    </>
  )
}
