// Shows a stop: recipient, address, times and goods, with commands to navigate, call, arrive and record the outcome.
import { useState } from 'react'
import { listFacts } from '../../console/words/facts.ts'
import { useFormat } from '../../console/words/format.ts'
import { useTexts } from '../../console/words/language.ts'
import { formatPhoneLink, formatTown, listStreetLines } from '../../contract/address.ts'
import { type DayStop, findStop, formatAddressLine, formatStopName, listDayLoads } from '../data/day.ts'
import { beginDraft, changeDraft, discardDraft, moveLoad } from '../data/draft.ts'
import { isIos } from '../data/install.ts'
import { getStopStyle, useResult } from '../data/result.ts'
import { openScreen } from '../data/screen-path.ts'
import { driverState } from '../data/state.ts'
import type { OutcomeDraft } from '../data/storage.ts'
import { formatTimeWindow } from '../data/times.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { ScreenFrame } from '../frame/page.tsx'
import { ConfirmDialog } from '../frame/sheet.tsx'

export function StopPage({ loadId, consignmentId }: { loadId: string; consignmentId: string }) {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const stop = findStop(view, loadId, consignmentId)
  if (!stop)
    return (
      <ScreenFrame title={texts.stop} back={['load', loadId]}>
        <p className="empty">{texts.stopIsGone}</p>
      </ScreenFrame>
    )
  return (
    <ScreenFrame title={texts.stopNumber(stop.position)} back={['load', loadId]} foot={<StopFoot stop={stop} />}>
      {stop.isGone && (
        <p className="callout notice-colour">
          <SvgIcon name="warning" />
          <span>{texts.goneButBegun}</span>
        </p>
      )}
      <Outcome stop={stop} />
      <StopAddress stop={stop} />
      <StopTimes stop={stop} />
      {stop.instructions && (
        <section className="instructions">
          <h2>
            <SvgIcon name="note" />
            {texts.instructions}
          </h2>
          <p dir="auto">{stop.instructions}</p>
        </section>
      )}
      <Fields stop={stop} />
      <Goods stop={stop} />
    </ScreenFrame>
  )
}

