// The form of a load: key, depots, start, vehicle and capacities, with the errors of the API at their fields.
import { Alert, Button, Group, Modal, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { type Driver, listDrivers, listVehicles, type Vehicle } from '../../contract/fleet.ts'
import { createLoad, getLoadById, type LoadInput, type LoadSummary, updateLoadById } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironment } from '../api/environment.ts'
import { assignFieldErrors, hasCode } from '../api/problems.ts'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { submitWith } from '../fields/sending.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { instantKind } from '../fields/when-kinds.ts'
import { getDecimalPoint, getUnitSymbol, type MeasureUnit } from '../platform/units.ts'
import { showDone } from '../shell/toasts.ts'
import { shellTexts } from '../shell/words.ts'
import { type LocaleFormat, useFormat } from '../words/format.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageLocales } from '../words/words.ts'
import { refreshLoads } from './refresh.ts'
import { isOpen } from './status.tsx'
import { loadTexts } from './words.ts'

const fields = [
  'key',
  'plannedStart',
  'vehicleKey',
  'driverKey',
  'startDepotKey',
  'endDepotKey',
  'weightCapacity',
  'volumeCapacity',
  'packageCapacity',
] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string | number>

interface LoadFormProps {
  /** The load to edit; null creates a load. */
  load: LoadSummary | null
  /** The start day of a new load, such as `2026-07-01`. */
  day?: string | undefined
  opened: boolean
  onClose: () => void
  onSaved?: (loadId: string) => void
}

export function LoadForm(props: LoadFormProps) {
  const texts = useTexts(loadTexts)
  const { load, opened, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={load ? texts.editLoad(load.key) : texts.newLoad} size="lg">
      <Form {...props} key={load?.loadId ?? ''} />
    </Modal>
  )
}

interface FormErrors {
  fields: Record<string, string>
  others: string[]
}

/** Returns the values of the form for a load. */
const shownOf = (load: LoadSummary | null, format: LocaleFormat): Values => ({
  key: load?.key ?? '',
  vehicleKey: load?.vehicleKey ?? '',
  driverKey: load?.driverKey ?? '',
  startDepotKey: load?.startDepotKey ?? '',
  endDepotKey: load?.endDepotKey ?? '',
  plannedStart: load ? format.field(load.plannedStart) : '',
  weightCapacity: load?.weightCapacity ?? '',
  volumeCapacity: load?.volumeCapacity ?? '',
  packageCapacity: load?.packageCapacity ?? '',
})

/** Controls the form: unsaved values, saving, and values that another user saved meanwhile. */
function useLoadForm({ load, day, onClose, onSaved }: LoadFormProps) {
  const texts = useTexts(loadTexts)
  const environment = useEnvironment()
  const timezone = environment?.timezone ?? 'UTC'
  const format = useFormat(timezone)
  /** The saved load when the form opened, or at the last conflict. */
  const [base, setBase] = useState(load)
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [theirs, setTheirs] = useState<Values | null>(null)
  const [faults, setFaults] = useState<FormErrors>({ fields: {}, others: [] })
  const [isBusy, setBusy] = useState(false)
  const starts = `${day ?? ''}T${environment?.routeSettings.startTime ?? '08:00'}`
  const values: Values = { ...shownOf(base, format), ...(base || !day ? {} : { plannedStart: starts }), ...typed }

  /** Shows the values that another user saved beside the unsaved values. */
  const compare = async (loadId: string) => {
    // A cached response, or a running request, may be older than the conflict.
    const { data } = await apiClient.call(getLoadById, { params: { loadId } })
    setTheirs(shownOf(data, format))
    setBase(data)
  }
  const save = async () => {
    setBusy(true)
    try {
      const loadId = await (base ? update(base, typed, timezone) : create(values, timezone))
      await refreshLoads()
      showDone(texts.saved(String(values.key)))
      onSaved?.(loadId)
      onClose()
    } catch (error) {
      const showErrors = (cause: unknown) => setFaults(assignFieldErrors(cause, fields))
      if (base && hasCode(error, 'VERSION_MISMATCH')) await compare(base.loadId).catch(showErrors)
      else showErrors(error)
    }
    setBusy(false)
  }
  const meanwhile = (field: Field) => {
    const savedValue = theirs?.[field]
    if (savedValue === undefined || typed[field] === undefined || savedValue === typed[field]) return undefined
    return texts.theirs(savedValue === '' ? texts.empty : String(savedValue).replace('T', ' '))
  }
  return {
    base,
    values,
    faults,
    isBusy,
    save,
    wasChanged: theirs !== null,
    change: (field: Field) => (value: string | number | null) => setTyped({ ...typed, [field]: value ?? '' }),
    changeAll: (changes: Partial<Values>) => setTyped({ ...typed, ...changes }),
    /** Returns the messages of a field. */
    said: (field: Field) => ({ error: faults.fields[field], description: meanwhile(field) }),
  }
}
type LoadFormState = ReturnType<typeof useLoadForm>

