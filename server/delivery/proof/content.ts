// Checks the body of a proof, and turns it into the content that is compared and stored.
import { hash } from 'node:crypto'
import {
  type Pod,
  type PodFileInput,
  type PodInput,
  podContent,
  podFile,
  podPackage,
  podProductLine,
  podSchemas,
} from '../../../contract/pod.ts'
import type { Static } from '../../../contract/schema.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { checkLocation, normaliseGeoPoint } from '../../platform/operation/contact-and-address.ts'
import { createNormaliser, createStoredNormaliser } from '../../platform/value/normaliser.ts'
import { formatInstant, isWritable, parseDateTime } from '../../platform/value/times.ts'
import type { PodRow } from './store.ts'

/**
 * Names of the fields in the content of a proof. The fields that identify the order, its load and its driver are not
 * part of it.
 */
const contentNames = [...(Object.keys(podContent) as (keyof typeof podContent)[]), 'replaces'] as const
type Input = Pick<PodInput, (typeof contentNames)[number]>

/**
 * Stored document of a proof: the fields without a column. It contains the ids of the photos and the signature; photos
 * are in their sequence.
 */
export interface ProofDetails extends Omit<Pod, keyof PodRow | 'environmentId' | 'complete' | 'photos' | 'signature'> {
  photos: string[]
  signature: string | null
}

type ProductLine = Omit<Pod['productLines'][number], 'failedQuantity'> & { failedQuantity: number | null }
type Reformed = 'time' | 'packages' | 'productLines' | 'photos' | 'signature'
/**
 * Checked content of a proof. It is plain data, because it is sent to a thread. Its times are instants of the device's
 * clock.
 */
export interface ProofContent extends Omit<Pick<Pod, keyof Input & keyof Pod>, Reformed> {
  /** Time of the outcome; null means the time of receipt by the service. */
  time: string | null
  sent: string | null
  packages: Omit<Pod['packages'][number], 'barcode'>[]
  productLines: ProductLine[]
  photos: PodFileInput[]
  signature: PodFileInput | null
}

export const timeFields = ['time', 'arrived', 'sent'] as const

/** Returns the errors in a body with a valid schema, without the order: locations, times and repeated ids. */
export function checkForm(input: Input, zone: string): RequestError[] {
  const found = checkLocation(input, '', true)
  for (const name of timeFields) {
    const text = input[name]
    if (typeof text === 'string' && !isWritable(formatInstant(parseDateTime(text)!, zone)))
      found.push({
        path: `/${name}`,
        code: 'out_of_range',
        message: 'In UTC, this time is outside the years 0001 to 9999.',
      })
  }
  const files = (input.photos ?? []).map((file, index) => ({ path: `/photos/${index}/fileId`, id: file.fileId }))
  if (input.signature) files.push({ path: '/signature/fileId', id: input.signature.fileId })
  return [
    ...found,
    ...repeated(
      (input.packages ?? []).map(({ packageId }, index) => ({ path: `/packages/${index}/packageId`, id: packageId })),
    ),
    ...repeated(
      (input.productLines ?? []).map(({ productLineId }, index) => ({
        path: `/productLines/${index}/productLineId`,
        id: productLineId,
      })),
    ),
    ...repeated(files),
  ]
}

function repeated(named: { path: string; id: string }[]): RequestError[] {
  const seenIds = new Set<string>()
  return named.flatMap(({ path, id }) => {
    const isRepeated = seenIds.has(id)
    seenIds.add(id)
    return isRepeated
      ? [{ path, code: 'duplicate', message: `\`${id}\` appears more than once.`, values: { key: id } }]
      : []
  })
}

const fileOf = createNormaliser<PodFileInput, PodFileInput>(podFile.fields, podFile.setNames, {})
const packageOf = createStoredNormaliser(podPackage, {})
const productLineOf = createNormaliser<ProductLine, Static<typeof podProductLine.Input>>(
  podProductLine.fields,
  podProductLine.setNames,
  {},
)
const instant = (text: string | null | undefined, zone: string): string | null =>
  text ? formatInstant(parseDateTime(text)!, zone) : null

/** Returns the content of a checked input. The second parameter is the zone of times without an offset. */
export const normaliseContent = createNormaliser<ProofContent, Input, string>(podSchemas.fields, contentNames, {
  time: instant,
  arrived: instant,
  sent: instant,
  email: (address) => address || null,
  geoLocation: (point) => (point ? normaliseGeoPoint(point) : null),
  packages: (packages) => (packages ?? []).map((item) => packageOf(item)),
  productLines: (lines) => (lines ?? []).map((line) => productLineOf(line)),
  extraBarcodes: (barcodes) => barcodes ?? [],
  photos: (photos) => (photos ?? []).map((file) => fileOf(file)),
  signature: (file) => (file ? fileOf(file) : null),
})

/** Returns a hash of the content. A repeated request has the same hash, since the time of sending is not part of it. */
export const calculateFingerprint = (
  { sent: _, ...content }: ProofContent,
  named: readonly (string | null | undefined)[],
): string => hash('sha256', JSON.stringify([named.map((name) => name ?? null), content]), 'base64url')
