// Shows the progress of a route: a bar, a text, and the state of each stop.
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getLoadProgress, type LoadProgress } from '../../contract/drive.ts'
import type { LoadStatus, LoadSummary } from '../../contract/load.ts'
import { buildQuery } from '../api/query.ts'
import { useFormat } from '../words/format.ts'
import { useTexts } from '../words/language.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import styles from './road.module.css'
import { roadTexts } from './words.ts'

export type StopProgress = LoadProgress['stops'][number]

/** Milliseconds between reads. Outcomes cause events, but positions and estimates do not. */
const againMs = 60_000

export const hasProgress: ReadonlySet<LoadStatus> = new Set<LoadStatus>(['released', 'started', 'completed'])

/** Returns the progress of a load that is released, started or completed. */
export function useProgress(load: Pick<LoadSummary, 'loadId' | 'status'> | undefined): LoadProgress | undefined {
  const isOn = load !== undefined && hasProgress.has(load.status)
  const { data } = useQuery({
    ...buildQuery(getLoadProgress, { params: { loadId: load?.loadId ?? '' } }),
    enabled: isOn,
    refetchInterval: load?.status === 'started' ? againMs : false,
  })
  return isOn ? data?.data : undefined
}

/** Returns whether a load is under way without recent positions, so that the service estimates no times. */
export const isSilent = ({ status, open, estimatedEnd }: LoadProgress): boolean =>
  status === 'started' && open > 0 && estimatedEnd === null

interface ProgressProps {
  load: Pick<LoadSummary, 'loadId' | 'status'>
  zone: string
}

export function LoadProgressBar({ load, zone }: ProgressProps) {
  const texts = useTexts(roadTexts)
  const format = useFormat(zone)
  const progress = useProgress(load)
  if (!progress) return null
  const { done, failed, open, late, estimatedEnd, status } = progress
  const total = done + open
  if (total === 0) return null
  const width = (count: number) => ({ width: `${(100 * count) / total}%` })
  return (
    <span className={styles.progress} data-progress={`${done}/${total}`}>
      <span className={styles.bar} aria-hidden>
        <span style={width(done - failed)} />
        <span data-part="failed" style={width(failed)} />
      </span>
      <span className={styles.text}>
        <span>{texts.doneOf(done, total)}</span>
        {failed > 0 && <span data-severe>{texts.failedCount(failed)}</span>}
        {late > 0 && (
          <span data-severe>
            <IconClockExclamation size={13} aria-hidden />
            {texts.lateCount(late)}
          </span>
        )}
        {status === 'started' && estimatedEnd !== null && <span>{texts.endsAt(format.time(estimatedEnd))}</span>}
        {isSilent(progress) && (
          <span data-severe>
            <IconClockExclamation size={13} aria-hidden />
            {texts.silent}
          </span>
        )}
      </span>
    </span>
  )
}

/** Shows when a route started and ended, and its latest position. */
export function ActualTimes({ load, zone }: ProgressProps) {
  const texts = useTexts(roadTexts)
  const format = useFormat(zone)
  const progress = useProgress(load)
  if (!progress) return null
  const { actualStart, actualEnd, position, status } = progress
  return (
    <>
      {actualStart !== null && <span>{texts.startedAt(format.instant(actualStart))}</span>}
      {actualEnd !== null && <span>{texts.completedAt(format.instant(actualEnd))}</span>}
      {status === 'started' && position !== null && <span>{texts.seenAt(format.time(position.time))}</span>}
    </>
  )
}

/** Shows the outcome of a stop, or its estimated time. */
export function StopState({ stop, zone }: { stop: StopProgress; zone: string }) {
  const texts = useTexts(roadTexts)
  const format = useFormat(zone)
  const { outcome, outcomeTime, estimated, late, elsewhere } = stop
  if (outcome === null && estimated === null) return null
  return (
    <div className={styles.stop}>
      {outcome !== null && <OutcomeBadge outcome={outcome} />}
      {outcome !== null && outcomeTime !== null && <span>{format.time(outcomeTime)}</span>}
      {elsewhere && <span>{texts.otherLoad}</span>}
      {outcome === null && !late && <span>{texts.expectedAt(format.time(estimated!))}</span>}
      {late && (
        <span data-severe>
          <IconClockExclamation size={14} aria-hidden />
          {outcome === null ? texts.expectedLate(format.time(estimated!)) : texts.wasLate}
        </span>
      )}
    </div>
  )
}
