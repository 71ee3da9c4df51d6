// Settings › Drivers: the list, one driver in a drawer, and the list as a file.
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  createDriver,
  type Driver,
  DriverInput,
  deleteDriver,
  getDriver,
  importDrivers,
  listDrivers,
  listVehicles,
  updateDriver,
} from '../../contract/fleet.ts'
import { buildQuery } from '../api/query.ts'
import { ChoiceField, ClockField, SwitchField, TextField } from '../fields/fields.tsx'
import type { FieldsProps, RecordTexts } from '../records/record-drawer.tsx'
import type { TableColumn } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { driverCommands } from './commands.ts'
import { DriverAccess } from './driver-access.tsx'
import { FleetPage, nameColumn, nameOfRow } from './fleet-page.tsx'
import { shiftOf } from './shift.ts'
import { fleetTexts } from './words.ts'

const driverRecords = {
  list: listDrivers,
  get: getDriver,
  create: createDriver,
  update: updateDriver,
  remove: deleteDriver,
  scope: 'fleet:write',
  add: driverCommands.add,
  useTexts(): RecordTexts {
    const texts = useTexts(fleetTexts)
    return {
      title: texts.drivers,
      key: texts.key,
      about: texts.driversAbout,
      empty: texts.noDrivers,
      remove: texts.deleteDriver,
      created: texts.created,
      removed: texts.deleted,
    }
  },
  nameOf: nameOfRow,
  Fields: DriverFields,
  useFresh: () => ({ active: true }),
  Stays: () => useTexts(fleetTexts).driverStays,
  Beside: ({ record }: { record: Driver }) => <DriverAccess driver={record} />,
  import: importDrivers,
  schema: DriverInput,
} as const

export function DriversPage() {
  const navigate = useNavigate()
  const { driver } = useSearch({ from: '/shell/settings/drivers' })
  return (
    <FleetPage
      kind={driverRecords}
      name="drivers"
      chosen={driver}
      onOpen={(key) => navigate({ to: '/settings/drivers', search: key === undefined ? {} : { driver: key } })}
      useColumns={useColumns}
    />
  )
}

function DriverFields({ draft, disabled, isNew }: FieldsProps) {
  const texts = useTexts(fleetTexts)
  const vehicles = useQuery(buildQuery(listVehicles)).data?.data ?? []
  const field = { draft, disabled }
  return (
    <section className={styles.group}>
      <TextField draft={draft} path="key" label={texts.key} disabled={!isNew} maxLength={128} autoFocus={isNew} />
      <TextField {...field} path="name" label={texts.name} />
      <TextField {...field} path="phone" label={texts.phone} type="tel" maxLength={50} />
      <ChoiceField
        {...field}
        path="vehicleKey"
        label={texts.usualVehicle}
        choices={vehicles.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      />
      <Group grow align="flex-start">
        <ClockField {...field} path="shiftStart" label={texts.shiftStart} />
        <ClockField {...field} path="shiftEnd" label={texts.shiftEnd} />
      </Group>
      <SwitchField {...field} path="active" label={texts.active} description={texts.activeHelp} />
    </section>
  )
}

function useColumns(): TableColumn<Driver>[] {
  const texts = useTexts(fleetTexts)
  return [
    nameColumn(texts),
    { head: texts.phone, show: ({ phone }) => <bdi>{phone ?? texts.none}</bdi> },
    { head: texts.usualVehicle, show: ({ vehicleKey }) => vehicleKey ?? texts.none },
    { head: texts.shift, isSpare: true, show: (driver) => shiftOf(driver) ?? texts.none },
  ]
}
