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
import { columnAmount, columnHead, type Unit } from '../platform/units.ts'
import type { RecordTexts } from '../records/record-drawer.tsx'
import type { Column } from '../shell/columns.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { vehicleCommands } from './commands.ts'
import { FleetPage, nameColumn, nameOfRow } from './fleet-page.tsx'
import { shiftOf } from './shift.ts'
import { VehicleFields } from './vehicle-fields.tsx'
import { fleetWords } from './words.ts'

const kind = {
  list: listVehicles,
  get: getVehicle,
  create: createVehicle,
  update: updateVehicle,
  remove: deleteVehicle,
  scope: 'fleet:write',
  add: vehicleCommands.add,
  useTexts(): RecordTexts {
    const words = useWords(fleetWords)
    return {
      title: words.vehicles,
      key: words.key,
      about: words.vehiclesAbout,
      empty: words.noVehicles,
      remove: words.deleteVehicle,
      created: words.created,
      removed: words.deleted,
    }
  },
  nameOf: nameOfRow,
  Fields: VehicleFields,
  useFresh: () => ({ active: true }),
  Stays: () => useWords(fleetWords).vehicleStays,
  import: importVehicles,
  schema: VehicleInput,
} as const

export function VehiclesPage() {
  const navigate = useNavigate()
  const { vehicle } = useSearch({ from: '/shell/settings/vehicles' })
  return (
    <FleetPage
      kind={kind}
      name="vehicles"
      chosen={vehicle}
      onOpen={(key) => navigate({ to: '/settings/vehicles', search: key === undefined ? {} : { vehicle: key } })}
      useColumns={useColumns}
    />
  )
}

function useColumns(): Column<Vehicle>[] {
  const words = useWords(fleetWords)
  const { displayPreferences, timezone } = useSettings()
  const format = useFormat(timezone)
  const { weightUnit, volumeUnit } = displayPreferences
  const quantity = (value: number | null, unit: Unit) =>
    value === null ? words.none : columnAmount(value, unit, format.locale)
  return [
    nameColumn(words),
    { head: words.depot, isSpare: true, show: ({ startDepotKey }) => startDepotKey ?? words.none },
    {
      head: columnHead(words.weightCapacity, weightUnit),
      isNumber: true,
      show: ({ weightCapacity }) => quantity(weightCapacity, weightUnit),
    },
    {
      head: columnHead(words.volumeCapacity, volumeUnit),
      isNumber: true,
      isSpare: true,
      show: ({ volumeCapacity }) => quantity(volumeCapacity, volumeUnit),
    },
    { head: words.shift, isSpare: true, show: (vehicle) => shiftOf(vehicle) ?? words.none },
    { head: words.skills, isSpare: true, show: ({ skills }) => skills.join(', ') || words.none },
  ]
}
