// Takes photos: several in a row, with the camera in the page or from a file.
import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { shrink } from './picture.ts'
import { type CameraState, Viewfinder } from './viewfinder.tsx'

interface CameraProps {
  /** Longest side of a photo in pixels. */
  side: number
  taken: number
  most: number
  onPhoto(photo: Blob): Promise<void>
  onClose(): void
}
export function Camera({ side, taken, most, onPhoto, onClose }: CameraProps) {
  const words = useWords(driverWords)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isFull = taken >= most
  const take = async (source: Blob | HTMLVideoElement) => {
    setBusy(true)
    try {
      // Browsers cannot read some formats of photos, and a download may be incomplete.
      const photo = await shrink(source, side).catch(() => undefined)
      setUnreadable(photo === undefined)
      if (photo) await onPhoto(photo)
    } finally {
      setBusy(false)
    }
  }
  // Closing is delayed: the outcome could be saved without an unfinished photo.
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Sheet title={words.takePhoto} onClose={close} isFull>
      <Viewfinder video={video} onState={setState} />
      {isUnreadable && (
        <p className="fault-text" role="alert">
          <Icon name="warning" />
          <span>{words.unreadablePicture}</span>
        </p>
      )}
      <p className="sheet-note" role="status">
        {isFull ? words.photosFull : words.photosTaken(taken)}
      </p>
      <div className="camera-bar">
        <PictureButton className="button quiet" isDisabled={isFull || isBusy} onFile={take}>
          <Icon name="picture" />
          {words.chooseFile}
        </PictureButton>
        {state === 'refused' ? (
          <PictureButton className="shutter" isCamera isDisabled={isFull || isBusy} onFile={take}>
            <span className="visually-hidden">{words.takePhoto}</span>
          </PictureButton>
        ) : (
          <button
            type="button"
            className="shutter"
            aria-label={words.takePhoto}
            disabled={state !== 'open' || isFull || isBusy}
            onClick={() => void take(video.current!)}
          />
        )}
        <button type="button" className="button" disabled={isBusy} onClick={close}>
          {words.done}
        </button>
      </div>
    </Sheet>
  )
}

interface PictureButtonProps {
  className: string
  /** Opens the phone's own camera, which needs no permission here; else wherever it keeps its pictures. */
  isCamera?: boolean
  isDisabled: boolean
  onFile(file: File): Promise<void>
  children: ReactNode
}
function PictureButton({ className, isCamera = false, isDisabled, onFile, children }: PictureButtonProps) {
  return (
    <label className={className} aria-disabled={isDisabled}>
      {children}
      <input
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        className="visually-hidden"
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onFile(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
