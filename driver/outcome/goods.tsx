// Records the packages and quantities that were handed over: ticked, counted or scanned.
import { useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { Scanner, type Verdict } from '../camera/scanner.tsx'
import { ownerOf, spelledFor } from '../data/day.ts'
import { hasParts, unscanned, withCode } from '../data/draft.ts'
import { minus } from '../data/quantity.ts'
import { state } from '../data/state.ts'
import type { Draft } from '../data/storage.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import type { SectionProps } from './section.ts'

export function Packages({ draft, pod, change }: SectionProps) {
  const words = useWords(driverWords)
  const [isScanning, setScanning] = useState(false)
  const { packages } = draft.stop
  const isPartial = draft.outcome === 'partial'
  const canScan = pod.scan !== 'off'
  if (packages.length === 0 || (!isPartial && !canScan)) return null
  const toggle = (packageId: string) =>
    change({
      failed: draft.failed.includes(packageId)
        ? draft.failed.filter((one) => one !== packageId)
        : [...draft.failed, packageId],
    })
  return (
    <fieldset>
      <legend>{isPartial ? words.whichPackages : words.packagesCount(packages.length)}</legend>
      {canScan && (
        <button type="button" className="button wide" onClick={() => setScanning(true)}>
          <Icon name="scan" />
          {words.scan}
        </button>
      )}
      <ul className="ticks">
        {packages.map((one, at) => {
          const isScanned = draft.scanned.includes(one.packageId)
          const text = (
            <>
              <span>
                <bdi>{one.description || words.packageNumber(at + 1)}</bdi>
                <bdi className="mono">{one.barcode}</bdi>
              </span>
              {isScanned && (
                <span className="badge good">
                  <Icon name="check" />
                  {words.scanned}
                </span>
              )}
            </>
          )
          return (
            <li key={one.packageId}>
              {isPartial ? (
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={!draft.failed.includes(one.packageId)}
                    onChange={() => toggle(one.packageId)}
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
 * Lists the extra codes, of no package of this order. They are sent with the outcome unless the driver removes them.
 */
function ExtraCodes({ codes, onChange }: { codes: string[]; onChange(codes: string[]): void }) {
  const words = useWords(driverWords)
  if (codes.length === 0) return null
  return (
    <>
      <p className="label">{words.extraCodes}</p>
      <ul className="ticks">
        {codes.map((code) => (
          <li key={code} className="choice still">
            <bdi className="mono">{code}</bdi>
            <button
              type="button"
              className="icon-button"
              aria-label={words.removeCode(code)}
              onClick={() => onChange(codes.filter((one) => one !== code))}
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type ScannerProps = Pick<SectionProps, 'draft' | 'change'> & { onClose(): void }
function PackageScanner({ draft, change, onClose }: ScannerProps) {
  const words = useWords(driverWords)
  const judge = (scanned: string): Verdict => {
    const { kept, drafts } = state.get()
    const latest: Draft = drafts.find(({ podId }) => podId === draft.podId) ?? draft
    const code = spelledFor(kept?.day, latest, scanned)
    const read = withCode(latest, code)
    // The same code may be on packages of several orders: it is another's only where it is not one of these.
    const owner = read.kind === 'extra' ? ownerOf(kept?.day, code) : undefined
    if (owner && owner.consignmentId !== latest.stop.consignmentId)
      return { isGood: false, text: words.codeOfOther(code, owner.position) }
    change(read.draft)
    if (read.kind === 'again') return { isGood: true, text: words.codeAgain(code) }
    return read.kind === 'extra'
      ? { isGood: false, text: words.codeUnknown(code) }
      : { isGood: true, text: words.codeGood(code) }
  }
  return <Scanner left={words.leftToScan(unscanned(draft).length)} onCode={judge} onClose={onClose} />
}

export function Lines({ draft, change }: SectionProps) {
  const words = useWords(driverWords)
  const { productLines } = draft.stop
  if (productLines.length === 0 || draft.outcome !== 'partial') return null
  return (
    <fieldset>
      <legend>{words.howMuch}</legend>
      <ul className="lines">
        {productLines.map(({ productLineId, description, code, quantity }) => (
          <li key={productLineId}>
            <bdi className="line-name">{description || code}</bdi>
            <Quantity
              name={description || code || ''}
              all={quantity ?? 1}
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
  all: number
  missing: number
  onChange(missing: number): void
}
/** Edits a quantity. The typed text stays until the field loses focus: `2,` may become 2.5. */
function Quantity({ name, all, missing, onChange }: QuantityProps) {
  const words = useWords(driverWords)
  const [typed, setTyped] = useState<string>()
  const good = minus(all, Math.min(all, missing))
  const set = (next: number) => onChange(minus(all, Math.min(all, Math.max(0, next))))
  return (
    <span className="stepper">
      <button type="button" aria-label={words.less(name)} disabled={good <= 0} onClick={() => set(minus(good, 1))}>
        −
      </button>
      <input
        inputMode="decimal"
        aria-label={words.handedOver(name)}
        value={typed ?? good}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const next = Number(currentTarget.value.replace(',', '.'))
          if (currentTarget.value.trim() !== '' && Number.isFinite(next)) set(next)
        }}
        onBlur={() => setTyped(undefined)}
      />
      <button type="button" aria-label={words.more(name)} disabled={good >= all} onClick={() => set(minus(good, -1))}>
        +
      </button>
      <span className="of">{words.ofAll(String(all))}</span>
    </span>
  )
}

/** Counts the packages of an order that lists none. */
export function PackageCount({ draft, change }: SectionProps) {
  const words = useWords(driverWords)
  if (hasParts(draft.stop) || draft.outcome !== 'partial') return null
  return (
    <label className="field">
      <span>{words.packageCount}</span>
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
