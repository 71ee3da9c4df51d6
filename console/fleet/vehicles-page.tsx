// Settings › Vehicles: the list, one vehicle in a drawer, and the list as a file.
import { Text } from '@mantine/core'
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
import type { TableProps } from '../records/records-page.tsx'
import styles from '../shell/content.module.css'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { FleetPage, nameOfRow } from './fleet-page.tsx'
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
  useTexts(): RecordTexts {
    const words = useWords(fleetWords)
    return {
      title: words.vehicles,
      about: words.vehiclesAbout,
      empty: words.noVehicles,
      add: words.addVehicle,
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
      Table={Vehicles}
    />
  )
}

function Vehicles({ records, chosen, onOpen }: TableProps<Vehicle>) {
  const words = useWords(fleetWords)
  const { displayPreferences, timezone } = useSettings()
  const format = useFormat(timezone)
  const { weightUnit, volumeUnit } = displayPreferences
  const quantity = (value: number | null, unit: Unit) =>
    value === null ? words.none : columnAmount(value, unit, format.locale)
  return (
    <table className={styles.table} aria-label={words.vehicles}>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.name}</th>
          <th scope="col" className={styles.spare}>
            {words.depot}
          </th>
          <th scope="col" className={styles.number}>
            {columnHead(words.weightCapacity, weightUnit)}
          </th>
          <th scope="col" className={`${styles.spare} ${styles.number}`}>
            {columnHead(words.volumeCapacity, volumeUnit)}
          </th>
          <th scope="col" className={styles.spare}>
            {words.shift}
          </th>
          <th scope="col" className={styles.spare}>
            {words.skills}
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((vehicle) => (
          <tr key={vehicle.key} data-row={vehicle.key} aria-current={vehicle.key === chosen ? 'true' : undefined}>
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen(vehicle.key)}>
                {vehicle.key}
              </button>
            </td>
            <td>
              {vehicle.name}
              {vehicle.active ? null : (
                <Text span size="xs" c="dimmed">
                  {' '}
                  ({words.inactive})
                </Text>
              )}
            </td>
            <td className={styles.spare}>{vehicle.startDepotKey ?? words.none}</td>
            <td className={styles.number}>{quantity(vehicle.weightCapacity, weightUnit)}</td>
            <td className={`${styles.spare} ${styles.number}`}>{quantity(vehicle.volumeCapacity, volumeUnit)}</td>
            <td className={styles.spare}>{shiftOf(vehicle) ?? words.none}</td>
            <td className={styles.spare}>{vehicle.skills.join(', ') || words.none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
