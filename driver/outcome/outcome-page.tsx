// Records the outcome of a stop in the order of events at the door, and stores each answer immediately.
import { type ReactNode, useRef, useState } from 'react'
import { language, useWords } from '../../console/words/language.ts'
import { reasonName } from '../../contract/reasons.ts'
import type { PodSettings } from '../../contract/road.ts'
import { nameOf, type Stop, stopAt } from '../data/day.ts'
import { begin, change, current, filesStored, finish, missingOf, needsOf, unscanned } from '../data/draft.ts'
import { goBack } from '../data/place.ts'
import { state, tell } from '../data/state.ts'
import type { Draft } from '../data/storage.ts'
import { driverWords, type Missing } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Page } from '../frame/page.tsx'
import { Question } from '../frame/sheet.tsx'
import { Photos, Signature } from './files.tsx'
import { Lines, PackageCount, Packages } from './goods.tsx'
import type { SectionProps } from './section.ts'

export function OutcomePage({ loadId, consignmentId }: { loadId: string; consignmentId: string }) {
  const words = useWords(driverWords)
  const view = state.use()
  const stop = stopAt(view, loadId, consignmentId)
  const draft = stop && (stop.draft ?? (stop.outcome ? undefined : begin(stop)))
  if (!stop || !draft)
    return (
      <Page title={words.outcome} back={['load', loadId]}>
        <p className="empty">{stop ? words.recorded : words.stopIsGone}</p>
      </Page>
    )
  return <OutcomeForm stop={stop} draft={draft} pod={view.kept!.day.pod} />
}

function OutcomeForm({ stop, draft, pod }: { stop: Stop; draft: Draft; pod: PodSettings }) {
  const words = useWords(driverWords)
  const [isTold, setTold] = useState(false)
  const [asks, setAsks] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const missing = missingOf(draft, pod)
  const section: SectionProps = { draft, pod, change: (part) => void change(draft, part) }
  const save = async () => {
    setTold(true)
    // `addFile` has already shown an error for a file that could not be stored.
    const areStored = await filesStored(draft.podId).then(
      () => true,
      () => false,
    )
    if (!areStored) return
    const latest = current(draft) ?? draft
    const [first] = missingOf(latest, pod)
    if (first) form.current?.querySelector(`[data-section~=${first}]`)?.scrollIntoView({ block: 'center' })
    else if (isWarned(latest, pod) && !asks) setAsks(true)
    else void end()
  }
  const end = async () => {
    const { waiting } = stop
    try {
      await finish(draft, waiting?.refused === undefined ? undefined : waiting.podId)
    } catch {
      tell(words.notKept, true)
      return
    }
    goBack('load', stop.loadId)
    tell(words.saved)
  }
  const faults = (...names: Missing[]) =>
    isTold ? names.filter((name) => missing.includes(name)).map((name) => words.missing(name)) : []
  return (
    <Page
      title={nameOf(stop)}
      back={['stop', stop.loadId, stop.consignmentId]}
      foot={
        <>
          {isTold && missing.length > 0 && (
            <p className="foot-note fault-text" role="alert">
              {missing.map((name) => words.missing(name)).join(' ')}
            </p>
          )}
          <button type="button" className="button primary" onClick={() => void save()}>
            {words.save}
          </button>
        </>
      }
    >
      <div ref={form} className="outcome-form">
        <Outcomes {...section} faults={faults('outcome')} />
        {draft.outcome && <Details {...section} faults={faults} />}
      </div>
      {asks && <NotScanned draft={draft} onBack={() => setAsks(false)} onSave={() => void end()} />}
    </Page>
  )
}

