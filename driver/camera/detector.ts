// Reads codes from images: with the API of the phone, otherwise with WebAssembly, loaded on first use.

export type CodeDetector = (video: HTMLVideoElement) => Promise<string[]>

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}
const native = (globalThis as { BarcodeDetector?: NativeDetectors }).BarcodeDetector

/** Formats of codes on packages and labels. Each further format slows every image down. */
const formats = ['code_128', 'code_39', 'data_matrix', 'ean_13', 'ean_8', 'itf', 'qr_code']

/** Opens the API of the phone. Returns undefined if the API does not read Code 128 and QR codes, as on some phones. */
async function openNative(): Promise<CodeDetector | undefined> {
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? []
  const usable = formats.filter((format) => supported.includes(format))
  if (!native || !usable.includes('code_128') || !usable.includes('qr_code')) return undefined
  const detector = new native({ formats: usable })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

export async function openDetector(): Promise<CodeDetector> {
  return (await openNative()) ?? (await import('./zxing.ts')).openZxing()
}

/** Prepares the detector: fetches the scanner while the phone is online, so that it opens offline. */
export async function prepareDetector(): Promise<void> {
  if (!(await openNative())) await (await import('./zxing.ts')).fetchZxing()
}
