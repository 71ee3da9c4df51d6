// Takes photos: several in a row, with the camera in the page or from a file.
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'
import { DialogSheet } from '../frame/sheet.tsx'
import { reducePhoto } from './picture.ts'
import { type CameraState, CameraViewfinder } from './viewfinder.tsx'

interface PhotoCameraProps {
  /** Longest side of a photo in pixels. */
  side: number
  takenCount: number
  most: number
  onPhoto(photo: Blob): Promise<void>
  onClose(): void
}
export function PhotoCamera({ side, takenCount, most, onPhoto, onClose }: PhotoCameraProps) {
  const texts = useTexts(driverTexts)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const isFull = takenCount >= most
  const take = async (source: Blob | HTMLVideoElement) => {
    setBusy(true)
    try {
      // Browsers cannot read some formats of photos, and a download may be incomplete.
      const photo = await reducePhoto(source, side).catch(() => undefined)
      setUnreadable(photo === undefined)
      if (photo) await onPhoto(photo)
    } finally {
      setBusy(false)
    }
  }
  // The camera does not close while a photo is being prepared: the outcome could be saved without it.
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <DialogSheet title={texts.takePhoto} onClose={close} isFull>
      <CameraViewfinder video={video} onState={setState} />
      {isUnreadable && (
        <p className="fault-text" role="alert">
          <SvgIcon name="warning" />
          <span>{texts.unreadablePicture}</span>
        </p>
      )}
      <p className="sheet-note" role="status">
        {isFull ? texts.photosFull : texts.photosTaken(takenCount)}
      </p>
      <div className="camera-bar">
        <PictureButton className="button quiet" isDisabled={isFull || isBusy} onFile={take}>
          <SvgIcon name="picture" />
          {texts.chooseFile}
        </PictureButton>
        {state === 'refused' ? (
          <PictureButton className="shutter" isCamera isDisabled={isFull || isBusy} onFile={take}>
            <span className="visually-hidden">{texts.takePhoto}</span>
          </PictureButton>
        ) : (
          <button
            type="button"
            className="shutter"
            aria-label={texts.takePhoto}
            disabled={state !== 'open' || isFull || isBusy}
            onClick={() => void take(video.current!)}
          />
        )}
        <button type="button" className="button" disabled={isBusy} onClick={close}>
          {texts.done}
        </button>
      </div>
    </DialogSheet>
  )
}

interface PictureButtonProps {
  className: string
  /** Whether to open the phone's own camera, which needs no permission here, instead of its photo library. */
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