function NotScanned({ draft, onBack, onSave }: { draft: Draft; onBack(): void; onSave(): void }) {
  const words = useWords(driverWords)
  const left = unscanned(draft)
  const text = (
    <>
      <p>{words.notScanned(left.length)}</p>
      <ul>
        {left.map(({ packageId, barcode, description }) => (
          <li key={packageId}>
            <bdi>{[description, barcode].filter(Boolean).join(' · ')}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <Question
      title={words.notScannedTitle}
      text={text}
      yes={words.saveAnyway}
      no={words.goBack}
      onNo={onBack}
      onYes={onSave}
    />
  )
}

/** Returns whether to warn about unscanned packages: if scans are required, or the driver began to scan. */
const isWarned = (draft: Draft, pod: PodSettings) =>
  unscanned(draft).length > 0 && (pod.scan === 'required' || (pod.scan === 'optional' && draft.scanned.length > 0))

function Details({ faults, ...section }: SectionProps & { faults(...names: Missing[]): string[] }) {
  const words = useWords(driverWords)
  const { draft, pod, change } = section
  const outcome = draft.outcome!
  const hasPhotos = pod.photosMax > 0
  const hasSignature = needsOf(draft, pod).signature !== 'off'
  return (
    <>
      {outcome !== 'success' && <Reasons {...section} faults={faults('reason')} />}
      {outcome !== 'failed' && (
        <Section name="parts" faults={faults('parts')}>
          <Packages {...section} />
          <Lines {...section} />
          <PackageCount {...section} />
        </Section>
      )}
      {hasPhotos && (
        <Section name="photos reasonPhoto" faults={faults('photos', 'reasonPhoto')}>
          <Photos {...section} />
        </Section>
      )}
      {hasSignature && (
        <Section name="signature" faults={faults('signature')}>
          <Signature {...section} />
        </Section>
      )}
      <Contact {...section} />
      <label className="field">
        <span>{words.remarks}</span>
        <textarea
          rows={3}
          maxLength={1_000}
          value={draft.remarks}
          onChange={({ currentTarget }) => change({ remarks: currentTarget.value })}
        />
      </label>
    </>
  )
}

function Section({ name, faults, children }: { name: string; faults: string[]; children: ReactNode }) {
  return (
    <div data-section={name} className={faults.length > 0 ? 'section-fault' : undefined}>
      {children}
      {faults.map((fault) => (
        <p key={fault} className="fault-text">
          <Icon name="warning" />
          {fault}
        </p>
      ))}
    </div>
  )
}

const outcomes = [
  { outcome: 'success', icon: 'check' },
  { outcome: 'partial', icon: 'part' },
  { outcome: 'failed', icon: 'cross' },
] as const

function Outcomes({ draft, change, faults }: SectionProps & { faults: string[] }) {
  const words = useWords(driverWords)
  return (
    <Section name="outcome" faults={faults}>
      <fieldset className="outcomes">
        <legend>{words.whatHappened}</legend>
        {outcomes.map(({ outcome, icon }) => (
          <label key={outcome} className="choice" data-outcome={outcome}>
            <input
              type="radio"
              name="outcome"
              checked={draft.outcome === outcome}
              onChange={() => change({ outcome })}
            />
            <Icon name={icon} />
            <span>{words.outcomes(outcome, draft.stop.type)}</span>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

function Reasons({ draft, pod, change, faults }: SectionProps & { faults: string[] }) {
  const words = useWords(driverWords)
  const reader = language.use()
  if (pod.reasons.length === 0) return null
  return (
    <Section name="reason" faults={faults}>
      <fieldset className="reasons">
        <legend>{words.why}</legend>
        {pod.reasons.map((reason) => (
          <label key={reason.code} className="choice">
            <input
              type="radio"
              name="reason"
              checked={draft.reason === reason.code}
              onChange={() => change({ reason: reason.code })}
            />
            <span>{reasonName(reason, reader)}</span>
            {reason.photoRequired && (
              <span className="hint">
                <Icon name="camera" />
                <span className="visually-hidden">{words.photoNeeded}</span>
              </span>
            )}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

function Contact({ draft, change }: SectionProps) {
  const words = useWords(driverWords)
  const known = draft.stop.contactName
  return (
    <div className="field">
      <label className="field">
        <span>{draft.outcome === 'failed' ? words.contactMet : words.contactName}</span>
        <input
          value={draft.contactName}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="words"
          onChange={({ currentTarget }) => change({ contactName: currentTarget.value })}
        />
      </label>
      {known && draft.contactName === '' && (
        <button type="button" className="button quiet small" onClick={() => change({ contactName: known })}>
          <Icon name="person" />
          <bdi>{known}</bdi>
        </button>
      )}
    </div>
  )
}