/** Shows the custom fields of the order. */
function Fields({ stop: { fields } }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const format = useFormat('UTC')
  if (!fields) return null
  const formatValue = ({ type, value }: (typeof fields)[number]) => {
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (typeof value === 'number') return format.number(value)
    return type === 'date' ? format.day(value) : value
  }
  return (
    <dl className="when">
      {fields.map((field) => (
        <div key={field.key}>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">{formatValue(field)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the URL that opens the maps of the phone, which differs between systems. */
function formatMapsUrl(stop: DayStop): string {
  const { geoLocation, country } = stop.address
  const text = `${formatAddressLine(stop)}, ${country}`
  const point = geoLocation ? `${geoLocation.lat},${geoLocation.lng}` : undefined
  if (isIos()) return `https://maps.apple.com/?daddr=${encodeURIComponent(point ?? text)}`
  if (/Android/.test(navigator.userAgent))
    return point
      ? `geo:${point}?q=${point}(${encodeURIComponent(formatStopName(stop))})`
      : `geo:0,0?q=${encodeURIComponent(text)}`
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(point ?? text)}`
}

function StopAddress({ stop }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const { address, contactName } = stop
  const numbers = [...new Set([formatPhoneLink(stop.mobile), formatPhoneLink(stop.phone)])].filter(
    (number) => number !== null,
  )
  return (
    <section className="where">
      <p className="kind">
        {stop.type === 'collection' ? texts.collection : texts.delivery} · <bdi>{stop.key}</bdi>
      </p>
      <h2>
        <bdi>{formatStopName(stop)}</bdi>
      </h2>
      {contactName && contactName !== formatStopName(stop) && (
        <p className="contact">
          <SvgIcon name="person" />
          <bdi>{contactName}</bdi>
        </p>
      )}
      <address>
        {listStreetLines(address).map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
        <bdi>{formatTown(address)}</bdi>
      </address>
      <div className="actions">
        <a className="button" href={formatMapsUrl(stop)} target="_blank" rel="noreferrer">
          <SvgIcon name="navigate" />
          {texts.navigate}
        </a>
        {numbers.map((number) => (
          <a key={number} className="button" href={`tel:${number}`}>
            <SvgIcon name="phone" />
            <bdi>{number}</bdi>
          </a>
        ))}
      </div>
    </section>
  )
}

function StopTimes({ stop }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const { kept } = driverState.use()
  const format = useFormat(kept!.day.environment.timezone)
  const facts = listFacts(stop, {
    words: texts,
    format,
    planned: format.time,
    units: kept!.day.environment,
    window: formatTimeWindow(format, stop, texts),
  })
  if (facts.length === 0) return null
  return (
    <dl className="when">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Goods({ stop }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const { packages, productLines, plannedPackages, goodsLeftOut } = stop
  return (
    <>
      {(packages.length > 0 || plannedPackages !== null) && (
        <section>
          <h2 className="section">{texts.packagesCount(packages.length || (plannedPackages ?? 0))}</h2>
          <ul className="goods">
            {packages.map((entry, index) => (
              <li key={entry.packageId}>
                <SvgIcon name="box" />
                <bdi>{entry.description || texts.packageNumber(index + 1)}</bdi>
                <bdi className="mono">{entry.barcode}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {productLines.length > 0 && (
        <section>
          <h2 className="section">{texts.linesCount(productLines.length)}</h2>
          <ul className="goods">
            {productLines.map((line) => (
              <li key={line.productLineId}>
                <strong>{line.quantity}</strong>
                <bdi>{line.description || line.code}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {goodsLeftOut && <p className="quiet-text">{texts.goodsLeftOut}</p>}
    </>
  )
}

function Outcome({ stop }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const { kept } = driverState.use()
  const format = useFormat(kept!.day.environment.timezone)
  const { outcome, outcomeTime, waiting } = stop
  const result = useResult(stop)
  if (!outcome || !result) return null
  return (
    <div className="callout outcome" data-outcome={getStopStyle(stop)}>
      <SvgIcon name={outcome === 'success' ? 'check' : outcome === 'partial' ? 'part' : 'cross'} />
      <span>
        <strong>{result.text}</strong>
        <span>{[outcomeTime && format.time(outcomeTime), result.reason].filter(Boolean).join(' · ')}</span>
        {result.isByPlanner && <span>{texts.recordedByPlanner}</span>}
        {stop.elsewhere && <span>{texts.elsewhere}</span>}
        {waiting && <span>{waiting.refused ? texts.needsPlanner : texts.notSentYet}</span>}
      </span>
    </div>
  )
}

function StopFoot({ stop }: { stop: DayStop }) {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const [isConfirming, setConfirming] = useState(false)
  const format = useFormat(view.kept!.day.environment.timezone)
  const load = listDayLoads(view).find(({ loadId }) => loadId === stop.loadId)!
  const record = () => {
    void changeDraft(beginDraft(stop), {})
    openScreen('outcome', stop.loadId, stop.consignmentId)
  }
  if (load.status === 'released' || load.status === 'planned' || load.status === 'planning')
    return (
      <>
        <p className="foot-note">{texts.startFirst}</p>
        <button type="button" className="button primary" onClick={() => void moveLoad('start', load)}>
          {texts.startLoad}
        </button>
      </>
    )
  if (stop.outcome && !stop.draft)
    return (
      <>
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          {texts.correct}
        </button>
        {isConfirming && (
          <ConfirmDialog
            title={texts.correct}
            text={<p>{texts.correctHow}</p>}
            yes={texts.correct}
            no={texts.cancel}
            onNo={() => setConfirming(false)}
            onYes={record}
          />
        )}
      </>
    )
  const { draft } = stop
  return (
    <>
      {draft?.arrived && <p className="foot-note">{texts.arrivedAt(format.time(draft.arrived))}</p>}
      {!draft?.arrived && !stop.outcome && (
        <button
          type="button"
          className="button primary"
          onClick={() => void changeDraft(beginDraft(stop), { arrived: new Date().toISOString() })}
        >
          {texts.arrived}
        </button>
      )}
      <button type="button" className={draft ? 'button primary' : 'button'} onClick={record}>
        {draft?.outcome ? texts.continue : texts.recordOutcome}
      </button>
      {draft?.replaces && (
        <button type="button" className="button" onClick={() => void discardDraft(draft.podId)}>
          {texts.noCorrection}
        </button>
      )}
      {draft?.outcome && !draft.replaces && <Discard draft={draft} />}
    </>
  )
}

function Discard({ draft: { podId } }: { draft: OutcomeDraft }) {
  const texts = useTexts(driverTexts)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        {texts.discard}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={texts.discard}
          text={<p>{texts.discardHow}</p>}
          yes={texts.discard}
          no={texts.cancel}
          isDestructive
          onNo={() => setConfirming(false)}
          onYes={() => void discardDraft(podId)}
        />
      )}
    </>
  )
}
