// Reads codes from pictures: with what the phone has, else with WebAssembly that is loaded when it is first needed.

export type Detect = (video: HTMLVideoElement) => Promise<string[]>

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}
const native = (globalThis as { BarcodeDetector?: NativeDetectors }).BarcodeDetector

/** The codes of packages and their labels; more kinds cost time with every look. */
const formats = ['code_128', 'code_39', 'data_matrix', 'ean_13', 'ean_8', 'itf', 'qr_code']

/** Some phones have the interface and read nothing with it. */
async function openNative(): Promise<Detect | undefined> {
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? []
  const usable = formats.filter((format) => supported.includes(format))
  if (!native || !usable.includes('code_128') || !usable.includes('qr_code')) return undefined
  const detector = new native({ formats: usable })
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
}

export async function openDetector(): Promise<Detect> {
  return (await openNative()) ?? (await import('./zxing.ts')).openZxing()
}

/** Fetched while there is reception, so that the scanner opens without. */
export async function prepareDetector(): Promise<void> {
  if (!(await openNative())) await (await import('./zxing.ts')).fetchZxing()
}
