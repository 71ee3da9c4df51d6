// Records the packages and quantities that were handed over: ticked, counted or scanned.
import { useState } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { CodeScanner, type ScanVerdict } from '../camera/scanner.tsx'
import { findCodeOwner, normaliseCode } from '../data/day.ts'
import { hasParts, listUnscannedPackages, recordCode } from '../data/draft.ts'
import { calculateDifference } from '../data/quantity.ts'
import { driverState } from '../data/state.ts'
import type { OutcomeDraft } from '../data/storage.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import type { SectionProps } from './section.ts'

export function PackagesSection({ draft, pod, change }: SectionProps) {
  const texts = useTexts(driverTexts)
  const [isScanning, setScanning] = useState(false)
  const { packages } = draft.stop
  const isPartial = draft.outcome === 'partial'
  const canScan = pod.scan !== 'off'
  if (packages.length === 0 || (!isPartial && !canScan)) return null
  const toggle = (packageId: string) =>
    change({
      failed: draft.failed.includes(packageId)
        ? draft.failed.filter((failedId) => failedId !== packageId)
        : [...draft.failed, packageId],
    })
  return (
    <fieldset>
      <legend>{isPartial ? texts.whichPackages : texts.packagesCount(packages.length)}</legend>
      {canScan && (
        <button type="button" className="button wide" onClick={() => setScanning(true)}>
          <SvgIcon name="scan" />
          {texts.scan}
        </button>
      )}
      <ul className="ticks">
        {packages.map((entry, index) => {
          const isScanned = draft.scanned.includes(entry.packageId)
          const text = (
            <>
              <span>
                <bdi>{entry.description || texts.packageNumber(index + 1)}</bdi>
                <bdi className="mono">{entry.barcode}</bdi>
              </span>
              {isScanned && (
                <span className="badge good">
                  <SvgIcon name="check" />
                  {texts.scanned}
                </span>
              )}
            </>
          )
          return (
            <li key={entry.packageId}>
              {isPartial ? (
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={!draft.failed.includes(entry.packageId)}
                    onChange={() => toggle(entry.packageId)}
                  />
                  {text}
                </label>
              ) : (
                <div className="choice still">{text}</div>
              )}
            </li>
          )
        })}
      </ul>
      <ExtraCodes codes={draft.extraBarcodes} onChange={(extraBarcodes) => change({ extraBarcodes })} />
      {isScanning && <PackageScanner draft={draft} change={change} onClose={() => setScanning(false)} />}
    </fieldset>
  )
}

/**
 * Lists the extra codes, which are on no package of this order. They are sent with the outcome unless the driver
 * removes them.
 */
function ExtraCodes({ codes, onChange }: { codes: string[]; onChange(codes: string[]): void }) {
  const texts = useTexts(driverTexts)
  if (codes.length === 0) return null
  return (
    <>
      <p className="label">{texts.extraCodes}</p>
      <ul className="ticks">
        {codes.map((code) => (
          <li key={code} className="choice still">
            <bdi className="mono">{code}</bdi>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removeCode(code)}
              onClick={() => onChange(codes.filter((extraCode) => extraCode !== code))}
            >
              <SvgIcon name="bin" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type ScannerProps = Pick<SectionProps, 'draft' | 'change'> & { onClose(): void }
function PackageScanner({ draft, change, onClose }: ScannerProps) {
  const texts = useTexts(driverTexts)
  const judge = (scanned: string): ScanVerdict => {
    const { kept, drafts } = driverState.get()
    const latest: OutcomeDraft = drafts.find(({ podId }) => podId === draft.podId) ?? draft
    const code = normaliseCode(kept?.day, latest, scanned)
    const read = recordCode(latest, code)
    // The same code may be on packages of several orders. It belongs to another order only if it is not on a package of
    // this one.
    const owner = read.type === 'extra' ? findCodeOwner(kept?.day, code) : undefined
    if (owner && owner.consignmentId !== latest.stop.consignmentId)
      return { isGood: false, text: texts.codeOfOther(code, owner.position) }
    change(read.draft)
    if (read.type === 'again') return { isGood: true, text: texts.codeAgain(code) }
    return read.type === 'extra'
      ? { isGood: false, text: texts.codeUnknown(code) }
      : { isGood: true, text: texts.codeGood(code) }
  }
  return (
    <CodeScanner
      remainingText={texts.leftToScan(listUnscannedPackages(draft).length)}
      onCode={judge}
      onClose={onClose}
    />
  )
}

export function ProductLinesSection({ draft, change }: SectionProps) {
  const texts = useTexts(driverTexts)
  const { productLines } = draft.stop
  if (productLines.length === 0 || draft.outcome !== 'partial') return null
  return (
    <fieldset>
      <legend>{texts.howMuch}</legend>
      <ul className="lines">
        {productLines.map(({ productLineId, description, code, quantity }) => (
          <li key={productLineId}>
            <bdi className="line-name">{description || code}</bdi>
            <Quantity
              name={description || code || ''}
              total={quantity ?? 1}
              missing={draft.missing[productLineId] ?? 0}
              onChange={(missing) => change({ missing: { ...draft.missing, [productLineId]: missing } })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface QuantityProps {
  name: string
  total: number
  missing: number
  onChange(missing: number): void
}
/** Edits a quantity. The typed text stays until the field loses focus: `2,` may become 2.5. */
function Quantity({ name, total, missing, onChange }: QuantityProps) {
  const texts = useTexts(driverTexts)
  const [typed, setTyped] = useState<string>()
  const good = calculateDifference(total, Math.min(total, missing))
  const set = (next: number) => onChange(calculateDifference(total, Math.min(total, Math.max(0, next))))
  return (
    <span className="stepper">
      <button
        type="button"
        aria-label={texts.less(name)}
        disabled={good <= 0}
        onClick={() => set(calculateDifference(good, 1))}
      >
        −
      </button>
      <input
        inputMode="decimal"
        aria-label={texts.handedOver(name)}
        value={typed ?? good}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const next = Number(currentTarget.value.replace(',', '.'))
          if (currentTarget.value.trim() !== '' && Number.isFinite(next)) set(next)
        }}
        onBlur={() => setTyped(undefined)}
      />
      <button
        type="button"
        aria-label={texts.more(name)}
        disabled={good >= total}
        onClick={() => set(calculateDifference(good, -1))}
      >
        +
      </button>
      <span className="of">{texts.ofAll(String(total))}</span>
    </span>
  )
}

/** Edits the number of packages of an order that lists no packages. */
export function PackageCount({ draft, change }: SectionProps) {
  const texts = useTexts(driverTexts)
  if (hasParts(draft.stop) || draft.outcome !== 'partial') return null
  return (
    <label className="field">
      <span>{texts.packageCount}</span>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        value={draft.packageCount ?? ''}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.replace(/\D/g, '').slice(0, 6)
          change({ packageCount: text === '' ? undefined : Number(text) })
        }}
      />
    </label>
  )
}
