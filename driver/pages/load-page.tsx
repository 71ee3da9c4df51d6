// Shows a load: its stops in order, its start and its completion.
import { useLayoutEffect, useRef, useState } from 'react'
import { type LocaleFormat, useFormat } from '../../console/words/format.ts'
import { useTexts } from '../../console/words/language.ts'
import {
  type DayLoad,
  type DayStop,
  findNextStop,
  formatAddressLine,
  formatStopName,
  listDayLoads,
} from '../data/day.ts'
import { moveLoad } from '../data/draft.ts'
import { getStopStyle, useResult } from '../data/result.ts'
import { formatPath, openScreen } from '../data/screen-path.ts'
import { driverState } from '../data/state.ts'
import { formatTimeWindow } from '../data/times.ts'
import { driverTexts } from '../data/words.ts'
import { type IconName, SvgIcon } from '../frame/icons.tsx'
import { ScreenFrame } from '../frame/page.tsx'
import { ConfirmDialog } from '../frame/sheet.tsx'

/** Scroll position of the list when the driver opened a stop. The list returns there if no outcome was recorded. */
let savedScroll: { loadId: string; nextId: string | undefined; y: number } | undefined

/** Opens the list of a started load at the next open stop, and moves to the next one after an outcome. */
function useNextInView(load: DayLoad | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const next = load && findNextStop(load)
  const nextId = next?.consignmentId
  const isFirst = next === load?.stops[0]
  const isStarted = load?.status === 'started'
  // The list moves only when the page opens. A list that moves while the driver reads is hard to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const scroll = savedScroll?.loadId === load?.loadId && savedScroll?.nextId === nextId ? savedScroll : undefined
    savedScroll = undefined
    if (scroll) scrollTo(0, scroll.y)
    else if (isStarted && !isFirst) list.current?.querySelector('[data-next=true]')?.scrollIntoView()
  }, [load?.loadId])
  const saveScroll = () => {
    savedScroll = load && { loadId: load.loadId, nextId, y: scrollY }
  }
  return { list, next, leave: saveScroll }
}

export function LoadPage({ loadId }: { loadId: string }) {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const load = listDayLoads(view).find((entry) => entry.loadId === loadId)
  const format = useFormat(view.kept?.day.environment.timezone ?? 'UTC')
  const { list, next, leave: saveScroll } = useNextInView(load)
  if (!load)
    return (
      <ScreenFrame title={texts.load} back={[]}>
        <p className="empty">{texts.loadGone}</p>
      </ScreenFrame>
    )
  const facts = [load.vehicleName, load.plate, load.plannedStart && format.instant(load.plannedStart)].filter(Boolean)
  return (
    <ScreenFrame title={load.key} back={[]} foot={!load.isGone && <LoadFoot load={load} next={next} />}>
      {load.isGone && (
        <p className="callout notice-colour">
          <SvgIcon name="warning" />
          <span>{texts.loadGone}</span>
        </p>
      )}
      <p className="load-facts">
        {!load.isGone && (
          <span className="badge" data-status={load.status}>
            {texts.statuses(load.status)}
          </span>
        )}
        <span>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </span>
      </p>
      <p className="progress">
        <progress value={load.done} max={Math.max(1, load.stops.length)} aria-label={texts.progress} />
        <span>{texts.doneOf(load.done, load.stops.length)}</span>
      </p>
      <ol ref={list} className="stops">
        {load.stops.map((stop) => (
          <StopRow key={stop.consignmentId} stop={stop} format={format} isNext={stop === next} onOpen={saveScroll} />
        ))}
      </ol>
    </ScreenFrame>
  )
}

const icons: Record<'success' | 'partial' | 'failed', IconName> = { success: 'check', partial: 'part', failed: 'cross' }

interface StopRowProps {
  stop: DayStop
  format: LocaleFormat
  isNext: boolean
  onOpen(): void
}
function StopRow({ stop, format, isNext, onOpen }: StopRowProps) {
  const texts = useTexts(driverTexts)
  const { outcome, waiting, position, planned } = stop
  const result = useResult(stop)
  const window = formatTimeWindow(format, stop, texts)
  return (
    <li>
      <a
        className="stop"
        href={formatPath('stop', stop.loadId, stop.consignmentId)}
        onClick={onOpen}
        data-outcome={getStopStyle(stop)}
        data-next={isNext}
        aria-current={isNext ? 'step' : undefined}
      >
        <span className="stop-number">{outcome ? <SvgIcon name={icons[outcome]} /> : position}</span>
        <span className="stop-text">
          <strong>
            <bdi>{formatStopName(stop)}</bdi>
          </strong>
          <span>
            <bdi>{formatAddressLine(stop)}</bdi>
          </span>
          <span className="stop-times">
            {result
              ? [result.text, result.reason, stop.elsewhere && texts.otherLoad].filter(Boolean).join(' · ')
              : [stop.type === 'collection' && texts.collection, window].filter(Boolean).join(' · ')}
            {!outcome && planned && <span className="planned">{texts.plannedAt(format.time(planned))}</span>}
            {waiting && (
              <span className="badge waiting">{waiting.refused ? texts.needsPlanner : texts.notSentYet}</span>
            )}
            {stop.draft && <span className="badge">{texts.unfinished}</span>}
            {stop.isGone && <span className="badge">{texts.stopGone}</span>}
          </span>
        </span>
        <SvgIcon name="forward" />
      </a>
    </li>
  )
}

function LoadFoot({ load, next }: { load: DayLoad; next: DayStop | undefined }) {
  const texts = useTexts(driverTexts)
  const [isConfirming, setConfirming] = useState(false)
  const open = load.stops.filter(({ outcome, isGone }) => outcome === null && !isGone)
  if (load.status === 'completed') return <p className="foot-note">{texts.loadCompleted}</p>
  if (load.status !== 'started')
    return (
      <button type="button" className="button primary" onClick={() => void moveLoad('start', load)}>
        {texts.startLoad}
      </button>
    )
  return (
    <>
      {next && (
        <button
          type="button"
          className="button primary"
          onClick={() => openScreen('stop', load.loadId, next.consignmentId)}
        >
          {texts.nextStop(next.position)}
        </button>
      )}
      <button type="button" className={next ? 'button' : 'button primary'} onClick={() => setConfirming(true)}>
        {texts.completeLoad}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={texts.completeLoad}
          text={
            open.length === 0 ? (
              <p>{texts.allDone}</p>
            ) : (
              <>
                <p>{texts.stillOpen(open.length)}</p>
                <ul>
                  {open.slice(0, 20).map((stop) => (
                    <li key={stop.consignmentId}>
                      {stop.position}. <bdi>{formatStopName(stop)}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
          yes={texts.completeLoad}
          no={texts.cancel}
          isDestructive={open.length > 0}
          onNo={() => setConfirming(false)}
          onYes={() => {
            setConfirming(false)
            void moveLoad('complete', load)
          }}
        />
      )}
    </>
  )
}
