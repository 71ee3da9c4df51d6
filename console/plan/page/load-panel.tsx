// Shows the open load: its facts, its status commands and its stops.
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconArrowRight, IconDots, IconEdit } from '@tabler/icons-react'
import type { Load } from '../../../contract/load.ts'
import { useMay } from '../../api/session.ts'
import { isOpen, StatusBadge, StatusMoves } from '../../load/status.tsx'
import { loadTexts } from '../../load/words.ts'
import { RouteLetter } from '../../map/letter.tsx'
import type { RouteBadge } from '../../map/route-locations.ts'
import { convertFromStored, formatMeasure } from '../../platform/units.ts'
import { ActualTimes, LoadProgressBar } from '../../road/progress.tsx'
import { ControlHint, KeyCaps } from '../../shell/hint.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { ToolButton } from '../../shell/tool-button.tsx'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { removeIds } from '../load/arrange.ts'
import { SequenceConflict } from '../load/conflict.tsx'
import type { StopSequence } from '../load/sequence.ts'
import type { PlannedRoute } from '../load/use-route.ts'
import { manyTexts, pageTexts } from '../load/words.ts'
import { releaseTexts } from '../release/words.ts'
import { useDuration } from '../times/duration.ts'
import { findRouteOverloads } from '../times/overload.ts'
import { calculateKilometres, calculateOvertime, type PlanRoute } from '../times/route.ts'
import { planTexts, timesTexts } from '../times/words.ts'
import { ExcessLabel, OverloadLabels } from '../views/problem-labels.tsx'
import { StopList, type StopListProps } from '../views/stop-list.tsx'
import type { PlanCommand } from './commands.ts'
import { CrewChoice } from './crew-choice.tsx'
import styles from './load-panel.module.css'

interface LoadPanelProps extends Omit<StopListProps, 'stops' | 'saved' | 'gone'> {
  route: PlannedRoute
  badge: RouteBadge | undefined
  shape: PlanRoute
  /** Estimated end of the route, in milliseconds since 1970. */
  ends: number | null
  exportsOnRelease: boolean
  mayChange: boolean
  commands: readonly PlanCommand[]
  onEdit: (load: Load) => void
  onRelease: (load: Load) => void
}

export function LoadPanel(props: LoadPanelProps) {
  const mayPlan = useMay('consignments:write')
  const { route, exportsOnRelease, mayChange, commands } = props
  const { load, saved, stops, unsaved, hasConflict } = route
  const texts = useTexts(loadTexts)
  const page = useTexts(pageTexts)
  const plan = useTexts(planTexts)
  const onEdit = () => props.onEdit(load)
  const edit = { label: `${load.key}: ${page.editLoad}`, group: plan.routePlan, isOfOpen: true, run: onEdit }
  useShortcuts(mayChange ? [edit] : [])
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <span className={styles.name}>
            {props.badge && <RouteLetter badge={props.badge} />}
            <h2>{load.key}</h2>
          </span>
          <StatusBadge status={load.status} />
          <span className={styles.tools}>
            {mayChange && <ToolButton label={page.editLoad} icon={<IconEdit size={15} />} size="sm" run={onEdit} />}
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
            {texts.fixed} {mayChange && mayPlan && texts.fixedWayOut}
          </p>
        )}
      </header>
      {unsaved && !hasConflict && <Unsaved route={route} />}
      {unsaved && hasConflict && (
        <SequenceConflict
          unsaved={unsaved}
          saved={saved}
          nameOf={route.nameOf}
          onKeepUnsaved={route.keepMine}
          onTakeSaved={route.discard}
        />
      )}
      <div className={styles.stops}>
        <StopList {...props} stops={stops} saved={saved} gone={findRemovedStops(route)} />
      </div>
    </>
  )
}

/** Returns the stops that another user removed while the sequence was unsaved. */
const findRemovedStops = ({ unsaved, hasConflict, saved }: PlannedRoute): StopSequence =>
  unsaved && hasConflict ? removeIds(unsaved.base, saved) : noStops
const noStops: StopSequence = []

/** Draws the menu of commands on the whole load. */
function LoadMenu({ name, commands }: { name: string; commands: readonly PlanCommand[] }) {
  const many = useTexts(manyTexts)
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
          <Menu.Item key={keys} leftSection={<Icon size={14} />} rightSection={<KeyCaps keys={keys} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Unsaved({ route }: { route: PlannedRoute }) {
  const texts = useTexts(planTexts)
  const page = useTexts(pageTexts)
  return (
    <div className={styles.unsaved} role="status">
      <span>{texts.unsaved}</span>
      <Group gap="xs" wrap="nowrap">
        <ControlHint label={page.saveOrder} keys="mod+s">
          <Button variant="filled" loading={route.isSaving} onClick={() => void route.save()}>
            {texts.save}
          </Button>
        </ControlHint>
        <Button onClick={route.discard}>{texts.discard}</Button>
      </Group>
    </div>
  )
}

function Facts({ route, shape, ends, zone, day, weightUnit, volumeUnit, distanceUnit }: LoadPanelProps) {
  const { load, stops, saved } = route
  const texts = useTexts(loadTexts)
  const plan = useTexts(planTexts)
  const count = plan.stopCount(stops.length)
  const page = useTexts(pageTexts)
  const format = useFormat(zone)
  const locale = languageLocales[currentLanguage.use()]
  const kilometres = calculateKilometres(shape, stops)
  const formatDistance = shape.roads.legs.size > 0 ? plan.wayByRoad : page.wholeWay
  const times = useTexts(timesTexts)
  const release = useTexts(releaseTexts)
  const duration = useDuration()
  const late = isOpen(load.status) ? calculateOvertime(shape, { arrivals: [], ends }) : 0
  return (
    <div className={styles.facts}>
      <span>{load.plannedStart ? format.instant(load.plannedStart) : texts.noStart}</span>
      <span className={styles.way}>
        {load.startDepotKey ?? texts.noDepot}
        <IconArrowRight size={13} aria-hidden className={styles.arrow} />
        {load.endDepotKey ?? texts.noDepot}
      </span>
      {/* The list of loads counts saved stops only. */}
      <span>{saved.length === stops.length ? count : plan.savedCount(count, saved.length)}</span>
      {kilometres !== null && (
        <span>{formatDistance(formatMeasure(convertFromStored(kilometres, distanceUnit), distanceUnit, locale))}</span>
      )}
      {ends !== null && isOpen(load.status) && (
        <span>{times.ends(format.timeOn(day, new Date(ends).toISOString()))}</span>
      )}
      <ActualTimes load={load} zone={zone} />
      {late > 0 && <ExcessLabel isSevere={false}>{release.afterShift(duration(late))}</ExcessLabel>}
      <OverloadLabels overloads={findRouteOverloads(shape, stops)} units={{ weightUnit, volumeUnit }} />
    </div>
  )
}
