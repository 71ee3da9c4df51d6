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
import { read } from '../api/query.ts'
import { ChoiceField, ClockField, SwitchField, TextField } from '../fields/fields.tsx'
import type { FieldsProps, RecordTexts } from '../records/record-drawer.tsx'
import type { Column } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { driverCommands } from './commands.ts'
import { DriverAccess } from './driver-access.tsx'
import { FleetPage, nameColumn, nameOfRow } from './fleet-page.tsx'
import { shiftOf } from './shift.ts'
import { fleetWords } from './words.ts'

const kind = {
  list: listDrivers,
  get: getDriver,
  create: createDriver,
  update: updateDriver,
  remove: deleteDriver,
  scope: 'fleet:write',
  add: driverCommands.add,
  useTexts(): RecordTexts {
    const words = useWords(fleetWords)
    return {
      title: words.drivers,
      key: words.key,
      about: words.driversAbout,
      empty: words.noDrivers,
      remove: words.deleteDriver,
      created: words.created,
      removed: words.deleted,
    }
  },
  nameOf: nameOfRow,
  Fields: DriverFields,
  useFresh: () => ({ active: true }),
  Stays: () => useWords(fleetWords).driverStays,
  Beside: ({ record }: { record: Driver }) => <DriverAccess driver={record} />,
  import: importDrivers,
  schema: DriverInput,
} as const

export function DriversPage() {
  const navigate = useNavigate()
  const { driver } = useSearch({ from: '/shell/settings/drivers' })
  return (
    <FleetPage
      kind={kind}
      name="drivers"
      chosen={driver}
      onOpen={(key) => navigate({ to: '/settings/drivers', search: key === undefined ? {} : { driver: key } })}
      useColumns={useColumns}
    />
  )
}

function DriverFields({ draft, disabled, isNew }: FieldsProps) {
  const words = useWords(fleetWords)
  const vehicles = useQuery(read(listVehicles)).data?.data ?? []
  const field = { draft, disabled }
  return (
    <section className={styles.group}>
      <TextField draft={draft} path="key" label={words.key} disabled={!isNew} maxLength={128} autoFocus={isNew} />
      <TextField {...field} path="name" label={words.name} />
      <TextField {...field} path="phone" label={words.phone} type="tel" maxLength={50} />
      <ChoiceField
        {...field}
        path="vehicleKey"
        label={words.usualVehicle}
        choices={vehicles.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      />
      <Group grow align="flex-start">
        <ClockField {...field} path="shiftStart" label={words.shiftStart} />
        <ClockField {...field} path="shiftEnd" label={words.shiftEnd} />
      </Group>
      <SwitchField {...field} path="active" label={words.active} description={words.activeHelp} />
    </section>
  )
}

function useColumns(): Column<Driver>[] {
  const words = useWords(fleetWords)
  return [
    nameColumn(words),
    { head: words.phone, show: ({ phone }) => <bdi>{phone ?? words.none}</bdi> },
    { head: words.usualVehicle, show: ({ vehicleKey }) => vehicleKey ?? words.none },
    { head: words.shift, isSpare: true, show: (driver) => shiftOf(driver) ?? words.none },
  ]
}
