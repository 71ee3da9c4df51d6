// Asks how to plan the day: orders, vehicles, objective and duration of the search.

import { Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Environment } from '../../../contract/environment.ts'
import { listVehicles, type Vehicle } from '../../../contract/fleet.ts'
import { type OptimisationInput, optimisationLimits, optimisationObjectives } from '../../../contract/optimisation.ts'
import { buildQuery } from '../../api/query.ts'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { reasonTexts } from '../../shell/words.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { countIn } from '../../words/words.ts'
import { chosenOrders as selection } from '../load/selection.ts'
import { dueGroups, poolGroups } from '../pool/pool.ts'
import { useGroupedPool } from '../pool/use-pool.ts'
import { poolTexts } from '../pool/words.ts'
import { useDayLoads } from '../times/data.ts'
import { useFirstFocus } from './focused.ts'
import styles from './optimise.module.css'
import { optimiseTexts } from './words.ts'

interface DayQuestionProps {
  day: string
  environment: Environment
  isBusy: boolean
  onStart: (request: OptimisationInput) => void
}

const secondsOffered = [5, 10, 30, 60]
const secondsFirst = 10

export function DayQuestion(props: DayQuestionProps) {
  const vehicles = useQuery(buildQuery(listVehicles)).data?.data
  const { loads } = useDayLoads(props.day)
  const pool = useGroupedPool(props.day, props.environment.timezone)
  if (!vehicles || !loads || !pool) return null
  const busy = new Set(loads.flatMap(({ vehicleKey }) => vehicleKey ?? []))
  return <Question {...props} vehicles={vehicles.filter(({ active }) => active)} busy={busy} pool={pool} />
}

type GroupedPool = NonNullable<ReturnType<typeof useGroupedPool>>
interface QuestionProps extends DayQuestionProps {
  vehicles: Vehicle[]
  busy: ReadonlySet<string>
  pool: GroupedPool
}

const idsOf = (pool: GroupedPool, groups: readonly string[]): string[] =>
  poolGroups
    .filter((group) => groups.includes(group))
    .flatMap((group) => pool.get(group) ?? [])
    .map(({ consignmentId }) => consignmentId)

function Question({ day, vehicles, busy, pool, isBusy, onStart }: QuestionProps) {
  const texts = useTexts(optimiseTexts)
  const needs = useTexts(reasonTexts)
  const [groups, setGroups] = useState<string[]>(() => dueGroups.filter((group) => pool.has(group)))
  const [chosen, setChosen] = useState(() => vehicles.map(({ key }) => key).filter((key) => !busy.has(key)))
  const [objective, setObjective] = useState<(typeof optimisationObjectives)[number]>('cost')
  const [seconds, setSeconds] = useState(secondsFirst)
  const selected = idsOf(pool, poolGroups).filter((id) => selection.get().has(id))
  // A single selected order may have been clicked only to view it.
  const [isOnlySelected, setOnlySelected] = useState(selected.length > 1)
  const ids = isOnlySelected ? selected : idsOf(pool, groups)
  const isTooMany = ids.length > optimisationLimits.consignments
  const start = useFirstFocus()
  const lacks = isTooMany
    ? texts.tooMany(optimisationLimits.consignments)
    : ids.length === 0
      ? needs.chooseOrders
      : chosen.length === 0
        ? needs.chooseVehicle
        : null
  const goals = { cost: texts.cost, distance: texts.distance, time: texts.time, vehicles: texts.fewest }
  return (
    <Stack>
      <p className={styles.about}>{texts.about}</p>
      <WhichOrders
        pool={pool}
        groups={groups}
        isOnlySelected={isOnlySelected}
        selected={selected.length}
        onGroups={setGroups}
        onOnlySelected={setOnlySelected}
      />
      <Vehicles vehicles={vehicles} busy={busy} chosen={chosen} onChange={setChosen} />
      <Group align="flex-end">
        <OneOf
          label={texts.objective}
          value={objective}
          onChange={(value) => setObjective(value as typeof objective)}
          data={optimisationObjectives.map((value) => ({ value, label: goals[value] }))}
        />
        <OneOf
          label={texts.searchFor}
          value={String(seconds)}
          onChange={(value) => setSeconds(Number(value))}
          data={secondsOffered.map((value) => ({ value: String(value), label: texts.seconds(value) }))}
        />
      </Group>
      <Group justify="flex-end">
        <ReasonedButton
          data-autofocus
          ref={start}
          loading={isBusy}
          reason={lacks}
          onClick={() => onStart({ mode: 'day', day, consignmentIds: ids, vehicleKeys: chosen, objective, seconds })}
        >
          {texts.start}
        </ReasonedButton>
      </Group>
    </Stack>
  )
}

interface WhichOrdersProps {
  pool: GroupedPool
  groups: string[]
  /** Number of selected orders. */
  selected: number
  isOnlySelected: boolean
  onGroups: (groups: string[]) => void
  onOnlySelected: (isOnlySelected: boolean) => void
}

function WhichOrders({ pool, groups, selected, isOnlySelected, onGroups, onOnlySelected }: WhichOrdersProps) {
  const texts = useTexts(optimiseTexts)
  const names = useTexts(poolTexts)
  const spoken = currentLanguage.use()
  return (
    <>
      <Checkbox.Group label={texts.orders} value={groups} onChange={onGroups}>
        <Group mt="xs">
          {poolGroups.map((group) => {
            const count = pool.get(group)?.length ?? 0
            const label = `${names[group]} (${countIn(spoken, count)})`
            return <Checkbox key={group} value={group} label={label} disabled={count === 0 || isOnlySelected} />
          })}
        </Group>
      </Checkbox.Group>
      {selected > 0 && (
        <Checkbox
          label={texts.onlySelected(selected)}
          checked={isOnlySelected}
          onChange={({ currentTarget }) => onOnlySelected(currentTarget.checked)}
        />
      )}
    </>
  )
}

interface VehiclesProps extends Pick<QuestionProps, 'vehicles' | 'busy'> {
  chosen: string[]
  onChange: (keys: string[]) => void
}

function Vehicles({ vehicles, busy, chosen, onChange }: VehiclesProps) {
  const texts = useTexts(optimiseTexts)
  if (vehicles.length === 0)
    return (
      <Group>
        <Text size="sm">{texts.noVehicles}</Text>
        <Button component={Link} to="/settings/vehicles">
          {texts.toVehicles}
        </Button>
      </Group>
    )
  return (
    <Checkbox.Group
      label={texts.vehicles}
      description={busy.size > 0 ? texts.vehiclesHelp : undefined}
      value={chosen}
      onChange={onChange}
    >
      <div className={styles.vehicles}>
        {vehicles.map(({ key, name }) => (
          <Checkbox key={key} value={key} label={busy.has(key) ? `${name} (${texts.hasLoad})` : name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

interface OneOfProps {
  label: string
  value: string
  onChange: (value: string) => void
  data: { value: string; label: string }[]
}

function OneOf({ label, ...control }: OneOfProps) {
  return (
    <div>
      <span className={styles.label}>{label}</span>
      <SegmentedControl aria-label={label} {...control} />
    </div>
  )
}
