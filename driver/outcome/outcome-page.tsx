// Records the outcome of a stop in the order of events at the door, and stores each answer immediately.
import { type ReactNode, useRef, useState } from 'react'
import { currentLanguage, useTexts } from '../../console/words/language.ts'
import { translateReason } from '../../contract/reasons.ts'
import type { PodSettings } from '../../contract/road.ts'
import { type DayStop, findStop, formatStopName } from '../data/day.ts'
import {
  beginDraft,
  changeDraft,
  getCurrentDraft,
  getProofNeeds,
  listMissingAnswers,
  listUnscannedPackages,
  submitDraft,
  waitForFiles,
} from '../data/draft.ts'
import { returnToScreen } from '../data/screen-path.ts'
import { driverState, notifyDriver } from '../data/state.ts'
import type { OutcomeDraft } from '../data/storage.ts'
import { driverTexts, type MissingAnswer } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { ScreenFrame } from '../frame/page.tsx'
import { ConfirmDialog } from '../frame/sheet.tsx'
import { PhotosSection, SignatureSection } from './files.tsx'
import { PackageCount, PackagesSection, ProductLinesSection } from './goods.tsx'
import type { SectionProps } from './section.ts'

export function OutcomePage({ loadId, consignmentId }: { loadId: string; consignmentId: string }) {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const stop = findStop(view, loadId, consignmentId)
  const draft = stop && (stop.draft ?? (stop.outcome ? undefined : beginDraft(stop)))
  if (!stop || !draft)
    return (
      <ScreenFrame title={texts.outcome} back={['load', loadId]}>
        <p className="empty">{stop ? texts.recorded : texts.stopIsGone}</p>
      </ScreenFrame>
    )
  return <OutcomeForm stop={stop} draft={draft} pod={view.kept!.day.pod} />
}

function OutcomeForm({ stop, draft, pod }: { stop: DayStop; draft: OutcomeDraft; pod: PodSettings }) {
  const texts = useTexts(driverTexts)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const missing = listMissingAnswers(draft, pod)
  const section: SectionProps = { draft, pod, change: (changes) => void changeDraft(draft, changes) }
  const save = async () => {
    setSubmitted(true)
    // `addFile` has already shown an error for a file that could not be stored.
    const areStored = await waitForFiles(draft.podId).then(
      () => true,
      () => false,
    )
    if (!areStored) return
    const latest = getCurrentDraft(draft) ?? draft
    const [first] = listMissingAnswers(latest, pod)
    if (first) form.current?.querySelector(`[data-section~=${first}]`)?.scrollIntoView({ block: 'center' })
    else if (isWarned(latest, pod) && !isConfirming) setConfirming(true)
    else void end()
  }
  const end = async () => {
    const { waiting } = stop
    try {
      await submitDraft(draft, waiting?.refused === undefined ? undefined : waiting.podId)
    } catch {
      notifyDriver(texts.notKept, true)
      return
    }
    returnToScreen('load', stop.loadId)
    notifyDriver(texts.saved)
  }
  const listErrors = (...names: MissingAnswer[]) =>
    isSubmitted ? names.filter((name) => missing.includes(name)).map((name) => texts.missing(name)) : []
  return (
    <ScreenFrame
      title={formatStopName(stop)}
      back={['stop', stop.loadId, stop.consignmentId]}
      foot={
        <>
          {isSubmitted && missing.length > 0 && (
            <p className="foot-note fault-text" role="alert">
              {missing.map((name) => texts.missing(name)).join(' ')}
            </p>
          )}
          <button type="button" className="button primary" onClick={() => void save()}>
            {texts.save}
          </button>
        </>
      }
    >
      <div ref={form} className="outcome-form">
        <Outcomes {...section} errors={listErrors('outcome')} />
        {draft.outcome && <Details {...section} listErrors={listErrors} />}
      </div>
      {isConfirming && <NotScanned draft={draft} onBack={() => setConfirming(false)} onSave={() => void end()} />}
    </ScreenFrame>
  )
}

