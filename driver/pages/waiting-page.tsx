// Lists the unsent items. Refused items stay until the driver has read them.
import { useEffect, useState } from 'react'
import { useFormat } from '../../console/words/format.ts'
import { language, useWords } from '../../console/words/language.ts'
import { nameOf, unfinishedOf } from '../data/day.ts'
import { orTell } from '../data/draft.ts'
import { pathTo } from '../data/place.ts'
import { meaningOf } from '../data/refusal.ts'
import { changed, state } from '../data/state.ts'
import { type Draft, giveUp, isOf, putWaiting, type WaitingItem } from '../data/storage.ts'
import { held, reach, sendNow, sync } from '../data/sync.ts'
import { driverWords } from '../data/words.ts'
import { Icon, type IconName } from '../frame/icons.tsx'
import { Page } from '../frame/page.tsx'
import { Question } from '../frame/sheet.tsx'

const icons: Record<WaitingItem['kind'], IconName> = {
  start: 'truck',
  complete: 'flag',
  outcome: 'box',
  file: 'picture',
}

export function WaitingPage() {
  const words = useWords(driverWords)
  const view = state.use()
  const { outbox, session, kept } = view
  const { isBusy, isReached, isFull } = reach.use()
  const unfinished = unfinishedOf(view)
  const refused = outbox.filter((item) => item.refused !== undefined)
  const waiting = outbox.filter((item) => item.refused === undefined)
  const failed = held.use()
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  return (
    <Page
      title={words.notSentYet}
      back={[]}
      foot={
        (session || waiting.some(({ token }) => token !== undefined)) && (
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void sendNow()}>
            {isBusy ? words.sending : words.sendNow}
          </button>
        )
      }
    >
      {outbox.length === 0 && unfinished.length === 0 && <p className="empty">{words.nothingWaits}</p>}
      {isFull && (
        <p className="callout fault">
          <Icon name="warning" />
          <span>{words.phoneFull}</span>
        </p>
      )}
      {!isReached && (
        <p className="callout">
          <Icon name="upload" />
          <span>{words.sendsItself}</span>
        </p>
      )}
      {refused.length > 0 && (
        <section>
          <h2 className="section">{words.needsPlanner}</h2>
          <p>{words.needsPlannerHow}</p>
          <ul className="cards">
            {refused.map((item) => (
              <RefusedItem key={item.order} item={item} />
            ))}
          </ul>
        </section>
      )}
      {unfinished.length > 0 && <Unfinished drafts={unfinished} />}
      {waiting.length > 0 && (
        <section>
          <h2 className="section">{words.notSent(waiting.length)}</h2>
          {session && waiting.some((item) => !isOf(session, item)) && <p>{words.ofOthers}</p>}
          <ul className="goods">
            {waiting.map((item) => (
              <li key={item.order}>
                <Icon name={icons[item.kind]} />
                <ItemText item={item} time={format.time} />
                {!isOf(session, item) && <span className="badge">{words.ofDriver(item.driverKey)}</span>}
                {failed.get(item.order!)?.isTooLarge && <TooLarge item={item} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept && <p className="quiet-text">{words.asOf(format.instant(new Date(kept.fetched).toISOString()))}</p>}
    </Page>
  )
}

/** Lists unfinished drafts, which the app does not send. */
function Unfinished({ drafts }: { drafts: Draft[] }) {
  const words = useWords(driverWords)
  return (
    <section>
      <h2 className="section">{words.unfinished}</h2>
      <p>{words.unfinishedHow}</p>
      <ul className="cards">
        {drafts.map(({ podId, loadId, stop, outcome }) => (
          <li key={podId}>
            <a className="card" href={pathTo('outcome', loadId, stop.consignmentId)}>
              <span className="card-head">
                <strong>
                  <bdi>{nameOf(stop)}</bdi>
                </strong>
                <span className="badge">{words.outcomes(outcome!, stop.type)}</span>
              </span>
              <bdi>{stop.key}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemText({ item, time }: { item: WaitingItem; time(iso: string): string }) {
  const words = useWords(driverWords)
  if (item.kind === 'file') return <span>{words.fileOf(item.label, Math.max(1, Math.round(item.bytes / 1_024)))}</span>
  if (item.kind === 'outcome')
    return (
      <span>
        <bdi>{item.label}</bdi>: {words.outcomes(item.body.outcome, item.type)} · {time(item.body.time)}
      </span>
    )
  return (
    <span>
      <bdi>{item.label}</bdi>: {item.kind === 'start' ? words.started : words.completed} · {time(item.time)}
    </span>
  )
}

/**
 * Explains a refusal in the driver's language. Loads the sentences when they are needed; until then, and offline,
 * returns undefined.
 */
function useExplained({ refusal, refused }: WaitingItem): string | undefined {
  const reader = language.use()
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (!refusal) return
    let isShown = true
    const explain = ({ refusalText }: typeof import('../../console/words/errors.ts')) => {
      if (isShown) setText(refusalText(refusal, reader))
    }
    import('../../console/words/errors.ts').then(explain, () => undefined)
    return () => {
      isShown = false
    }
  }, [refusal, reader])
  return refused?.startsWith(text ?? '') ? undefined : text
}

function RefusedItem({ item }: { item: WaitingItem }) {
  const words = useWords(driverWords)
  const { kept } = state.use()
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  const explained = useExplained(item)
  const meaning = meaningOf(item, words) ?? explained
  const again = async () => {
    const { refused: _, refusedCode: __, refusal: ___, ...rest } = item
    await putWaiting(rest)
    await changed()
    void sync()
  }
  return (
    <li className="card refused">
      <span className="card-head">
        <Icon name="warning" />
        <ItemText item={item} time={format.time} />
      </span>
      {meaning && <p>{meaning}</p>}
      <p className="why" dir="ltr">
        {item.refused}
      </p>
      <div className="question-buttons">
        <Remove item={item} />
        <button type="button" className="button" onClick={() => void orTell(again())}>
          {words.tryAgain}
        </button>
      </div>
    </li>
  )
}

/** Explains that an item is too large for a proxy, perhaps permanently. */
function TooLarge({ item }: { item: WaitingItem }) {
  const words = useWords(driverWords)
  return (
    <>
      <p className="too-large">{words.tooLarge}</p>
      <Remove item={item} />
    </>
  )
}

function Remove({ item }: { item: WaitingItem }) {
  const words = useWords(driverWords)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setAsks(true)}>
        {words.remove}
      </button>
      {asks && (
        <Question
          title={words.remove}
          text={<p>{words.removeHow}</p>}
          yes={words.remove}
          no={words.cancel}
          isGrave
          onNo={() => setAsks(false)}
          onYes={() => void orTell(giveUp(item).then(changed))}
        />
      )}
    </>
  )
}
