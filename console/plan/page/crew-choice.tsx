// Selects the vehicle and the driver of a load.
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { Load, LoadPatch } from '../../../contract/load.ts'
import { ChoiceInput } from '../../fields/choose.tsx'
import { refreshLoads } from '../../load/refresh.ts'
import { isOpen } from '../../load/status.tsx'
import { loadTexts } from '../../load/words.ts'
import { showProblem } from '../../shell/toasts.ts'
import { currentTexts, useTexts } from '../../words/language.ts'
import { useCrew } from '../times/crew.ts'
import { changeLoad } from '../times/following.ts'
import styles from './load-panel.module.css'

/** Returns the fields of a load that a change of vehicle sets. */
function crewIn(load: Load): LoadPatch {
  const { vehicleKey, driverKey, weightCapacity, volumeCapacity, packageCapacity, startDepotKey, endDepotKey } = load
  const capacities = { weightCapacity, volumeCapacity, packageCapacity }
  return { vehicleKey, driverKey, ...capacities, ...(isOpen(load.status) ? { startDepotKey, endDepotKey } : {}) }
}

async function change({ loadId, key }: Load, body: LoadPatch): Promise<void> {
  try {
    await changeLoad(loadId, { body, partOf: crewIn, message: currentTexts(loadTexts).saved(key) })
  } catch (error) {
    showProblem(error)
    await refreshLoads()
  }
}

/** Returns the choices of a field. An inactive vehicle or driver is a choice only if it is already selected. */
function choicesOf(records: readonly (Vehicle | Driver)[], chosen: string | null) {
  const selectable = records.filter(({ key, active }) => active || key === chosen)
  const isUnknown = chosen !== null && !records.some(({ key }) => key === chosen)
  return [
    ...selectable.map(({ key, name }) => ({ value: key, label: name })),
    ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
  ]
}

export function CrewChoice({ load, mayChange }: { load: Load; mayChange: boolean }) {
  const texts = useTexts(loadTexts)
  const crew = useCrew()
  if (!crew || (crew.vehicles.length + crew.drivers.length === 0 && !load.vehicleKey && !load.driverKey)) return null
  const disabled = !mayChange || load.status === 'completed'
  return (
    <div className={styles.crew}>
      <ChoiceInput
        aria-label={texts.vehicle}
        placeholder={texts.noVehicle}
        choices={choicesOf(crew.vehicles, load.vehicleKey)}
        value={load.vehicleKey}
        onChange={(vehicleKey) => void change(load, { vehicleKey })}
        isClearable
        disabled={disabled}
      />
      <ChoiceInput
        aria-label={texts.driver}
        placeholder={texts.noDriver}
        choices={choicesOf(crew.drivers, load.driverKey)}
        value={load.driverKey}
        onChange={(driverKey) => void change(load, { driverKey })}
        isClearable
        disabled={disabled}
      />
    </div>
  )
}
