// What to plan the day with: which orders, which vehicles, what for and how long.
import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Environment } from '../../../contract/environment.ts'
import { listVehicles, type Vehicle } from '../../../contract/fleet.ts'
import { type OptimisationInput, objectives, type Pool, pools } from '../../../contract/optimisation.ts'
import { read } from '../../api/query.ts'
import { useWords } from '../../words/language.ts'
import { useDayLoads } from '../data.ts'
import styles from './optimise.module.css'
import { optimiseWords } from './words.ts'

interface DayQuestionProps {
  day: string
  environment: Environment
  isBusy: boolean
  onStart: (request: OptimisationInput) => void
}

const secondsOffered = [5, 10, 30, 60]
const secondsFirst = 10
const poolsFirst: Pool[] = ['overdue', 'day', 'undated']

export function DayQuestion(props: DayQuestionProps) {
  const vehicles = useQuery(read(listVehicles)).data?.data
  const { loads } = useDayLoads(props.day)
  if (!vehicles || !loads) return null
  const busy = new Set(loads.flatMap(({ vehicleKey }) => vehicleKey ?? []))
  return <Question {...props} vehicles={vehicles.filter(({ active }) => active)} busy={busy} />
}

type QuestionProps = DayQuestionProps & { vehicles: Vehicle[]; busy: ReadonlySet<string> }

function Question({ day, vehicles, busy, isBusy, onStart }: QuestionProps) {
  const words = useWords(optimiseWords)
  const [pool, setPool] = useState<Pool[]>(poolsFirst)
  const [chosen, setChosen] = useState(() => vehicles.map(({ key }) => key).filter((key) => !busy.has(key)))
  const [objective, setObjective] = useState<(typeof objectives)[number]>('cost')
  const [seconds, setSeconds] = useState(secondsFirst)
  const poolNames = { overdue: words.overdue, day: words.ofDay, undated: words.undated, later: words.later }
  const goals = { cost: words.cost, distance: words.distance, time: words.time, vehicles: words.fewest }
  return (
    <Stack>
      <p className={styles.about}>{words.about}</p>
      <Checkbox.Group label={words.orders} value={pool} onChange={(value) => setPool(value as Pool[])}>
        <Group mt="xs">
          {pools.map((name) => (
            <Checkbox key={name} value={name} label={poolNames[name]} />
          ))}
        </Group>
      </Checkbox.Group>
      {vehicles.length === 0 ? (
        <p>{words.noVehicles}</p>
      ) : (
        <Checkbox.Group
          label={words.vehicles}
          description={busy.size > 0 ? words.vehiclesHelp : undefined}
          value={chosen}
          onChange={setChosen}
        >
          <div className={styles.vehicles}>
            {vehicles.map(({ key, name }) => (
              <Checkbox key={key} value={key} label={busy.has(key) ? `${name} (${words.hasLoad})` : name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Group align="flex-end">
        <div>
          <span className={styles.label}>{words.objective}</span>
          <SegmentedControl
            aria-label={words.objective}
            value={objective}
            onChange={(value) => setObjective(value as typeof objective)}
            data={objectives.map((value) => ({ value, label: goals[value] }))}
          />
        </div>
        <div>
          <span className={styles.label}>{words.searchFor}</span>
          <SegmentedControl
            aria-label={words.searchFor}
            value={String(seconds)}
            onChange={(value) => setSeconds(Number(value))}
            data={secondsOffered.map((value) => ({ value: String(value), label: words.seconds(value) }))}
          />
        </div>
      </Group>
      <Group justify="flex-end">
        <Button
          data-autofocus
          loading={isBusy}
          disabled={chosen.length === 0 || pool.length === 0}
          onClick={() => onStart({ mode: 'day', day, pool, vehicleKeys: chosen, objective, seconds })}
        >
          {words.start}
        </Button>
      </Group>
    </Stack>
  )
}
