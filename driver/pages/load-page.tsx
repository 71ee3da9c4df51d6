// Shows a load: its stops in order, its start and its completion.
import { useLayoutEffect, useRef, useState } from 'react'
import { type Format, useFormat } from '../../console/words/format.ts'
import { useWords } from '../../console/words/language.ts'
import { addressLine, type Load, loadsOf, nameOf, nextOf, type Stop } from '../data/day.ts'
import { moveLoad } from '../data/draft.ts'
import { go, pathTo } from '../data/place.ts'
import { lookOf, useResult } from '../data/result.ts'
import { state } from '../data/state.ts'
import { windowText } from '../data/times.ts'
import { driverWords } from '../data/words.ts'
import { Icon, type IconName } from '../frame/icons.tsx'
import { Page } from '../frame/page.tsx'
import { Question } from '../frame/sheet.tsx'

/**
 * Scroll position of the list at which it was left when the driver opened a stop. The list returns there if no outcome
 * was recorded.
 */
let leftAt: { loadId: string; nextId: string | undefined; y: number } | undefined

/** Opens the list of a started load at the next open stop, and moves to the next one after an outcome. */
function useNextInView(load: Load | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const next = load && nextOf(load)
  const nextId = next?.consignmentId
  const isFirst = next === load?.stops[0]
  const isStarted = load?.status === 'started'
  // The list moves only when the page opens. A list that moves while the driver reads is hard to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const before = leftAt?.loadId === load?.loadId && leftAt?.nextId === nextId ? leftAt : undefined
    leftAt = undefined
    if (before) scrollTo(0, before.y)
    else if (isStarted && !isFirst) list.current?.querySelector('[data-next=true]')?.scrollIntoView()
  }, [load?.loadId])
  const leave = () => {
    leftAt = load && { loadId: load.loadId, nextId, y: scrollY }
  }
  return { list, next, leave }
}

export function LoadPage({ loadId }: { loadId: string }) {
  const words = useWords(driverWords)
  const view = state.use()
  const load = loadsOf(view).find((one) => one.loadId === loadId)
  const format = useFormat(view.kept?.day.environment.timezone ?? 'UTC')
  const { list, next, leave } = useNextInView(load)
  if (!load)
    return (
      <Page title={words.load} back={[]}>
        <p className="empty">{words.loadGone}</p>
      </Page>
    )
  const facts = [load.vehicleName, load.plate, load.plannedStart && format.instant(load.plannedStart)].filter(Boolean)
  return (
    <Page title={load.key} back={[]} foot={!load.isGone && <LoadFoot load={load} next={next} />}>
      {load.isGone && (
        <p className="callout notice-colour">
          <Icon name="warning" />
          <span>{words.loadGone}</span>
        </p>
      )}
      <p className="load-facts">
        {!load.isGone && (
          <span className="badge" data-status={load.status}>
            {words.statuses(load.status)}
          </span>
        )}
        <span>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </span>
      </p>
      <p className="progress">
        <progress value={load.done} max={Math.max(1, load.stops.length)} aria-label={words.progress} />
        <span>{words.doneOf(load.done, load.stops.length)}</span>
      </p>
      <ol ref={list} className="stops">
        {load.stops.map((stop) => (
          <StopRow key={stop.consignmentId} stop={stop} format={format} isNext={stop === next} onOpen={leave} />
        ))}
      </ol>
    </Page>
  )
}

const signs: Record<'success' | 'partial' | 'failed', IconName> = { success: 'check', partial: 'part', failed: 'cross' }

interface StopRowProps {
  stop: Stop
  format: Format
  isNext: boolean
  onOpen(): void
}
function StopRow({ stop, format, isNext, onOpen }: StopRowProps) {
  const words = useWords(driverWords)
  const { outcome, waiting, position, planned } = stop
  const result = useResult(stop)
  const window = windowText(format, stop, words)
  return (
    <li>
      <a
        className="stop"
        href={pathTo('stop', stop.loadId, stop.consignmentId)}
        onClick={onOpen}
        data-outcome={lookOf(stop)}
        data-next={isNext}
        aria-current={isNext ? 'step' : undefined}
      >
        <span className="stop-number">{outcome ? <Icon name={signs[outcome]} /> : position}</span>
        <span className="stop-text">
          <strong>
            <bdi>{nameOf(stop)}</bdi>
          </strong>
          <span>
            <bdi>{addressLine(stop)}</bdi>
          </span>
          <span className="stop-times">
            {result
              ? [result.text, result.reason, stop.elsewhere && words.otherLoad].filter(Boolean).join(' · ')
              : [stop.type === 'collection' && words.collection, window].filter(Boolean).join(' · ')}
            {!outcome && planned && <span className="planned">{words.plannedAt(format.time(planned))}</span>}
            {waiting && (
              <span className="badge waiting">{waiting.refused ? words.needsPlanner : words.notSentYet}</span>
            )}
            {stop.draft && <span className="badge">{words.unfinished}</span>}
            {stop.isGone && <span className="badge">{words.stopGone}</span>}
          </span>
        </span>
        <Icon name="forward" />
      </a>
    </li>
  )
}

function LoadFoot({ load, next }: { load: Load; next: Stop | undefined }) {
  const words = useWords(driverWords)
  const [asks, setAsks] = useState(false)
  const open = load.stops.filter(({ outcome, isGone }) => outcome === null && !isGone)
  if (load.status === 'completed') return <p className="foot-note">{words.loadCompleted}</p>
  if (load.status !== 'started')
    return (
      <button type="button" className="button primary" onClick={() => void moveLoad('start', load)}>
        {words.startLoad}
      </button>
    )
  return (
    <>
      {next && (
        <button type="button" className="button primary" onClick={() => go('stop', load.loadId, next.consignmentId)}>
          {words.nextStop(next.position)}
        </button>
      )}
      <button type="button" className={next ? 'button' : 'button primary'} onClick={() => setAsks(true)}>
        {words.completeLoad}
      </button>
      {asks && (
        <Question
          title={words.completeLoad}
          text={
            open.length === 0 ? (
              <p>{words.allDone}</p>
            ) : (
              <>
                <p>{words.stillOpen(open.length)}</p>
                <ul>
                  {open.slice(0, 20).map((stop) => (
                    <li key={stop.consignmentId}>
                      {stop.position}. <bdi>{nameOf(stop)}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
          yes={words.completeLoad}
          no={words.cancel}
          isGrave={open.length > 0}
          onNo={() => setAsks(false)}
          onYes={() => {
            setAsks(false)
            void moveLoad('complete', load)
          }}
        />
      )}
    </>
  )
}
