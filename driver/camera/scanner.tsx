// Scans the codes of packages one after the other, and shows the order of each. Unreadable codes can be typed.
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { type Detect, openDetector } from './detector.ts'
import { type CameraState, Viewfinder } from './viewfinder.tsx'

export interface Verdict {
  isGood: boolean
  text: string
}
interface ScannerProps {
  /** Text of the codes left to read. */
  left: string
  onCode(code: string): Verdict
  onClose(): void
}
const lookMs = 120
/** Milliseconds for which the same code is not read again. */
const sameMs = 3_000

export function Scanner({ left, onCode, onClose }: ScannerProps) {
  const words = useWords(driverWords)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [verdict, setVerdict] = useState<Verdict>()
  const [typed, setTyped] = useState('')
  const judge = useRef(onCode)
  judge.current = onCode
  const tell = (code: string) => {
    const next = judge.current(code)
    setVerdict(next)
    navigator.vibrate?.(next.isGood ? 60 : [120, 80, 120])
  }
  // Without reception, and never fetched before.
  useCodes(video, state === 'open', tell, () => setVerdict({ isGood: false, text: words.noScanner }))
  return (
    <Sheet title={words.scan} onClose={onClose} isFull>
      <Viewfinder video={video} onState={setState} />
      <p className="scan-verdict" role="status" data-good={verdict?.isGood} data-empty={verdict === undefined}>
        {verdict && <Icon name={verdict.isGood ? 'check' : 'warning'} />}
        <span>{verdict?.text ?? words.holdCode}</span>
      </p>
      <p className="sheet-note">{left}</p>
      <form
        className="scan-typed"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) tell(typed.trim())
          setTyped('')
        }}
      >
        <input
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          aria-label={words.typeCode}
          placeholder={words.typeCode}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className="button quiet">
          {words.add}
        </button>
      </form>
      <button type="button" className="button primary" onClick={onClose}>
        {words.done}
      </button>
    </Sheet>
  )
}

/** Scans the image of the camera repeatedly, and reports each code once. */
function useCodes(
  video: React.RefObject<HTMLVideoElement | null>,
  isOpen: boolean,
  tell: (code: string) => void,
  fail: () => void,
): void {
  const told = useRef(tell)
  told.current = tell
  const failed = useRef(fail)
  failed.current = fail
  useEffect(() => {
    if (!isOpen) return
    let isGone = false
    const seen = new Map<string, number>()
    const look = async (detect: Detect): Promise<void> => {
      if (isGone || !video.current) return
      for (const code of await detect(video.current).catch(() => [])) {
        const before = seen.get(code) ?? 0
        seen.set(code, Date.now())
        if (!isGone && code && Date.now() - before > sameMs) told.current(code)
      }
      setTimeout(() => void look(detect), lookMs)
    }
    openDetector().then(look, () => failed.current())
    return () => {
      isGone = true
    }
  }, [video, isOpen])
}
