// Scans the codes of packages one after the other, and shows the order of each. Unreadable codes can be typed.
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { DialogSheet } from '../frame/sheet.tsx'
import { type CodeDetector, openDetector } from './detector.ts'
import { type CameraState, CameraViewfinder } from './viewfinder.tsx'

export interface ScanVerdict {
  isGood: boolean
  text: string
}
interface CodeScannerProps {
  /** Text of the codes left to read. */
  remainingText: string
  onCode(code: string): ScanVerdict
  onClose(): void
}
const scanIntervalMs = 120
/** Milliseconds for which the same code is not read again. */
const sameMs = 3_000

export function CodeScanner({ remainingText, onCode, onClose }: CodeScannerProps) {
  const texts = useTexts(driverTexts)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [verdict, setVerdict] = useState<ScanVerdict>()
  const [typed, setTyped] = useState('')
  const judge = useRef(onCode)
  judge.current = onCode
  const showVerdict = (code: string) => {
    const next = judge.current(code)
    setVerdict(next)
    navigator.vibrate?.(next.isGood ? 60 : [120, 80, 120])
  }
  // The phone is offline, and has not stored the scanner yet.
  useCodes(video, state === 'open', showVerdict, () => setVerdict({ isGood: false, text: texts.noScanner }))
  return (
    <DialogSheet title={texts.scan} onClose={onClose} isFull>
      <CameraViewfinder video={video} onState={setState} />
      <p className="scan-verdict" role="status" data-good={verdict?.isGood} data-empty={verdict === undefined}>
        {verdict && <SvgIcon name={verdict.isGood ? 'check' : 'warning'} />}
        <span>{verdict?.text ?? texts.holdCode}</span>
      </p>
      <p className="sheet-note">{remainingText}</p>
      <form
        className="scan-typed"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) showVerdict(typed.trim())
          setTyped('')
        }}
      >
        <input
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          aria-label={texts.typeCode}
          placeholder={texts.typeCode}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className="button quiet">
          {texts.add}
        </button>
      </form>
      <button type="button" className="button primary" onClick={onClose}>
        {texts.done}
      </button>
    </DialogSheet>
  )
}

/** Scans the image of the camera repeatedly, and reports each code once. */
function useCodes(
  video: React.RefObject<HTMLVideoElement | null>,
  isOpen: boolean,
  handleCode: (code: string) => void,
  fail: () => void,
): void {
  const handlerRef = useRef(handleCode)
  handlerRef.current = handleCode
  const failed = useRef(fail)
  failed.current = fail
  useEffect(() => {
    if (!isOpen) return
    let isClosed = false
    const scannedMs = new Map<string, number>()
    const scanImage = async (detect: CodeDetector): Promise<void> => {
      if (isClosed || !video.current) return
      for (const code of await detect(video.current).catch(() => [])) {
        const previousMs = scannedMs.get(code) ?? 0
        scannedMs.set(code, Date.now())
        if (!isClosed && code && Date.now() - previousMs > sameMs) handlerRef.current(code)
      }
      setTimeout(() => void scanImage(detect), scanIntervalMs)
    }
    openDetector().then(scanImage, () => failed.current())
    return () => {
      isClosed = true
    }
  }, [video, isOpen])
}
