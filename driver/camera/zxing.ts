// Reads codes with zxing on phones without a barcode API. The module is loaded on first use.
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

const options: ReaderOptions = {
  formats: ['Code128', 'Code39', 'DataMatrix', 'EAN-13', 'EAN-8', 'ITF', 'QRCode'],
  tryHarder: false,
  maxNumberOfSymbols: 8,
}
/** Longest side in pixels. A larger image takes long to read; in a smaller one, fine codes are unreadable. */
const sideMax = 1_280

// By default the module is loaded from another origin, which the policy of the page refuses.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** Fetches zxing from the phone or from the server. Fails offline if the phone has never stored it. */
export async function fetchZxing(): Promise<void> {
  const { ok } = await fetch(wasmUrl)
  if (!ok) throw new Error('The scanner could not be loaded.')
}

export async function openZxing(): Promise<(video: HTMLVideoElement) => Promise<string[]>> {
  // Fetched here, so that a failure is reported before the first scan.
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
