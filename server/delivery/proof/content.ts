// What somebody says became of an order: from the body of a request to the one form that is judged, compared and stored.
import { hash } from 'node:crypto'
import type { Pod, PodInput } from '../../../contract/pod.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { geoPoint, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { isWritable, parseDateTime, toInstant } from '../../platform/value/times.ts'

type Input = Omit<PodInput, 'consignmentId' | 'consignmentKey' | 'loadId' | 'driverKey'>
type FileInput = NonNullable<Input['photos']>[number]

/** What of a proof stands in its document: what nothing else asks for. Files are named in their order. */
export interface Details
  extends Pick<
    Pod,
    | 'type'
    | 'failureReasonCode'
    | 'arrived'
    | 'clockOffsetSeconds'
    | 'actor'
    | 'contactName'
    | 'remarks'
    | 'email'
    | 'geoLocation'
    | 'locationAccuracy'
    | 'packages'
    | 'packageCount'
    | 'productLines'
    | 'extraBarcodes'
    | 'conflict'
  > {
  photos: string[]
  signature: string | null
}

/** Plain data: it crosses a thread. Times are instants by the clock of the device. */
export interface Content
  extends Pick<
    Pod,
    | 'outcome'
    | 'failureReasonCode'
    | 'arrived'
    | 'contactName'
    | 'remarks'
    | 'email'
    | 'geoLocation'
    | 'locationAccuracy'
    | 'packageCount'
    | 'extraBarcodes'
    | 'replaces'
  > {
  /** Without one: when the service gets it. */
  time: string | null
  sent: string | null
  packages: Omit<Pod['packages'][number], 'barcode'>[]
  productLines: (Omit<Pod['productLines'][number], 'failedQuantity'> & { failedQuantity: number | null })[]
  photos: FileInput[]
  signature: FileInput | null
}

export const times = ['time', 'arrived', 'sent'] as const

/** What is wrong with a body that the schema has nothing against, whatever order it is of. */
export function formFindings(input: Input, zone: string): Finding[] {
  const found = positionFindings(input, '', true)
  for (const name of times) {
    const text = input[name]
    if (typeof text === 'string' && !isWritable(toInstant(parseDateTime(text)!, zone)))
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

function repeated(named: { path: string; id: string }[]): Finding[] {
  const seen = new Set<string>()
  return named.flatMap(({ path, id }) => {
    const twice = seen.has(id)
    seen.add(id)
    return twice ? [{ path, code: 'duplicate', message: `\`${id}\` appears more than once.` }] : []
  })
}

const fileOf = ({ fileId, bytes, sha256, type }: FileInput): FileInput => ({ fileId, bytes, sha256, type })

/** A body in which nothing is wrong, with wall-clock times as those of the zone. */
export function contentOf(input: Input, zone: string): Content {
  const instant = (text: string) => toInstant(parseDateTime(text)!, zone)
  return {
    outcome: input.outcome,
    failureReasonCode: input.failureReasonCode ?? null,
    time: input.time ? instant(input.time) : null,
    arrived: input.arrived ? instant(input.arrived) : null,
    sent: input.sent ? instant(input.sent) : null,
    contactName: input.contactName ?? null,
    remarks: input.remarks ?? null,
    email: input.email || null,
    geoLocation: input.geoLocation ? geoPoint(input.geoLocation) : null,
    locationAccuracy: input.locationAccuracy ?? null,
    packages: (input.packages ?? []).map(({ packageId, outcome, failureReasonCode, scanned }) => ({
      packageId,
      outcome,
      failureReasonCode: failureReasonCode ?? null,
      scanned: scanned ?? false,
    })),
    packageCount: input.packageCount ?? null,
    productLines: (input.productLines ?? []).map(({ productLineId, quantity, failedQuantity, failureReasonCode }) => ({
      productLineId,
      quantity,
      failedQuantity: failedQuantity ?? null,
      failureReasonCode: failureReasonCode ?? null,
    })),
    extraBarcodes: input.extraBarcodes ?? [],
    photos: (input.photos ?? []).map(fileOf),
    signature: input.signature ? fileOf(input.signature) : null,
    replaces: input.replaces ?? null,
  }
}

/** What tells a repeat from a conflict. When it is sent differs each time; all else is what was said at the door. */
export const fingerprintOf = (
  { sent: _, ...content }: Content,
  named: readonly (string | null | undefined)[],
): string => hash('sha256', JSON.stringify([named.map((name) => name ?? null), content]), 'base64url')
