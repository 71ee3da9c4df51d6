// Takes, shows and removes the photos and the signature of an outcome.
import { useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { useWords } from '../../console/words/language.ts'
import { Camera } from '../camera/camera.tsx'
import { blobOf } from '../camera/picture.ts'
import { addFile, needsOf, removePhoto } from '../data/draft.ts'
import { readFile } from '../data/storage.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Sheet } from '../frame/sheet.tsx'
import type { SectionProps } from './section.ts'

export function Photos({ draft, pod }: SectionProps) {
  const words = useWords(driverWords)
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string>()
  const shownAt = draft.photos.findIndex(({ fileId }) => fileId === shown)
  const least = needsOf(draft, pod).photos
  return (
    <fieldset>
      <legend>
        {words.photos} {least > 0 && <span className="needed">{words.atLeast(least)}</span>}
      </legend>
      <ul className="photos">
        {draft.photos.map(({ fileId }, at) => (
          <li key={fileId}>
            <button
              type="button"
              className="photo"
              aria-label={words.openPhoto(at + 1)}
              onClick={() => setShown(fileId)}
            >
              <StoredPicture fileId={fileId} alt={words.photoNumber(at + 1)} />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={words.removePhoto(at + 1)}
              onClick={() => void removePhoto(draft, fileId, pod.photosMax)}
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      {draft.photos.length < pod.photosMax && (
        <button type="button" className="button wide" onClick={() => setOpen(true)}>
          <Icon name="camera" />
          {words.takePhoto}
        </button>
      )}
      {isOpen && (
        <Camera
          side={pod.photoSide}
          taken={draft.photos.length}
          most={pod.photosMax}
          onPhoto={(photo) => addFile(draft, 'photo', photo)}
          onClose={() => setOpen(false)}
        />
      )}
      {shownAt !== -1 && (
        <Sheet title={words.photoNumber(shownAt + 1)} onClose={() => setShown(undefined)} isFull>
          <div className="viewer">
            <StoredPicture fileId={draft.photos[shownAt]!.fileId} alt={words.photoNumber(shownAt + 1)} />
          </div>
        </Sheet>
      )}
    </fieldset>
  )
}

function StoredPicture({ fileId, alt }: { fileId: string; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    void readFile(fileId).then((file) => {
      if (!file || isGone) return
      made = URL.createObjectURL(new Blob([file.content], { type: file.type }))
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [fileId])
  return url ? <img src={url} alt={alt} /> : <span className="photo-place" />
}

export function Signature({ draft, pod }: SectionProps) {
  const words = useWords(driverWords)
  const [isOpen, setOpen] = useState(false)
  const isNeeded = needsOf(draft, pod).signature === 'required'
  return (
    <fieldset>
      <legend>
        {words.signature} {isNeeded && <span className="needed">{words.needed}</span>}
      </legend>
      {draft.signature && (
        <div className="signed">
          <StoredPicture fileId={draft.signature.fileId} alt={words.signature} />
        </div>
      )}
      <button type="button" className="button wide" onClick={() => setOpen(true)}>
        <Icon name="sign" />
        {draft.signature ? words.signAgain : words.sign}
      </button>
      {isOpen && (
        <SignatureSheet
          onClose={() => setOpen(false)}
          onSigned={(picture) => {
            // The driver continues while the phone makes and stores the image.
            setOpen(false)
            void addFile(draft, 'signature', picture)
          }}
        />
      )}
    </fieldset>
  )
}

/** Fits the strokes of a signature to the smaller size after the phone was turned. */
function fitted(strokes: PointGroup[], { offsetWidth, offsetHeight }: HTMLElement): PointGroup[] {
  const margin = 8
  const farthest = (axis: 'x' | 'y') =>
    strokes.reduce((most, { points }) => points.reduce((far, point) => Math.max(far, point[axis]), most), margin)
  const factor = Math.min(1, (offsetWidth - margin) / farthest('x'), (offsetHeight - margin) / farthest('y'))
  // Without any room, as while a phone turns, they would become one point for good.
  if (factor <= 0) return strokes
  const scaled = (points: PointGroup['points']) =>
    points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor }))
  return strokes.map((stroke) => ({ ...stroke, points: scaled(stroke.points) }))
}

function SignatureSheet({ onClose, onSigned }: { onClose(): void; onSigned(picture: Promise<Blob>): void }) {
  const words = useWords(driverWords)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    const { current } = canvas
    if (!current) return
    const fit = () => {
      const ratio = Math.min(2, devicePixelRatio)
      current.width = current.offsetWidth * ratio
      current.height = current.offsetHeight * ratio
      current.getContext('2d')!.scale(ratio, ratio)
      pad.current?.fromData(fitted(pad.current.toData(), current))
    }
    fit()
    // White and dark in every theme of the phone: the signature is read on paper later.
    const made = new SignaturePad(current, {
      backgroundColor: '#ffffff',
      penColor: '#101418',
      minWidth: 1,
      maxWidth: 3,
      // A throttled point is drawn by the next stroke if that has already begun, as on a slow phone: a line across the
      // signature.
      throttle: 0,
    })
    pad.current = made
    made.addEventListener('endStroke', () => setEmpty(false))
    addEventListener('resize', fit)
    return () => {
      removeEventListener('resize', fit)
      made.off()
    }
  }, [])
  return (
    <Sheet title={words.signature} onClose={onClose} isFull>
      <canvas ref={canvas} className="signature" aria-label={words.signHere} role="img" />
      <div className="question-buttons">
        <button
          type="button"
          className="button"
          onClick={() => {
            pad.current?.clear()
            setEmpty(true)
          }}
        >
          {words.clear}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isEmpty}
          onClick={() => onSigned(blobOf(canvas.current!, 'image/png'))}
        >
          {words.done}
        </button>
      </div>
    </Sheet>
  )
}
