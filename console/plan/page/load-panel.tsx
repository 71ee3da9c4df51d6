// Shows the open load: its facts, its status commands and its stops.
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconArrowRight, IconDots, IconEdit } from '@tabler/icons-react'
import type { Load } from '../../../contract/load.ts'
import { useMay } from '../../api/session.ts'
import { isOpen, StatusBadge, StatusMoves } from '../../load/status.tsx'
import { loadWords } from '../../load/words.ts'
import { RouteLetter } from '../../map/letter.tsx'
import type { RouteMark } from '../../map/places.ts'
import { fromStored, measure } from '../../platform/units.ts'
import { ActualTimes, LoadProgressBar } from '../../road/progress.tsx'
import { Hint, Keys } from '../../shell/hint.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useFormat } from '../../words/format.ts'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import { without } from '../load/arrange.ts'
import { Conflict } from '../load/conflict.tsx'
import type { Sequence } from '../load/sequence.ts'
import type { PlannedRoute } from '../load/use-route.ts'
import { manyWords, pageWords } from '../load/words.ts'
import { releaseWords } from '../release/words.ts'
import { overloadsOfRoute } from '../times/overload.ts'
import { beyondShift, type PlanRoute, totalKilometres } from '../times/route.ts'
import { planWords, timesWords } from '../times/words.ts'
import { ExcessMark, OverloadMarks, useDuration } from '../views/marks.tsx'
import { StopList, type StopListProps } from '../views/stop-list.tsx'
import type { Command } from './commands.ts'
import { CrewChoice } from './crew-choice.tsx'
import styles from './load-panel.module.css'

interface LoadPanelProps extends Omit<StopListProps, 'stops' | 'saved' | 'gone'> {
  route: PlannedRoute
  mark: RouteMark | undefined
  shape: PlanRoute
  /** Estimated end of the route, in milliseconds since 1970. */
  ends: number | null
  exportsOnRelease: boolean
  mayChange: boolean
  commands: readonly Command[]
  onEdit: (load: Load) => void
  onRelease: (load: Load) => void
}

export function LoadPanel(props: LoadPanelProps) {
  const mayPlan = useMay('consignments:write')
  const { route, exportsOnRelease, mayChange, commands } = props
  const { load, saved, stops, unsaved, hasConflict } = route
  const words = useWords(loadWords)
  const page = useWords(pageWords)
  const plan = useWords(planWords)
  const onEdit = () => props.onEdit(load)
  const edit = { label: `${load.key}: ${page.editLoad}`, group: plan.routePlan, isOfOpen: true, run: onEdit }
  useShortcuts(mayChange ? [edit] : [])
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <span className={styles.name}>
            {props.mark && <RouteLetter mark={props.mark} />}
            <h2>{load.key}</h2>
          </span>
          <StatusBadge status={load.status} />
          <span className={styles.tools}>
            {mayChange && (
              <Hint label={page.editLoad}>
                <ActionIcon size="sm" aria-label={page.editLoad} onClick={onEdit}>
                  <IconEdit size={15} />
                </ActionIcon>
              </Hint>
            )}
            <LoadMenu name={load.key} commands={commands} />
          </span>
          <span className={styles.moves}>
            {mayChange && (
              <StatusMoves
                // A question about one load must not continue for another.
                key={load.loadId}
                load={load}
                exportsOnRelease={exportsOnRelease}
                disabled={unsaved !== undefined}
                onRelease={() => props.onRelease(load)}
                group={plan.routePlan}
              />
            )}
          </span>
        </div>
        <Facts {...props} />
        <CrewChoice load={load} mayChange={mayChange} />
        <LoadProgressBar load={load} zone={props.zone} />
        {!isOpen(load.status) && (
          <p className={styles.fixed}>
            {words.fixed} {mayChange && mayPlan && words.fixedWayOut}
          </p>
        )}
      </header>
      {unsaved && !hasConflict && <Unsaved route={route} />}
      {unsaved && hasConflict && (
        <Conflict
          unsaved={unsaved}
          saved={saved}
          nameOf={route.nameOf}
          onKeepMine={route.keepMine}
          onTakeTheirs={route.discard}
        />
      )}
      <div className={styles.stops}>
        <StopList {...props} stops={stops} saved={saved} gone={goneFrom(route)} />
      </div>
    </>
  )
}

/** Returns the stops that another user removed while the sequence was unsaved. */
const goneFrom = ({ unsaved, hasConflict, saved }: PlannedRoute): Sequence =>
  unsaved && hasConflict ? without(unsaved.base, saved) : noStops
const noStops: Sequence = []

/** Draws the menu of commands on the whole load. */
function LoadMenu({ name, commands }: { name: string; commands: readonly Command[] }) {
  const many = useWords(manyWords)
  if (commands.length === 0) return null
  return (
    <Menu position="bottom-start" width="16rem">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={many.moreOf(name)} data-hint={many.moreOf(name)}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ keys, label, icon: Icon, run }) => (
          <Menu.Item key={keys} leftSection={<Icon size={14} />} rightSection={<Keys keys={keys} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Unsaved({ route }: { route: PlannedRoute }) {
  const words = useWords(planWords)
  const page = useWords(pageWords)
  return (
    <div className={styles.unsaved} role="status">
      <span>{words.unsaved}</span>
      <Group gap="xs" wrap="nowrap">
        <Hint label={page.saveOrder} keys="mod+s">
          <Button loading={route.isSaving} onClick={() => void route.save()}>
            {words.save}
          </Button>
        </Hint>
        <Button variant="default" onClick={route.discard}>
          {words.discard}
        </Button>
      </Group>
    </div>
  )
}

function Facts({ route, shape, ends, zone, day, weightUnit, volumeUnit, distanceUnit }: LoadPanelProps) {
  const { load, stops, saved } = route
  const words = useWords(loadWords)
  const plan = useWords(planWords)
  const count = plan.stopCount(stops.length)
  const page = useWords(pageWords)
  const format = useFormat(zone)
  const locale = locales[language.use()]
  const way = totalKilometres(shape, stops)
  const wholeWay = shape.roads.legs.size > 0 ? plan.wayByRoad : page.wholeWay
  const times = useWords(timesWords)
  const release = useWords(releaseWords)
  const duration = useDuration()
  const late = isOpen(load.status) ? beyondShift(shape, { arrivals: [], ends }) : 0
  return (
    <div className={styles.facts}>
      <span>{load.plannedStart ? format.instant(load.plannedStart) : words.noStart}</span>
      <span className={styles.way}>
        {load.startDepotKey ?? words.noDepot}
        <IconArrowRight size={13} aria-hidden className={styles.arrow} />
        {load.endDepotKey ?? words.noDepot}
      </span>
      {/* The list of loads counts saved stops only. */}
      <span>{saved.length === stops.length ? count : plan.savedCount(count, saved.length)}</span>
      {way !== null && <span>{wholeWay(measure(fromStored(way, distanceUnit), distanceUnit, locale))}</span>}
      {ends !== null && isOpen(load.status) && (
        <span>{times.ends(format.timeOn(day, new Date(ends).toISOString()))}</span>
      )}
      <ActualTimes load={load} zone={zone} />
      {late > 0 && <ExcessMark>{release.afterShift(duration(late))}</ExcessMark>}
      <OverloadMarks overloads={overloadsOfRoute(shape, stops)} units={{ weightUnit, volumeUnit }} />
    </div>
  )
}
