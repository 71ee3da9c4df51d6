// Defines the content of PDFs: plain data that is already read and permitted. Drawing needs no database and no
// contract.

export type DocumentLanguage = 'en' | 'de' | 'ar'
export type DocumentOutcome = 'success' | 'partial' | 'failed'

/** The appearance of an environment on its documents. */
export interface DocumentBranding {
  companyName: string | null
  /** PNG or JPEG. */
  logo: Uint8Array | null
  /** `#rrggbb`. */
  colour: string | null
}

export interface ProofPackage {
  packageId: string
  barcode: string | null
  outcome: DocumentOutcome
  /** Failure reason in words. */
  reason: string | null
  scanned: boolean
}

export interface ProofLine {
  productCode: string
  description: string | null
  quantity: number
  failedQuantity: number
  reason: string | null
}

export interface ProofDocument {
  language: DocumentLanguage
  /** IANA name of the zone for all times in the document. */
  zone: string
  branding: DocumentBranding
  environmentName: string
  podId: string
  /** Whether goods were brought or fetched. */
  type: 'delivery' | 'collection'
  orderKey: string
  consignee: { names: string[]; addressLines: string[] }
  depot: string | null
  load: string | null
  stopPosition: number | null
  driverName: string | null
  /** Whether the outcome was recorded in the console, from a paper or a call. */
  isFromDesk: boolean
  outcome: DocumentOutcome
  reason: string | null
  /** Instants, ISO 8601 in UTC. */
  arrived: string | null
  time: string
  received: string
  /** Seconds by which the device's clock was late, negative if it was early; null up to a minute. */
  clockOffsetSeconds: number | null
  contactName: string | null
  remarks: string | null
  /** Number of packages, if the order has no package records. */
  packageCount: number | null
  packages: ProofPackage[]
  lines: ProofLine[]
  extraBarcodes: string[]
  location: { latitude: number; longitude: number; accuracyMetres: number | null } | null
  /** Signature as PNG or JPEG, like the photos. An unreadable image is replaced by a note. */
  signature: Uint8Array | null
  photos: Uint8Array[]
  /** The proof that this one corrects. */
  replaces: { podId: string; time: string | null } | null
}

/** `a6`: one label on a page of 105 × 148 mm; `a4`: four of them on a page. */
export type LabelFormat = 'a6' | 'a4'

/** An order with its labels: one label per package, or `labelCount` labels if the order has no packages. */
export interface LabelledOrder {
  orderKey: string
  /** Names of the recipient: the company and the contact person. */
  consigneeNames: string[]
  /** Street and other lines above the town. */
  addressLines: string[]
  postalCode: string | null
  town: string | null
  country: string | null
  load: string | null
  stopPosition: number | null
  /** The codes of each label, the preferred one first. */
  codes: string[][]
  /**
   * Number of labels with the same codes, which are the only entry of `codes`. Null if every entry has its own label.
   */
  labelCount: number | null
}

export interface LabelsDocument {
  language: DocumentLanguage
  branding: DocumentBranding
  orders: LabelledOrder[]
}

/** Limits of documents. `pictureBytes` is enough for 20 photos and a signature of 5 MiB each, and for a logo. */
export const documentLimits = { labels: 2_000, photos: 100, pictureBytes: 106 * 1_048_576 } as const

/** Returns the number of labels of an order. */
export const countLabels = ({ codes, labelCount }: LabelledOrder): number => labelCount ?? codes.length