/** Sends only the changed fields, so that the changes of other users to other fields remain. */
async function update({ loadId, version }: LoadSummary, typed: Partial<Values>, timezone: string): Promise<string> {
  const ifMatch = `"${version}"`
  await apiClient.call(updateLoadById, { params: { loadId }, query: { timezone }, body: input(typed), ifMatch })
  return loadId
}

async function create(values: Values, timezone: string): Promise<string> {
  return (await apiClient.call(createLoad, { query: { timezone }, body: input(values) as LoadInput })).data.loadId
}

function Form(props: LoadFormProps) {
  const texts = useTexts(loadTexts)
  const shell = useTexts(shellTexts)
  const form = useLoadForm(props)
  const { base, faults } = form
  const mayPlan = useMay('consignments:write')
  const isFixed = base !== null && !isOpen(base.status)
  return (
    <form onSubmit={submitWith(form.save)}>
      {form.wasChanged && (
        <Alert color="yellow" mb="sm">
          {texts.changedMeanwhile}
        </Alert>
      )}
      {faults.others.map((message) => (
        <Alert key={message} color="red" mb="sm">
          {message}
        </Alert>
      ))}
      {isFixed && (
        <Alert color="gray" mb="sm">
          {texts.fixed} {mayPlan && texts.fixedWayOut}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Fields form={form} isFixed={isFixed} />
      </SimpleGrid>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={props.onClose}>{shell.cancel}</Button>
        <Button variant="filled" type="submit" loading={form.isBusy}>
          {base ? shell.save : texts.create}
        </Button>
      </Group>
    </form>
  )
}

function Fields({ form, isFixed }: { form: LoadFormState; isFixed: boolean }) {
  const { values, change, changeAll, said } = form
  const texts = useTexts(loadTexts)
  const units = useEnvironment()?.displayPreferences
  const point = getDecimalPoint(languageLocales[currentLanguage.use()])
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const choices = depots.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))
  const depot = (field: 'startDepotKey' | 'endDepotKey') => ({
    placeholder: texts.noDepot,
    choices,
    value: String(values[field]) || null,
    onChange: change(field),
    isClearable: true,
    disabled: isFixed,
    ...said(field),
  })
  const capacity = (
    field: 'weightCapacity' | 'volumeCapacity' | 'packageCapacity',
    unit?: MeasureUnit | undefined,
  ) => ({
    label: texts[field],
    value: values[field],
    onChange: change(field),
    min: 0,
    hideControls: true,
    decimalSeparator: point,
    allowedDecimalSeparators: ['.', ','],
    rightSection: unit && getUnitSymbol(unit),
    ...said(field),
  })
  return (
    <>
      <TextInput
        data-autofocus
        label={texts.key}
        required
        value={values.key}
        onChange={(event) => change('key')(event.currentTarget.value)}
        {...said('key')}
      />
      <div>
        <WhenInput
          label={texts.plannedStart}
          valueType={instantKind}
          value={String(values.plannedStart) || null}
          onChange={change('plannedStart')}
          onUnread={change('plannedStart')}
          {...said('plannedStart')}
        />
      </div>
      <Crew form={form} onVehicle={changeAll} isFixed={isFixed} />
      <ChoiceInput label={texts.startDepot} {...depot('startDepotKey')} />
      <ChoiceInput label={texts.endDepot} {...depot('endDepotKey')} />
      <NumberInput {...capacity('weightCapacity', units?.weightUnit)} />
      <NumberInput {...capacity('volumeCapacity', units?.volumeUnit)} />
      <NumberInput {...capacity('packageCapacity')} />
    </>
  )
}

