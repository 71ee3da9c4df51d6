// Settings › Vehicles: the list, one vehicle in a drawer, and the list as a file.
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  createVehicle,
  deleteVehicle,
  getVehicle,
  importVehicles,
  listVehicles,
  updateVehicle,
  type Vehicle,
  VehicleInput,
} from '../../contract/fleet.ts'
import { useSettings } from '../api/environment.ts'
import { formatColumnAmount, formatColumnHead, type MeasureUnit } from '../platform/units.ts'
import type { RecordTexts } from '../records/record-drawer.tsx'
import type { TableColumn } from '../shell/columns.ts'
import { useFormat } from '../words/format.ts'
import { useTexts } from '../words/language.ts'
import { vehicleCommands } from './commands.ts'
import { FleetPage, nameColumn, nameOfRow } from './fleet-page.tsx'
import { shiftOf } from './shift.ts'
import { VehicleFields } from './vehicle-fields.tsx'
import { fleetTexts } from './words.ts'

const vehicleRecords = {
  list: listVehicles,
  get: getVehicle,
  create: createVehicle,
  update: updateVehicle,
  remove: deleteVehicle,
  scope: 'fleet:write',
  add: vehicleCommands.add,
  useTexts(): RecordTexts {
    const texts = useTexts(fleetTexts)
    return {
      title: texts.vehicles,
      key: texts.key,
      about: texts.vehiclesAbout,
      empty: texts.noVehicles,
      remove: texts.deleteVehicle,
      created: texts.created,
      removed: texts.deleted,
    }
  },
  nameOf: nameOfRow,
  Fields: VehicleFields,
  useFresh: () => ({ active: true }),
  Stays: () => useTexts(fleetTexts).vehicleStays,
  import: importVehicles,
  schema: VehicleInput,
} as const

export function VehiclesPage() {
  const navigate = useNavigate()
  const { vehicle } = useSearch({ from: '/shell/settings/vehicles' })
  return (
    <FleetPage
      kind={vehicleRecords}
      name="vehicles"
      chosen={vehicle}
      onOpen={(key) => navigate({ to: '/settings/vehicles', search: key === undefined ? {} : { vehicle: key } })}
      useColumns={useColumns}
    />
  )
}

function useColumns(): TableColumn<Vehicle>[] {
  const texts = useTexts(fleetTexts)
  const { displayPreferences, timezone } = useSettings()
  const format = useFormat(timezone)
  const { weightUnit, volumeUnit } = displayPreferences
  const quantity = (value: number | null, unit: MeasureUnit) =>
    value === null ? texts.none : formatColumnAmount(value, unit, format.locale)
  return [
    nameColumn(texts),
    { head: texts.depot, isSpare: true, show: ({ startDepotKey }) => startDepotKey ?? texts.none },
    {
      head: formatColumnHead(texts.weightCapacity, weightUnit),
      isNumber: true,
      show: ({ weightCapacity }) => quantity(weightCapacity, weightUnit),
    },
    {
      head: formatColumnHead(texts.volumeCapacity, volumeUnit),
      isNumber: true,
      isSpare: true,
      show: ({ volumeCapacity }) => quantity(volumeCapacity, volumeUnit),
    },
    { head: texts.shift, isSpare: true, show: (vehicle) => shiftOf(vehicle) ?? texts.none },
    { head: texts.skills, isSpare: true, show: ({ skills }) => skills.join(', ') || texts.none },
  ]
}
