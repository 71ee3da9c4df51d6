// Lists the unsent items. Refused items stay until the driver has read them.
import { useEffect, useState } from 'react'
import { useFormat } from '../../console/words/format.ts'
import { currentLanguage, useTexts } from '../../console/words/language.ts'
import { formatStopName, listUnfinishedDrafts } from '../data/day.ts'
import { reportStorageError } from '../data/draft.ts'
import { describeRefusedMove } from '../data/refusal.ts'
import { formatPath } from '../data/screen-path.ts'
import { driverState, publishChange } from '../data/state.ts'
import {
  deleteRefusedItem,
  isOwnedBySession,
  type OutcomeDraft,
  putWaiting,
  type WaitingItem,
} from '../data/storage.ts'
import { connectionState, heldItems, sendNow, startSync } from '../data/sync.ts'
import { driverTexts } from '../data/words.ts'
import { type IconName, SvgIcon } from '../frame/icons.tsx'
import { ScreenFrame } from '../frame/page.tsx'
import { ConfirmDialog } from '../frame/sheet.tsx'

const icons: Record<WaitingItem['kind'], IconName> = {
  start: 'truck',
  complete: 'flag',
  outcome: 'box',
  file: 'picture',
}

export function WaitingPage() {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const { outbox, session, kept } = view
  const { isBusy, isReached, isFull } = connectionState.use()
  const unfinished = listUnfinishedDrafts(view)
  const refused = outbox.filter((item) => item.refused !== undefined)
  const waiting = outbox.filter((item) => item.refused === undefined)
  const failed = heldItems.use()
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  return (
    <ScreenFrame
      title={texts.notSentYet}
      back={[]}
      foot={
        (session || waiting.some(({ token }) => token !== undefined)) && (
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void sendNow()}>
            {isBusy ? texts.sending : texts.sendNow}
          </button>
        )
      }
    >
      {outbox.length === 0 && unfinished.length === 0 && <p className="empty">{texts.nothingWaits}</p>}
      {isFull && (
        <p className="callout fault">
          <SvgIcon name="warning" />
          <span>{texts.phoneFull}</span>
        </p>
      )}
      {!isReached && (
        <p className="callout">
          <SvgIcon name="upload" />
          <span>{texts.sendsItself}</span>
        </p>
      )}
      {refused.length > 0 && (
        <section>
          <h2 className="section">{texts.needsPlanner}</h2>
          <p>{texts.needsPlannerHow}</p>
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
          <h2 className="section">{texts.notSent(waiting.length)}</h2>
          {session && waiting.some((item) => !isOwnedBySession(session, item)) && <p>{texts.ofOthers}</p>}
          <ul className="goods">
            {waiting.map((item) => (
              <li key={item.order}>
                <SvgIcon name={icons[item.kind]} />
                <ItemText item={item} time={format.time} />
                {!isOwnedBySession(session, item) && <span className="badge">{texts.ofDriver(item.driverKey)}</span>}
                {failed.get(item.order!)?.isTooLarge && <TooLarge item={item} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept && <p className="quiet-text">{texts.asOf(format.instant(new Date(kept.fetched).toISOString()))}</p>}
    </ScreenFrame>
  )
}

/** Lists unfinished drafts, which the app does not send. */
function Unfinished({ drafts }: { drafts: OutcomeDraft[] }) {
  const texts = useTexts(driverTexts)
  return (
    <section>
      <h2 className="section">{texts.unfinished}</h2>
      <p>{texts.unfinishedHow}</p>
      <ul className="cards">
        {drafts.map(({ podId, loadId, stop, outcome }) => (
          <li key={podId}>
            <a className="card" href={formatPath('outcome', loadId, stop.consignmentId)}>
              <span className="card-head">
                <strong>
                  <bdi>{formatStopName(stop)}</bdi>
                </strong>
                <span className="badge">{texts.outcomes(outcome!, stop.type)}</span>
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
  const texts = useTexts(driverTexts)
  if (item.kind === 'file') return <span>{texts.fileOf(item.label, Math.max(1, Math.round(item.bytes / 1_024)))}</span>
  if (item.kind === 'outcome')
    return (
      <span>
        <bdi>{item.label}</bdi>: {texts.outcomes(item.body.outcome, item.type)} · {time(item.body.time)}
      </span>
    )
  return (
    <span>
      <bdi>{item.label}</bdi>: {item.kind === 'start' ? texts.started : texts.completed} · {time(item.time)}
    </span>
  )
}

/**
 * Explains a refusal in the driver's language. Loads the sentences when they are needed; until then, and offline,
 * returns undefined.
 */
function useExplained({ refusal, refused }: WaitingItem): string | undefined {
  const reader = currentLanguage.use()
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (!refusal) return
    let isShown = true
    const explain = ({ formatRefusal }: typeof import('../../console/words/errors.ts')) => {
      if (isShown) setText(formatRefusal(refusal, reader))
    }
    import('../../console/words/errors.ts').then(explain, () => undefined)
    return () => {
      isShown = false
    }
  }, [refusal, reader])
  return refused?.startsWith(text ?? '') ? undefined : text
}

function RefusedItem({ item }: { item: WaitingItem }) {
  const texts = useTexts(driverTexts)
  const { kept } = driverState.use()
  const format = useFormat(kept?.day.environment.timezone ?? 'UTC')
  const explained = useExplained(item)
  const meaning = describeRefusedMove(item, texts) ?? explained
  const retryItem = async () => {
    const { refused: _, refusedCode: __, refusal: ___, ...rest } = item
    await putWaiting(rest)
    await publishChange()
    void startSync()
  }
  return (
    <li className="card refused">
      <span className="card-head">
        <SvgIcon name="warning" />
        <ItemText item={item} time={format.time} />
      </span>
      {meaning && <p>{meaning}</p>}
      <p className="why" dir="ltr">
        {item.refused}
      </p>
      <div className="question-buttons">
        <Remove item={item} />
        <button type="button" className="button" onClick={() => void reportStorageError(retryItem())}>
          {texts.tryAgain}
        </button>
      </div>
    </li>
  )
}

/** Explains that an item is too large for a proxy, perhaps permanently. */
function TooLarge({ item }: { item: WaitingItem }) {
  const texts = useTexts(driverTexts)
  return (
    <>
      <p className="too-large">{texts.tooLarge}</p>
      <Remove item={item} />
    </>
  )
}

function Remove({ item }: { item: WaitingItem }) {
  const texts = useTexts(driverTexts)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        {texts.remove}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={texts.remove}
          text={<p>{texts.removeHow}</p>}
          yes={texts.remove}
          no={texts.cancel}
          isDestructive
          onNo={() => setConfirming(false)}
          onYes={() => void reportStorageError(deleteRefusedItem(item).then(publishChange))}
        />
      )}
    </>
  )
}
