// Reads codes with zxing on phones without an API for it. Loaded on first use.
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

const options: ReaderOptions = {
  formats: ['Code128', 'Code39', 'DataMatrix', 'EAN-13', 'EAN-8', 'ITF', 'QRCode'],
  tryHarder: false,
  maxNumberOfSymbols: 8,
}
/** Longest side in pixels: more are slow, fewer make fine codes unreadable. */
const sideMax = 1_280

// By default it comes from outside, which the policy of the page refuses.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** Loads zxing from the phone or from the server. Fails offline if the phone has never stored it. */
export async function fetchZxing(): Promise<void> {
  const { ok } = await fetch(wasmUrl)
  if (!ok) throw new Error('The scanner could not be loaded.')
}

export async function openZxing(): Promise<(video: HTMLVideoElement) => Promise<string[]>> {
  // Else it would be asked for with the first look, and nobody would learn that it is not there.
  await fetchZxing()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const factor = Math.min(1, sideMax / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * factor)
    canvas.height = Math.round(video.videoHeight * factor)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), options)
    return found.filter(({ isValid }) => isValid).map(({ text }) => text)
  }
}