interface CrewProps {
  form: LoadFormState
  onVehicle(values: Partial<Values>): void
  isFixed: boolean
}

/** Draws the fields of vehicle and driver. A selected vehicle fills other fields, so that the user sees the result. */
function Crew({ form: { values, change, said }, onVehicle, isFixed }: CrewProps) {
  const texts = useTexts(loadTexts)
  const mayRead = useMay('fleet:read')
  const vehicles = useQuery({ ...buildQuery(listVehicles), enabled: mayRead }).data?.data ?? []
  const drivers = useQuery({ ...buildQuery(listDrivers), enabled: mayRead }).data?.data ?? []
  // An inactive vehicle or driver is a choice only if it is already selected.
  const choices = (records: readonly (Vehicle | Driver)[], chosen: unknown) => [
    ...records
      .filter(({ key, active }) => active || key === chosen)
      .map(({ key, name }) => ({ value: key, label: `${name} (${key})` })),
    ...(chosen === '' || records.some(({ key }) => key === chosen)
      ? []
      : [{ value: String(chosen), label: String(chosen) }]),
  ]
  const chooseVehicle = (key: string | null) => {
    const vehicle = vehicles.find((candidate) => candidate.key === key)
    onVehicle({ vehicleKey: key ?? '', ...(vehicle ? takenOver(vehicle, drivers, isFixed) : {}) })
  }
  return (
    <>
      <ChoiceInput
        label={texts.vehicle}
        placeholder={texts.noVehicle}
        choices={choices(vehicles, values.vehicleKey)}
        value={String(values.vehicleKey) || null}
        onChange={chooseVehicle}
        isClearable
        {...said('vehicleKey')}
        description={said('vehicleKey').description ?? texts.vehicleHelp}
      />
      <ChoiceInput
        label={texts.driver}
        placeholder={texts.noDriver}
        choices={choices(drivers, values.driverKey)}
        value={String(values.driverKey) || null}
        onChange={change('driverKey')}
        isClearable
        {...said('driverKey')}
      />
    </>
  )
}

/** Returns the values that the API copies from a vehicle. */
function takenOver(vehicle: Vehicle, drivers: readonly Driver[], isFixed: boolean): Partial<Values> {
  const usual = drivers.filter(({ active, vehicleKey }) => active && vehicleKey === vehicle.key)
  return {
    weightCapacity: vehicle.weightCapacity ?? '',
    volumeCapacity: vehicle.volumeCapacity ?? '',
    packageCapacity: vehicle.packageCapacity ?? '',
    driverKey: usual.length === 1 ? usual[0]!.key : '',
    ...(isFixed ? {} : { startDepotKey: vehicle.startDepotKey ?? '', endDepotKey: vehicle.endDepotKey ?? '' }),
  }
}

/** Converts values of the form for the API. An empty field becomes null, and times get seconds. */
function input(values: Partial<Values>): Partial<LoadInput> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (value === '' && field !== 'key') return [field, null]
      return [field, field === 'plannedStart' && /T\d\d:\d\d$/.test(String(value)) ? `${value}:00` : value]
    }),
  )
}
