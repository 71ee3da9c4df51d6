// Takes photos: several in a row, with the camera in the page or from a file.
import { useRef, useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { Icon } from '../icons.tsx'
import { Sheet } from '../sheet.tsx'
import { driverWords } from '../words.ts'
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
  const isFull = taken >= most
  const take = async (source: Blob | HTMLVideoElement) => {
    setBusy(true)
    try {
      await onPhoto(await shrink(source, side))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet title={words.takePhoto} onClose={onClose} isFull>
      <Viewfinder video={video} onState={setState} />
      <p className="sheet-note" role="status">
        {isFull ? words.photosFull : words.photosTaken(taken)}
      </p>
      <div className="camera-bar">
        <label className="button quiet" aria-disabled={isFull}>
          <Icon name="picture" />
          {words.chooseFile}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            className="visually-hidden"
            disabled={isFull || isBusy}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void take(file)
              currentTarget.value = ''
            }}
          />
        </label>
        <button
          type="button"
          className="shutter"
          aria-label={words.takePhoto}
          disabled={state !== 'open' || isFull || isBusy}
          onClick={() => void take(video.current!)}
        />
        <button type="button" className="button" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Sheet>
  )
}
