// Shows the loads of the day with their progress, and how to install the app.
import { useState } from 'react'
import { useFormat } from '../../console/words/format.ts'
import { useTexts } from '../../console/words/language.ts'
import { type DayLoad, listDayLoads, listUnfinishedDrafts, listWaitingItems } from '../data/day.ts'
import { reportStorageError } from '../data/draft.ts'
import { installEvent, isInstalled, isIos } from '../data/install.ts'
import { formatPath } from '../data/screen-path.ts'
import { signOut } from '../data/session.ts'
import { driverState } from '../data/state.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { ScreenFrame } from '../frame/page.tsx'
import { ConfirmDialog } from '../frame/sheet.tsx'

export function DayPage() {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const { session, kept } = view
  const waits = listWaitingItems(view).length > 0
  const unfinished = listUnfinishedDrafts(view).length
  const [isLeaving, setLeaving] = useState(false)
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  const loads = listDayLoads(view)
  return (
    <ScreenFrame title={texts.myDay}>
      <p className="greeting">
        <strong>
          <bdi>{session?.driverName}</bdi>
        </strong>
        <bdi>{kept?.day.environment.companyName || session?.environmentName}</bdi>
      </p>
      {!kept && <p className="empty">{texts.readingDay}</p>}
      {kept && loads.length === 0 && <p className="empty">{texts.noLoads}</p>}
      <ul className="cards">
        {loads.map((load) => (
          <LoadCard key={load.loadId} load={load} />
        ))}
      </ul>
      <InstallHint />
      <div className="below">
        {kept && (
          <p className="quiet-text">
            {texts.asOf(format.instant(new Date(kept.fetched).toISOString()))} · {format.zone}
          </p>
        )}
        <button type="button" className="button quiet" disabled={waits} onClick={() => setLeaving(true)}>
          {texts.signOut}
        </button>
        {waits && <p className="quiet-text">{texts.noSignOut}</p>}
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={texts.signOut}
          text={
            <>
              {unfinished > 0 && <p>{texts.signOutUnfinished(unfinished)}</p>}
              <p>{texts.signOutHow}</p>
            </>
          }
          yes={texts.signOut}
          no={texts.cancel}
          isDestructive={unfinished > 0}
          onNo={() => setLeaving(false)}
          onYes={() => {
            setLeaving(false)
            void reportStorageError(signOut())
          }}
        />
      )}
    </ScreenFrame>
  )
}

function LoadCard({ load }: { load: DayLoad }) {
  const texts = useTexts(driverTexts)
  const { kept } = driverState.use()
  const format = useFormat(kept!.day.environment.timezone)
  const { loadId, key, status, stops, done, vehicleName, plate, plannedStart, startDepot, isGone } = load
  return (
    <li>
      <a className="card" href={formatPath('load', loadId)} data-status={isGone ? undefined : status}>
        <span className="card-head">
          <strong>
            <bdi>{key}</bdi>
          </strong>
          <span className="badge" data-status={isGone ? undefined : status}>
            {isGone ? texts.stopGone : texts.statuses(status)}
          </span>
        </span>
        <span className="facts">
          {plannedStart && (
            <span>
              <SvgIcon name="clock" />
              {format.instant(plannedStart)}
            </span>
          )}
          {(vehicleName || plate) && (
            <span>
              <SvgIcon name="truck" />
              <span>
                <bdi>{vehicleName}</bdi>
                {vehicleName && plate && ' · '}
                <bdi>{plate}</bdi>
              </span>
            </span>
          )}
          {startDepot && (
            <span>
              <SvgIcon name="flag" />
              <bdi>{startDepot}</bdi>
            </span>
          )}
        </span>
        <span className="progress">
          <progress value={done} max={Math.max(1, stops.length)} aria-label={texts.progress} />
          <span>{texts.doneOf(done, stops.length)}</span>
        </span>
      </a>
    </li>
  )
}

/** Explains the installation: phones delete the data of websites unused for a week, but not of installed apps. */
function InstallHint() {
  const texts = useTexts(driverTexts)
  const event = installEvent.use()
  if (isInstalled() || (!event && !isIos())) return null
  return (
    <div className="callout">
      <p>{event ? texts.installWhy : texts.installIos}</p>
      {event && (
        <button type="button" className="button" onClick={() => void event.prompt()}>
          {texts.install}
        </button>
      )}
    </div>
  )
}
