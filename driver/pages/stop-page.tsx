// Shows a stop: recipient, address, times and goods, with commands to navigate, call, arrive and record the outcome.
import { useState } from 'react'
import { factsOf } from '../../console/words/facts.ts'
import { useFormat } from '../../console/words/format.ts'
import { useWords } from '../../console/words/language.ts'
import { phoneLink, streetLines, townOf } from '../../contract/address.ts'
import { addressLine, loadsOf, nameOf, type Stop, stopAt } from '../data/day.ts'
import { begin, change, discard, moveLoad } from '../data/draft.ts'
import { isIos } from '../data/install.ts'
import { go } from '../data/place.ts'
import { lookOf, useResult } from '../data/result.ts'
import { state } from '../data/state.ts'
import type { Draft } from '../data/storage.ts'
import { windowText } from '../data/times.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Page } from '../frame/page.tsx'
import { Question } from '../frame/sheet.tsx'

export function StopPage({ loadId, consignmentId }: { loadId: string; consignmentId: string }) {
  const words = useWords(driverWords)
  const view = state.use()
  const stop = stopAt(view, loadId, consignmentId)
  if (!stop)
    return (
      <Page title={words.stop} back={['load', loadId]}>
        <p className="empty">{words.stopIsGone}</p>
      </Page>
    )
  return (
    <Page title={words.stopNumber(stop.position)} back={['load', loadId]} foot={<StopFoot stop={stop} />}>
      {stop.isGone && (
        <p className="callout notice-colour">
          <Icon name="warning" />
          <span>{words.goneButBegun}</span>
        </p>
      )}
      <Outcome stop={stop} />
      <Where stop={stop} />
      <When stop={stop} />
      {stop.instructions && (
        <section className="instructions">
          <h2>
            <Icon name="note" />
            {words.instructions}
          </h2>
          <p dir="auto">{stop.instructions}</p>
        </section>
      )}
      <Fields stop={stop} />
      <Goods stop={stop} />
    </Page>
  )
}

