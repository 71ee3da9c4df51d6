// The picture of the camera in the page: opened while it is shown, given back when it is not.
import { type RefObject, useEffect, useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { driverWords } from '../data/words.ts'

export type CameraState = 'opening' | 'open' | 'refused'

/** In the page, not the camera app of the phone: Android ends the tab behind that one when memory is short. */
export function Viewfinder({
  video,
  onState,
}: {
  video: RefObject<HTMLVideoElement | null>
  onState(state: CameraState): void
}) {
  const words = useWords(driverWords)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => void onState(state), [state, onState])
  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const open = async () => {
      const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', ...size },
        audio: false,
      })
      if (isGone) stop()
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
      if (!isGone) setState('refused')
    })
    return () => {
      isGone = true
      stop()
    }
  }, [video])
  return (
    <div className="viewfinder" data-state={state}>
      <video ref={video} muted playsInline aria-label={words.cameraPicture} />
      {state === 'refused' && <p className="viewfinder-note">{words.noCamera}</p>}
    </div>
  )
}
