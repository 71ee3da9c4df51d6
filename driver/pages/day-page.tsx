// Shows the loads of the day with their progress, and how to install the app.
import { useState } from 'react'
import { useFormat } from '../../console/words/format.ts'
import { useWords } from '../../console/words/language.ts'
import { type Load, loadsOf, unfinishedOf, waitingOf } from '../data/day.ts'
import { orTell } from '../data/draft.ts'
import { installEvent, isInstalled, isIos } from '../data/install.ts'
import { pathTo } from '../data/place.ts'
import { leave } from '../data/session.ts'
import { state } from '../data/state.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Page } from '../frame/page.tsx'
import { Question } from '../frame/sheet.tsx'

export function DayPage() {
  const words = useWords(driverWords)
  const view = state.use()
  const { session, kept } = view
  const waits = waitingOf(view).length > 0
  const unfinished = unfinishedOf(view).length
  const [isLeaving, setLeaving] = useState(false)
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  const loads = loadsOf(view)
  return (
    <Page title={words.myDay}>
      <p className="greeting">
        <strong>
          <bdi>{session?.driverName}</bdi>
        </strong>
        <bdi>{kept?.day.environment.companyName || session?.environmentName}</bdi>
      </p>
      {!kept && <p className="empty">{words.readingDay}</p>}
      {kept && loads.length === 0 && <p className="empty">{words.noLoads}</p>}
      <ul className="cards">
        {loads.map((load) => (
          <LoadCard key={load.loadId} load={load} />
        ))}
      </ul>
      <InstallHint />
      <div className="below">
        {kept && (
          <p className="quiet-text">
            {words.asOf(format.instant(new Date(kept.fetched).toISOString()))} · {format.zone}
          </p>
        )}
        <button type="button" className="button quiet" disabled={waits} onClick={() => setLeaving(true)}>
          {words.signOut}
        </button>
        {waits && <p className="quiet-text">{words.noSignOut}</p>}
      </div>
      {isLeaving && (
        <Question
          title={words.signOut}
          text={
            <>
              {unfinished > 0 && <p>{words.signOutUnfinished(unfinished)}</p>}
              <p>{words.signOutHow}</p>
            </>
          }
          yes={words.signOut}
          no={words.cancel}
          isGrave={unfinished > 0}
          onNo={() => setLeaving(false)}
          onYes={() => {
            setLeaving(false)
            void orTell(leave())
          }}
        />
      )}
    </Page>
  )
}

function LoadCard({ load }: { load: Load }) {
  const words = useWords(driverWords)
  const { kept } = state.use()
  const format = useFormat(kept!.day.environment.timezone)
  const { loadId, key, status, stops, done, vehicleName, plate, plannedStart, startDepot, isGone } = load
  return (
    <li>
      <a className="card" href={pathTo('load', loadId)} data-status={isGone ? undefined : status}>
        <span className="card-head">
          <strong>
            <bdi>{key}</bdi>
          </strong>
          <span className="badge" data-status={isGone ? undefined : status}>
            {isGone ? words.stopGone : words.statuses(status)}
          </span>
        </span>
        <span className="facts">
          {plannedStart && (
            <span>
              <Icon name="clock" />
              {format.instant(plannedStart)}
            </span>
          )}
          {(vehicleName || plate) && (
            <span>
              <Icon name="truck" />
              <span>
                <bdi>{vehicleName}</bdi>
                {vehicleName && plate && ' · '}
                <bdi>{plate}</bdi>
              </span>
            </span>
          )}
          {startDepot && (
            <span>
              <Icon name="flag" />
              <bdi>{startDepot}</bdi>
            </span>
          )}
        </span>
        <span className="progress">
          <progress value={done} max={Math.max(1, stops.length)} aria-label={words.progress} />
          <span>{words.doneOf(done, stops.length)}</span>
        </span>
      </a>
    </li>
  )
}

/** Explains the installation: phones delete the data of websites unused for a week, but not of installed apps. */
function InstallHint() {
  const words = useWords(driverWords)
  const event = installEvent.use()
  if (isInstalled() || (!event && !isIos())) return null
  return (
    <div className="callout">
      <p>{event ? words.installWhy : words.installIos}</p>
      {event && (
        <button type="button" className="button" onClick={() => void event.prompt()}>
          {words.install}
        </button>
      )}
    </div>
  )
}
