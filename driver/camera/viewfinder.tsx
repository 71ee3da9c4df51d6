// Shows the camera in the page, and releases it when the page closes it.
import { type RefObject, useEffect, useState } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { driverTexts } from '../data/words.ts'

export type CameraState = 'opening' | 'open' | 'refused'

/**
 * Shows the viewfinder in the page instead of the camera app: if memory is short, Android ends the tab while that app
 * is open.
 */
export function CameraViewfinder({
  video,
  onState,
}: {
  video: RefObject<HTMLVideoElement | null>
  onState(state: CameraState): void
}) {
  const texts = useTexts(driverTexts)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => void onState(state), [state, onState])
  useEffect(() => {
    let stream: MediaStream | undefined
    let isClosed = false
    const open = async () => {
      const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', ...size },
        audio: false,
      })
      if (isClosed) stop()
      else if (video.current) {
        video.current.srcObject = stream
        await video.current.play()
        setState('open')
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => {
      if (!isClosed) setState('refused')
    })
    return () => {
      isClosed = true
      stop()
    }
  }, [video])
  return (
    <div className="viewfinder" data-state={state}>
      <video ref={video} muted playsInline aria-label={texts.cameraPicture} />
      {state === 'refused' && <p className="viewfinder-note">{texts.noCamera}</p>}
    </div>
  )
}