/** Shows the custom fields of the order. */
function Fields({ stop: { fields } }: { stop: Stop }) {
  const words = useWords(driverWords)
  const format = useFormat('UTC')
  if (!fields) return null
  const shown = ({ type, value }: (typeof fields)[number]) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return format.number(value)
    return type === 'date' ? format.day(value) : value
  }
  return (
    <dl className="when">
      {fields.map((field) => (
        <div key={field.key}>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">{shown(field)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the address that opens the maps of the phone, which differs between systems. */
function wayTo(stop: Stop): string {
  const { geoLocation, country } = stop.address
  const text = `${addressLine(stop)}, ${country}`
  const point = geoLocation ? `${geoLocation.lat},${geoLocation.lng}` : undefined
  if (isIos()) return `https://maps.apple.com/?daddr=${encodeURIComponent(point ?? text)}`
  if (/Android/.test(navigator.userAgent))
    return point
      ? `geo:${point}?q=${point}(${encodeURIComponent(nameOf(stop))})`
      : `geo:0,0?q=${encodeURIComponent(text)}`
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(point ?? text)}`
}

function Where({ stop }: { stop: Stop }) {
  const words = useWords(driverWords)
  const { address, contactName } = stop
  const numbers = [...new Set([phoneLink(stop.mobile), phoneLink(stop.phone)])].filter((number) => number !== null)
  return (
    <section className="where">
      <p className="kind">
        {stop.type === 'collection' ? words.collection : words.delivery} · <bdi>{stop.key}</bdi>
      </p>
      <h2>
        <bdi>{nameOf(stop)}</bdi>
      </h2>
      {contactName && contactName !== nameOf(stop) && (
        <p className="contact">
          <Icon name="person" />
          <bdi>{contactName}</bdi>
        </p>
      )}
      <address>
        {streetLines(address).map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
        <bdi>{townOf(address)}</bdi>
      </address>
      <div className="actions">
        <a className="button" href={wayTo(stop)} target="_blank" rel="noreferrer">
          <Icon name="navigate" />
          {words.navigate}
        </a>
        {numbers.map((number) => (
          <a key={number} className="button" href={`tel:${number}`}>
            <Icon name="phone" />
            <bdi>{number}</bdi>
          </a>
        ))}
      </div>
    </section>
  )
}

function When({ stop }: { stop: Stop }) {
  const words = useWords(driverWords)
  const { kept } = state.use()
  const format = useFormat(kept!.day.environment.timezone)
  const known = factsOf(stop, {
    words,
    format,
    planned: format.time,
    units: kept!.day.environment,
    window: windowText(format, stop, words),
  })
  if (known.length === 0) return null
  return (
    <dl className="when">
      {known.map(([name, value]) => (
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

function Goods({ stop }: { stop: Stop }) {
  const words = useWords(driverWords)
  const { packages, productLines, plannedPackages, goodsLeftOut } = stop
  return (
    <>
      {(packages.length > 0 || plannedPackages !== null) && (
        <section>
          <h2 className="section">{words.packagesCount(packages.length || (plannedPackages ?? 0))}</h2>
          <ul className="goods">
            {packages.map((one, at) => (
              <li key={one.packageId}>
                <Icon name="box" />
                <bdi>{one.description || words.packageNumber(at + 1)}</bdi>
                <bdi className="mono">{one.barcode}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {productLines.length > 0 && (
        <section>
          <h2 className="section">{words.linesCount(productLines.length)}</h2>
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
      {goodsLeftOut && <p className="quiet-text">{words.goodsLeftOut}</p>}
    </>
  )
}

function Outcome({ stop }: { stop: Stop }) {
  const words = useWords(driverWords)
  const { kept } = state.use()
  const format = useFormat(kept!.day.environment.timezone)
  const { outcome, outcomeTime, waiting } = stop
  const result = useResult(stop)
  if (!outcome || !result) return null
  return (
    <div className="callout outcome" data-outcome={lookOf(stop)}>
      <Icon name={outcome === 'success' ? 'check' : outcome === 'partial' ? 'part' : 'cross'} />
      <span>
        <strong>{result.text}</strong>
        <span>{[outcomeTime && format.time(outcomeTime), result.reason].filter(Boolean).join(' · ')}</span>
        {result.isByPlanner && <span>{words.recordedByPlanner}</span>}
        {stop.elsewhere && <span>{words.elsewhere}</span>}
        {waiting && <span>{waiting.refused ? words.needsPlanner : words.notSentYet}</span>}
      </span>
    </div>
  )
}

function StopFoot({ stop }: { stop: Stop }) {
  const words = useWords(driverWords)
  const view = state.use()
  const [asks, setAsks] = useState(false)
  const format = useFormat(view.kept!.day.environment.timezone)
  const load = loadsOf(view).find(({ loadId }) => loadId === stop.loadId)!
  const record = () => {
    void change(begin(stop), {})
    go('outcome', stop.loadId, stop.consignmentId)
  }
  if (load.status === 'released' || load.status === 'planned' || load.status === 'planning')
    return (
      <>
        <p className="foot-note">{words.startFirst}</p>
        <button type="button" className="button primary" onClick={() => void moveLoad('start', load)}>
          {words.startLoad}
        </button>
      </>
    )
  if (stop.outcome && !stop.draft)
    return (
      <>
        <button type="button" className="button" onClick={() => setAsks(true)}>
          {words.correct}
        </button>
        {asks && (
          <Question
            title={words.correct}
            text={<p>{words.correctHow}</p>}
            yes={words.correct}
            no={words.cancel}
            onNo={() => setAsks(false)}
            onYes={record}
          />
        )}
      </>
    )
  const { draft } = stop
  return (
    <>
      {draft?.arrived && <p className="foot-note">{words.arrivedAt(format.time(draft.arrived))}</p>}
      {!draft?.arrived && !stop.outcome && (
        <button
          type="button"
          className="button primary"
          onClick={() => void change(begin(stop), { arrived: new Date().toISOString() })}
        >
          {words.arrived}
        </button>
      )}
      <button type="button" className={draft ? 'button primary' : 'button'} onClick={record}>
        {draft?.outcome ? words.continue : words.recordOutcome}
      </button>
      {draft?.replaces && (
        <button type="button" className="button" onClick={() => void discard(draft.podId)}>
          {words.noCorrection}
        </button>
      )}
      {draft?.outcome && !draft.replaces && <Discard draft={draft} />}
    </>
  )
}

function Discard({ draft: { podId } }: { draft: Draft }) {
  const words = useWords(driverWords)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setAsks(true)}>
        {words.discard}
      </button>
      {asks && (
        <Question
          title={words.discard}
          text={<p>{words.discardHow}</p>}
          yes={words.discard}
          no={words.cancel}
          isGrave
          onNo={() => setAsks(false)}
          onYes={() => void discard(podId)}
        />
      )}
    </>
  )
}
