// The columns of the list of loads, for the screen, for paper and for the file.
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LoadProgress } from '../../contract/drive.ts'
import type { LoadSummary } from '../../contract/load.ts'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { CapacityUse } from '../load/capacity.tsx'
import { StatusBadge } from '../load/status.tsx'
import { loadTexts } from '../load/words.ts'
import { convertFromStored, formatColumnAmount, type MeasureUnit } from '../platform/units.ts'
import { LoadProgressBar } from '../road/progress.tsx'
import { roadTexts } from '../road/words.ts'
import type { TableColumn } from '../shell/columns.ts'
import { useTexts } from '../words/language.ts'
import styles from './page.module.css'

/** A load with its progress, which only the file contains: undefined for unreleased and for deleted loads. */
export interface ListedLoad extends LoadSummary {
  progress?: LoadProgress | undefined
}
type LoadColumn = TableColumn<ListedLoad>

interface LoadColumns {
  screen: LoadColumn[]
  paper: LoadColumn[]
  file: LoadColumn[]
}

/** Returns the columns of the screen, of the printed list and of the file. */
export function useLoadColumns(): LoadColumns {
  const texts = useTexts(loadTexts)
  const { status, plannedStart, started, completed } = useTimeColumns()
  const { weight, volume, distance, minutes } = useAmountColumns()
  const { depots, startDepot, endDepot, carrier } = useResourceColumns()
  const key: LoadColumn = {
    head: texts.key,
    isKey: true,
    show: (load) => (
      <Link to="/plan" search={{ load: load.loadId }} className={styles.key}>
        {load.key}
      </Link>
    ),
    write: (load) => load.key,
  }
  const stops: LoadColumn = {
    head: texts.stops,
    isNumber: true,
    className: `${styles.number} figures`,
    show: ({ stopCount }) => stopCount,
  }
  return {
    screen: [key, status, plannedStart, depots, stops, weight, volume],
    paper: [key, status, plannedStart, depots, carrier, stops, weight, volume],
    file: [
      key,
      status,
      plannedStart,
      started,
      completed,
      startDepot,
      endDepot,
      { head: texts.vehicle, show: ({ vehicleKey }) => vehicleKey },
      { head: texts.driver, show: ({ driverKey }) => driverKey },
      stops,
      { head: texts.stopsDone, show: ({ progress }) => progress?.done },
      { head: texts.stopsFailed, show: ({ progress }) => progress?.failed },
      { head: texts.stopsLate, show: ({ progress }) => progress?.stops.filter(({ late }) => late).length },
      distance,
      minutes,
      weight,
      volume,
    ],
  }
}

function useTimeColumns() {
  const texts = useTexts(loadTexts)
  const format = useEnvironmentFormat()
  const { zone } = format
  const writeTime = (iso: string | null) => (iso === null ? '' : format.sheet(iso))
  return {
    status: {
      head: texts.status,
      className: styles.state,
      show: (load) => (
        <>
          <StatusBadge status={load.status} />
          <LoadProgressBar load={load} zone={zone} />
        </>
      ),
      write: (load) => texts[load.status],
    },
    plannedStart: {
      head: texts.plannedStart,
      zone,
      className: 'figures',
      show: (load) => (
        <>
          {load.plannedStart ? (
            format.instant(load.plannedStart)
          ) : (
            <span className={styles.quiet}>{texts.noStart}</span>
          )}
          <ActualTimes load={load} />
        </>
      ),
      print: (load) => (load.plannedStart ? format.instant(load.plannedStart) : ''),
      write: (load) => writeTime(load.plannedStart),
    },
    started: { head: texts.started, zone, show: ({ actualStart }) => writeTime(actualStart) },
    completed: { head: texts.completed, zone, show: ({ actualEnd }) => writeTime(actualEnd) },
  } satisfies Record<string, LoadColumn>
}

function useResourceColumns() {
  const texts = useTexts(loadTexts)
  const driverName = useDriverName()
  return {
    depots: {
      head: texts.depot,
      className: styles.wide,
      show: ({ startDepotKey, endDepotKey }) => (
        <span className={styles.way}>
          {startDepotKey ?? texts.noDepot}
          <IconArrowRight size={13} aria-hidden className={styles.arrow} />
          {endDepotKey ?? texts.noDepot}
        </span>
      ),
      print: ({ startDepotKey, endDepotKey }) => [startDepotKey, endDepotKey].filter(Boolean).join(' – '),
    },
    startDepot: { head: texts.startDepot, show: ({ startDepotKey }) => startDepotKey },
    endDepot: { head: texts.endDepot, show: ({ endDepotKey }) => endDepotKey },
    carrier: {
      head: `${texts.vehicle} · ${texts.driver}`,
      show: ({ vehicleKey, driverKey }) => [vehicleKey, driverKey && driverName(driverKey)].filter(Boolean).join(' · '),
    },
  } satisfies Record<string, LoadColumn>
}

function useAmountColumns() {
  const texts = useTexts(loadTexts)
  const { locale } = useEnvironmentFormat()
  const { weightUnit, volumeUnit, distanceUnit } = useSettings().displayPreferences
  const capacityColumn = (
    title: string,
    unit: MeasureUnit,
    peakOf: (load: LoadSummary) => number,
    capacityOf: (load: LoadSummary) => number | null,
  ): LoadColumn => ({
    head: title,
    unit,
    show: (load) => <CapacityUse title={title} peak={peakOf(load)} capacity={capacityOf(load)} unit={unit} />,
    print: (load) => formatColumnAmount(peakOf(load), unit, locale),
    write: peakOf,
  })
  const weight = capacityColumn(
    texts.weight,
    weightUnit,
    ({ peakWeight }) => peakWeight,
    ({ weightCapacity }) => weightCapacity,
  )
  const volume = capacityColumn(
    texts.volume,
    volumeUnit,
    ({ peakVolume }) => peakVolume,
    ({ volumeCapacity }) => volumeCapacity,
  )
  return {
    weight: { ...weight, className: styles.weight },
    volume: { ...volume, className: styles.volume },
    distance: {
      head: texts.distance,
      unit: distanceUnit,
      show: (load) => (load.distance === null ? '' : Number(convertFromStored(load.distance, distanceUnit).toFixed(1))),
    },
    minutes: { head: texts.minutes, show: ({ duration }) => (duration === null ? '' : Math.round(duration)) },
  } satisfies Record<string, LoadColumn>
}

/** Draws the actual start and end of a load. */
function ActualTimes({ load: { actualStart, actualEnd } }: { load: LoadSummary }) {
  const road = useTexts(roadTexts)
  const format = useEnvironmentFormat()
  return (
    <span className={styles.actual}>
      {actualStart && <span>{road.startedAt(format.instant(actualStart))}</span>}
      {actualEnd && <span>{road.completedAt(format.instant(actualEnd))}</span>}
    </span>
  )
}
