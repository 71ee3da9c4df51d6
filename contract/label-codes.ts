// The codes that a label carries: the label printer prints them, and the driver app recognises them.

interface LabelledPackage {
  packageId: string
  /** Barcode of the package; null and an empty text mean that the package has no barcode. */
  barcode: string | null
}
interface LabelledOrder {
  key: string
  packages: readonly LabelledPackage[]
}

/**
 * Returns the codes of one package, preferred code first. A label shows the first code that its barcode format can
 * encode.
 */
export const listPackageCodes = ({ packageId, barcode }: LabelledPackage): string[] =>
  barcode ? [barcode, packageId] : [packageId]

/** Returns the codes of each label of an order: one list per package, or the key of an order without packages. */
export const labelCodesOf = ({ key, packages }: LabelledOrder): string[][] =>
  packages.length > 0 ? packages.map(listPackageCodes) : [[key]]

/**
 * Returns a scanned or typed code in the spelling of the labels. Ignores case unless two of the codes differ only by
 * case. Returns a code that is on no label unchanged.
 */
export function findSpelling(code: string, codes: Iterable<string>): string {
  const spellings = new Set<string>()
  for (const candidate of codes) {
    if (candidate === code) return code
    if (candidate.toLowerCase() === code.toLowerCase()) spellings.add(candidate)
  }
  const [spelling, other] = spellings
  return spelling !== undefined && other === undefined ? spelling : code
}
