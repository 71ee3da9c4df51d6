// Reads the data of a proof PDF, and lets the PDF thread draw it.
import { createHash } from 'node:crypto'
import { formatAddressLines } from '../../../contract/address.ts'
import type { Depot } from '../../../contract/depot.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { Driver } from '../../../contract/fleet.ts'
import type { getPodPdf } from '../../../contract/pod.ts'
import { findReasonName } from '../../../contract/reasons.ts'
import type { NoticeLanguage } from '../../../contract/road.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import { driverTable } from '../../fleet/record/store.ts'
import { readFields } from '../../orders/record/document.ts'
import * as consignments from '../../orders/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { listRecipientNames } from '../../platform/operation/contact-and-address.ts'
import type { FileResponse, FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import type { EmailAttachment, GatherContent } from '../../platform/operation/services.ts'
import type { ProofDocument } from '../../platform/value/documents.ts'
import { readLogo } from '../../platform/value/logo.ts'
import { normaliseZone } from '../../platform/value/times.ts'
import { type ImageServices, readImageForPdf } from '../file/rules.ts'
import { buildPaperId, type FileRow, findOriginalId } from '../file/store.ts'
import { isFromDesk } from './clock.ts'
import { findProofWithFiles, type ProofWithFiles, proofNotFoundProblem } from './read.ts'
import * as store from './store.ts'

/** The data of a proof PDF, with the records of its images; the bytes of the images are not in the database. */
interface Paper {
  document: Omit<ProofDocument, 'signature' | 'photos'>
  photos: FileRow[]
  signature: FileRow | undefined
  /** Size of all images. */
  bytes: number
}

/** Returns the data of a proof PDF, or undefined if the proof does not exist. */
async function paperOf(
  tx: ReadTransaction,
  environmentId: string,
  podId: string,
  overrides: { language?: NoticeLanguage | undefined; zone?: string | undefined } = {},
): Promise<Paper | undefined> {
  const proof = await findProofWithFiles(tx, environmentId, podId)
  if (!proof) return undefined
  const { row, files } = proof
  const settings = await getSettings(tx, environmentId)
  const environment = await environments.findById(tx, environmentId)
  const order = await consignments.findById(tx, environmentId, row.consignmentId)
  const load = row.loadId === null ? undefined : await loads.findLoad(tx, environmentId, row.loadId)
  const driver = row.driverKey === null ? undefined : await driverTable.find(tx, environmentId, row.driverKey)
  const replaced = row.replaces === null ? undefined : await store.findProof(tx, environmentId, row.replaces)
  const language = overrides.language ?? settings.notifications.language
  const reasons: Reasons = (code) => findReasonName(settings.pod.reasons, code, language)
  const drawn = (fileId: string) =>
    [files.get(buildPaperId(fileId)), files.get(fileId)].find((file) => file?.state === 'stored')
  const signature = proof.details.signature === null ? undefined : drawn(proof.details.signature)
  const photos = proof.details.photos.map(drawn).filter((file) => file !== undefined)
  return {
    document: {
      ...ofProof(proof, reasons),
      ...ofOrder(proof, order, reasons),
      language,
      zone: overrides.zone ?? settings.timezone,
      branding: brandingOf(settings),
      environmentName: environment?.name ?? '',
      load: load?.key ?? null,
      driverName: driver ? (JSON.parse(driver.document) as Driver).name : null,
      replaces: row.replaces === null ? null : { podId: row.replaces, time: replaced?.time ?? null },
    },
    photos,
    signature,
    bytes: [...photos, signature].reduce((sum, file) => sum + (file?.bytes ?? 0), 0),
  }
}

/** Returns the text of a failure reason in the language of the PDF, or null for no reason. */
type Reasons = (code: string | null) => string | null

function ofProof({ row, details }: ProofWithFiles, reasons: Reasons) {
  const { geoLocation, locationAccuracy } = details
  return {
    podId: row.podId,
    type: details.type,
    orderKey: row.consignmentKey,
    stopPosition: row.stopPosition === 0 ? null : row.stopPosition,
    outcome: row.outcome,
    reason: reasons(details.failureReasonCode),
    arrived: details.arrived,
    time: row.time,
    received: row.received,
    clockOffsetSeconds: details.clockOffsetSeconds,
    isFromDesk: isFromDesk(details.actor),
    contactName: details.contactName,
    remarks: details.remarks,
    packageCount: details.packageCount,
    packages: details.packages.map(({ packageId, barcode, outcome, failureReasonCode, scanned }) => ({
      packageId,
      barcode,
      outcome,
      reason: reasons(failureReasonCode),
      scanned,
    })),
    extraBarcodes: details.extraBarcodes,
    location: geoLocation && {
      latitude: geoLocation.lat,
      longitude: geoLocation.lng,
      accuracyMetres: locationAccuracy,
    },
  }
}

/**
 * Returns the recipient, the depot and the lines. If the order was deleted, the lines contain data of the proof only.
 */
function ofOrder({ details }: ProofWithFiles, order: consignments.ConsignmentRow | undefined, reasons: Reasons) {
  // Reads the product lines only for a proof with lines: they may be most of the document, and most proofs have none.
  const { productLines } = order && details.productLines.length > 0 ? readFields(order.document, ['productLines']) : {}
  const products = new Map(productLines?.map((line) => [line.productLineId, line]))
  const consignee = order && readFields(order.document, ['consigneeContact', 'consigneeAddress'])
  const { consigneeContact: contact, consigneeAddress: address } = consignee ?? {}
  return {
    consignee: {
      names: address ? listRecipientNames(address, contact ?? null) : [],
      addressLines: address ? [...formatAddressLines(address), address.country] : [],
    },
    depot: order?.depot ? (JSON.parse(order.depot) as Depot).name : null,
    lines: details.productLines.map(({ productLineId, quantity, failedQuantity, failureReasonCode }) => ({
      productCode: products.get(productLineId)?.productCode ?? productLineId,
      description: products.get(productLineId)?.description ?? null,
      quantity,
      failedQuantity,
      reason: reasons(failureReasonCode),
    })),
  }
}

const brandingOf = ({ branding: { companyName, colour, logo } }: EnvironmentSettings): ProofDocument['branding'] => ({
  companyName: companyName || null,
  colour: colour || null,
  logo: readLogo(logo)?.bytes ?? null,
})

/** Adds the bytes of the images that can be read. */
const illustrated =
  (services: ImageServices, environmentId: string, paper: Paper): GatherContent<ProofDocument> =>
  async (signal) => {
    const read = (file: FileRow) => readImageForPdf(services, environmentId, file, signal)
    const photos: Uint8Array[] = []
    for (const file of paper.photos) {
      const bytes = await read(file)
      if (bytes) photos.push(bytes)
    }
    const signature = (paper.signature && (await read(paper.signature))) || null
    return { ...paper.document, photos, signature }
  }

/** Returns the PDF that is attached to an e-mail, or undefined if the proof does not exist. */
export async function renderAttachment(
  { read, ...services }: ImageServices & Pick<FlowContext, 'read'>,
  environmentId: string,
  podId: string,
): Promise<EmailAttachment | undefined> {
  const paper = await read((tx) => paperOf(tx, environmentId, podId))
  if (!paper) return undefined
  const { bytes } = paper
  const content = await services.pdf.renderProof(illustrated(services, environmentId, paper), { environmentId, bytes })
  return { name: `${paper.document.orderKey}.pdf`, type: 'application/pdf', content }
}

/**
 * Returns the ETag of a PDF, a hash of its content. The logo is hashed separately, because it is much longer as JSON.
 */
function etagOf({ document, photos, signature }: Paper): string {
  const pictures = {
    photos: photos.map(({ fileId }) => findOriginalId(fileId)),
    signature: signature ? findOriginalId(signature.fileId) : null,
  }
  const { branding, ...told } = document
  const { logo, ...look } = branding
  const content = createHash('sha256').update(JSON.stringify([told, look, pictures]))
  return `"${content.update(logo ?? '').digest('base64url')}"`
}

/** Cost of a proof PDF in the rate limit, in requests: it takes as long as some dozens of labels. */
const proofCost = 4

export async function getPdf(
  call: OperationCall<QueryOf<typeof getPodPdf>, { podId: string }>,
  { read, run, services }: FlowContext,
): Promise<FileResponse> {
  const { environmentId, query, params } = call
  const zone = query.timezone === undefined ? undefined : normaliseZone(query.timezone)
  const paper = await read((tx) => paperOf(tx, environmentId, params.podId, { language: query.language, zone }))
  if (!paper) throw proofNotFoundProblem()
  return {
    type: 'application/pdf',
    name: `${paper.document.orderKey}.pdf`,
    etag: etagOf(paper),
    cost: proofCost,
    open: (signal) =>
      services.pdf.renderProof(illustrated({ ...services, run }, environmentId, paper), {
        environmentId,
        clientSignal: signal,
        bytes: paper.bytes,
      }),
  }
}
