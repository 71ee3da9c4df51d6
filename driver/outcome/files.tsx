// Takes, shows and removes the photos and the signature of an outcome.
import { useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { useTexts } from '../../console/words/language.ts'
import { PhotoCamera } from '../camera/camera.tsx'
import { encodeCanvas } from '../camera/picture.ts'
import { addFile, getProofNeeds, removePhoto } from '../data/draft.ts'
import { readFile } from '../data/storage.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { DialogSheet } from '../frame/sheet.tsx'
import type { SectionProps } from './section.ts'

export function PhotosSection({ draft, pod }: SectionProps) {
  const texts = useTexts(driverTexts)
  const [isOpen, setOpen] = useState(false)
  const [visibleFileId, setVisibleFileId] = useState<string>()
  const visibleIndex = draft.photos.findIndex(({ fileId }) => fileId === visibleFileId)
  const least = getProofNeeds(draft, pod).photos
  return (
    <fieldset>
      <legend>
        {texts.photos} {least > 0 && <span className="needed">{texts.atLeast(least)}</span>}
      </legend>
      <ul className="photos">
        {draft.photos.map(({ fileId }, index) => (
          <li key={fileId}>
            <button
              type="button"
              className="photo"
              aria-label={texts.openPhoto(index + 1)}
              onClick={() => setVisibleFileId(fileId)}
            >
              <StoredPicture fileId={fileId} alt={texts.photoNumber(index + 1)} />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removePhoto(index + 1)}
              onClick={() => void removePhoto(draft, fileId, pod.photosMax)}
            >
              <SvgIcon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      {draft.photos.length < pod.photosMax && (
        <button type="button" className="button wide" onClick={() => setOpen(true)}>
          <SvgIcon name="camera" />
          {texts.takePhoto}
        </button>
      )}
      {isOpen && (
        <PhotoCamera
          side={pod.photoSide}
          takenCount={draft.photos.length}
          most={pod.photosMax}
          onPhoto={(photo) => addFile(draft, 'photo', photo)}
          onClose={() => setOpen(false)}
        />
      )}
      {visibleIndex !== -1 && (
        <DialogSheet title={texts.photoNumber(visibleIndex + 1)} onClose={() => setVisibleFileId(undefined)} isFull>
          <div className="viewer">
            <StoredPicture fileId={draft.photos[visibleIndex]!.fileId} alt={texts.photoNumber(visibleIndex + 1)} />
          </div>
        </DialogSheet>
      )}
    </fieldset>
  )
}

function StoredPicture({ fileId, alt }: { fileId: string; alt: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isUnmounted = false
    void readFile(fileId).then((file) => {
      if (!file || isUnmounted) return
      made = URL.createObjectURL(new Blob([file.content], { type: file.type }))
      setUrl(made)
    })
    return () => {
      isUnmounted = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [fileId])
  return url ? <img src={url} alt={alt} /> : <span className="photo-place" />
}

export function SignatureSection({ draft, pod }: SectionProps) {
  const texts = useTexts(driverTexts)
  const [isOpen, setOpen] = useState(false)
  const isNeeded = getProofNeeds(draft, pod).signature === 'required'
  return (
    <fieldset>
      <legend>
        {texts.signature} {isNeeded && <span className="needed">{texts.needed}</span>}
      </legend>
      {draft.signature && (
        <div className="signed">
          <StoredPicture fileId={draft.signature.fileId} alt={texts.signature} />
        </div>
      )}
      <button type="button" className="button wide" onClick={() => setOpen(true)}>
        <SvgIcon name="sign" />
        {draft.signature ? texts.signAgain : texts.sign}
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
  // While the phone turns, the field may have no size: the strokes would permanently become one point.
  if (factor <= 0) return strokes
  const scaled = (points: PointGroup['points']) =>
    points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor }))
  return strokes.map((stroke) => ({ ...stroke, points: scaled(stroke.points) }))
}

function SignatureSheet({ onClose, onSigned }: { onClose(): void; onSigned(picture: Promise<Blob>): void }) {
  const texts = useTexts(driverTexts)
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
      // Without throttling: on a slow phone, the next stroke could draw a throttled point, as a line across the
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
    <DialogSheet title={texts.signature} onClose={onClose} isFull>
      <canvas ref={canvas} className="signature" aria-label={texts.signHere} role="img" />
      <div className="question-buttons">
        <button
          type="button"
          className="button"
          onClick={() => {
            pad.current?.clear()
            setEmpty(true)
          }}
        >
          {texts.clear}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isEmpty}
          onClick={() => onSigned(encodeCanvas(canvas.current!, 'image/png'))}
        >
          {texts.done}
        </button>
      </div>
    </DialogSheet>
  )
}