function NotScanned({ draft, onBack, onSave }: { draft: OutcomeDraft; onBack(): void; onSave(): void }) {
  const texts = useTexts(driverTexts)
  const unscannedPackages = listUnscannedPackages(draft)
  const text = (
    <>
      <p>{texts.notScanned(unscannedPackages.length)}</p>
      <ul>
        {unscannedPackages.map(({ packageId, barcode, description }) => (
          <li key={packageId}>
            <bdi>{[description, barcode].filter(Boolean).join(' · ')}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <ConfirmDialog
      title={texts.notScannedTitle}
      text={text}
      yes={texts.saveAnyway}
      no={texts.goBack}
      onNo={onBack}
      onYes={onSave}
    />
  )
}

/** Returns whether to warn about unscanned packages: if scans are required, or the driver began to scan. */
const isWarned = (draft: OutcomeDraft, pod: PodSettings) =>
  listUnscannedPackages(draft).length > 0 &&
  (pod.scan === 'required' || (pod.scan === 'optional' && draft.scanned.length > 0))

function Details({ listErrors, ...section }: SectionProps & { listErrors(...names: MissingAnswer[]): string[] }) {
  const texts = useTexts(driverTexts)
  const { draft, pod, change } = section
  const outcome = draft.outcome!
  const hasPhotos = pod.photosMax > 0
  const hasSignature = getProofNeeds(draft, pod).signature !== 'off'
  return (
    <>
      {outcome !== 'success' && <Reasons {...section} errors={listErrors('reason')} />}
      {outcome !== 'failed' && (
        <Section name="parts" errors={listErrors('parts')}>
          <PackagesSection {...section} />
          <ProductLinesSection {...section} />
          <PackageCount {...section} />
        </Section>
      )}
      {hasPhotos && (
        <Section name="photos reasonPhoto" errors={listErrors('photos', 'reasonPhoto')}>
          <PhotosSection {...section} />
        </Section>
      )}
      {hasSignature && (
        <Section name="signature" errors={listErrors('signature')}>
          <SignatureSection {...section} />
        </Section>
      )}
      <Contact {...section} />
      <label className="field">
        <span>{texts.remarks}</span>
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

function Section({ name, errors, children }: { name: string; errors: string[]; children: ReactNode }) {
  return (
    <div data-section={name} className={errors.length > 0 ? 'section-fault' : undefined}>
      {children}
      {errors.map((error) => (
        <p key={error} className="fault-text">
          <SvgIcon name="warning" />
          {error}
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

function Outcomes({ draft, change, errors }: SectionProps & { errors: string[] }) {
  const texts = useTexts(driverTexts)
  return (
    <Section name="outcome" errors={errors}>
      <fieldset className="outcomes">
        <legend>{texts.whatHappened}</legend>
        {outcomes.map(({ outcome, icon }) => (
          <label key={outcome} className="choice" data-outcome={outcome}>
            <input
              type="radio"
              name="outcome"
              checked={draft.outcome === outcome}
              onChange={() => change({ outcome })}
            />
            <SvgIcon name={icon} />
            <span>{texts.outcomes(outcome, draft.stop.type)}</span>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

function Reasons({ draft, pod, change, errors }: SectionProps & { errors: string[] }) {
  const texts = useTexts(driverTexts)
  const reader = currentLanguage.use()
  if (pod.reasons.length === 0) return null
  return (
    <Section name="reason" errors={errors}>
      <fieldset className="reasons">
        <legend>{texts.why}</legend>
        {pod.reasons.map((reason) => (
          <label key={reason.code} className="choice">
            <input
              type="radio"
              name="reason"
              checked={draft.reason === reason.code}
              onChange={() => change({ reason: reason.code })}
            />
            <span>{translateReason(reason, reader)}</span>
            {reason.photoRequired && (
              <span className="hint">
                <SvgIcon name="camera" />
                <span className="visually-hidden">{texts.photoNeeded}</span>
              </span>
            )}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

function Contact({ draft, change }: SectionProps) {
  const texts = useTexts(driverTexts)
  const stopContact = draft.stop.contactName
  return (
    <div className="field">
      <label className="field">
        <span>{draft.outcome === 'failed' ? texts.contactMet : texts.contactName}</span>
        <input
          value={draft.contactName}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="words"
          onChange={({ currentTarget }) => change({ contactName: currentTarget.value })}
        />
      </label>
      {stopContact && draft.contactName === '' && (
        <button type="button" className="button quiet small" onClick={() => change({ contactName: stopContact })}>
          <SvgIcon name="person" />
          <bdi>{stopContact}</bdi>
        </button>
      )}
    </div>
  )
}
