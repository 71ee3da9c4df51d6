// Proofs: what became of an order at its stop, with reasons, packages, lines, photos and a signature.
import { endpoint } from './endpoint.ts'
import { next, pageQuery, several } from './page.ts'
import { field, record, schemas } from './record.ts'
import { noticeLanguages, outcomes, roadLimits } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  dateTime,
  dateTimesQuery,
  email,
  flag,
  GeoPoint,
  GeoPointInput,
  id,
  inputDateTime,
  key,
  limits,
  noQuery,
  nullable,
  object,
  oneOf,
  text,
  timezoneQuery,
  unsignedDouble,
  unsignedInteger,
  wholeNumber,
} from './shared.ts'

const tag = 'Proofs'

export const podConflicts = [
  'order_deleted',
  'later_outcome',
  'not_in_load',
  'load_not_started',
  'time_out_of_range',
  'too_many_photos',
] as const
export type PodConflict = (typeof podConflicts)[number]
export const fileTypes = ['image/jpeg', 'image/png'] as const
export type FileType = (typeof fileTypes)[number]
export const fileStates = ['pending', 'stored', 'expired', 'erased'] as const
export const podExportReasons = ['created', 'completed', 'manual'] as const
export type PodExportReason = (typeof podExportReasons)[number]

/** Returns the schema of an id that the client chooses: a second request with the same id is a repetition. */
const ownId = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    'x-form': 'must be a UUID in lower case, best of version 7.',
    maxLength: 36,
    description,
    examples: ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'],
  })
export const podId = ownId('Id of the proof, chosen by the client: a UUID, preferably of version 7.')
export const fileId = ownId('Id of the file, chosen by the client: a UUID, preferably of version 7.')

const failureReason = key('Failure reason of a failed or partial outcome: a code of `pod.reasons` of the environment.')
const failedQuantity = unsignedDouble('Quantity that was not handed over.')

export const podFile = record('PodFile', {
  fileId: field.required(fileId, id('Id of the file.')),
  bytes: field.required(
    Type.Integer({ minimum: 1, maximum: roadLimits.fileBytes, description: 'Size of the file in bytes.' }),
    unsignedInteger(
      'Size of the file in bytes: the announced size until the bytes have arrived, then the stored size; 0 after ' +
        'they are deleted.',
    ),
  ),
  sha256: field.required(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-form': 'must be a SHA-256 of 64 hexadecimal digits in lower case.',
      maxLength: 64,
      description: 'SHA-256 of the bytes as they are sent.',
    }),
    nullable(
      text(
        'SHA-256 of the bytes: the announced value until they have arrived, then the value of the stored bytes. ' +
          '`null` after they are erased.',
      ),
    ),
  ),
  type: field.required(oneOf(fileTypes, 'Media type of the file.'), oneOf(fileTypes)),
  width: field.added(nullable(unsignedInteger('In pixels.'))),
  height: field.added(nullable(unsignedInteger('In pixels.'))),
  state: field.added(oneOf(fileStates, '`pending` until its bytes have arrived.')),
  content: field.added(Type.Optional(nullable(text('The bytes in Base64, with `includePhoto=true`.', 8_000_000)))),
})
export const { Input: PodFileInput, Read: PodFile } = podFile
export type PodFileInput = Static<typeof PodFileInput>
export type PodFile = Static<typeof PodFile>

export const podPackage = record('PodPackage', {
  packageId: field.required(id('Id of a package of the order.'), id('Id of the package.')),
  barcode: field.added(nullable(text('Its barcode.'))),
  outcome: field.required(
    oneOf(['success', 'failed'], '`success` if the package was handed over, otherwise `failed`.'),
    oneOf(['success', 'failed']),
  ),
  failureReasonCode: field.optional(failureReason),
  scanned: field.preset(flag('`true` if the code of the package was scanned.'), false),
})

export const podProductLine = record('PodProductLine', {
  productLineId: field.required(id('Id of a product line of the order.'), id('Id of the product line.')),
  quantity: field.required(unsignedDouble('Quantity that was handed over.')),
  failedQuantity: field.optional(failedQuantity, failedQuantity),
  failureReasonCode: field.optional(failureReason),
})

/**
 * The fields of a proof that a driver's device sends as well. The fingerprint of a proof depends on their sequence:
 * after a change of it, the server rejects a proof that a device sends again.
 */
const content = {
  outcome: field.required(
    oneOf(
      outcomes,
      'Outcome of the order: `success` if everything was handed over, `partial` if a part was, `failed` if nothing ' +
        'was.',
    ),
  ),
  failureReasonCode: field.optional(failureReason),
  time: field.optional(
    inputDateTime(
      'Time of the outcome, by the clock of the device: at most 31 days ago. A correction may keep the time of the ' +
        'proof that it replaces, however long ago that was. Default: the time at which Dray receives it.',
    ),
    dateTime('Time of the outcome; it is corrected if the clock of the device was wrong by more than two minutes.'),
  ),
  arrived: field.optional(
    inputDateTime('Arrival time of the vehicle.'),
    nullable(dateTime('Arrival time of the vehicle.')),
  ),
  sent: field.unread(
    inputDateTime(
      'Time of sending, by the clock of the device: Dray calculates the error of this clock from it. It may differ ' +
        'when the same proof is sent again.',
    ),
  ),
  contactName: field.optional(text('Name of the contact person who handed over or received the goods.')),
  remarks: field.optional(text('Note of the driver.', limits.instructionsLength)),
  email: field.optional(
    email('Address for the e-mail to the recipient. Default: the e-mail address of the recipient.'),
    nullable(text('Address for the e-mail to the recipient.')),
  ),
  geoLocation: field.optional(GeoPointInput, nullable(GeoPoint)),
  locationAccuracy: field.optional(unsignedDouble('Accuracy of the location, in metres.')),
  packages: field.optional(
    Type.Array(podPackage.Input, {
      maxItems: limits.packages,
      description: 'Packages of the order; packages that are not listed have the outcome of the order.',
    }),
    Type.Array(podPackage.Read),
  ),
  packageCount: field.optional(unsignedInteger('Number of packages handed over, where the order has no packages.')),
  productLines: field.optional(
    Type.Array(podProductLine.Input, {
      maxItems: limits.productLines,
      description: 'Product lines of the order; product lines that are not listed have the outcome of the order.',
    }),
    Type.Array(podProductLine.Read),
  ),
  extraBarcodes: field.optional(
    Type.Array(text('A code that was scanned and is on no package of the order.', 200), {
      maxItems: roadLimits.extraBarcodes,
    }),
    Type.Array(text()),
  ),
  photos: field.optional(
    Type.Array(PodFileInput, {
      maxItems: roadLimits.photos,
      description: 'Photos whose bytes the client sends afterwards.',
    }),
    Type.Array(PodFile),
  ),
  signature: field.optional(PodFileInput, nullable(PodFile)),
}
export const podContent = schemas(content, 'input')

/** The fields of a proof. A field has a column in `server/delivery/proof/store.ts`, or it is in the stored document. */
export const pod = record(
  'Pod',
  {
    podId: field.added(id('Id of the proof.')),
    environmentId: field.added(id('Id of the environment that owns it.')),
    version: field.added(
      Type.Integer({
        minimum: 1,
        description: 'Increases when the last of its files arrives, and with every other change.',
      }),
    ),
    created: field.added(dateTime('Time at which it was stored.')),
    updated: field.added(dateTime('Time of the last change.')),
    received: field.added(dateTime('Time at which Dray received it.')),
    clockOffsetSeconds: field.added(
      nullable(
        Type.Integer({
          description:
            'Seconds by which the clock of the device was slow, or, if negative, fast. `null` if the device did ' +
            'not send its time.',
        }),
      ),
    ),
    actor: field.added(text('Actor that recorded the proof.')),
    consignmentId: field.optional(id('Id of the order. Send this or `consignmentKey`.'), id('Id of the order.')),
    consignmentKey: field.optional(key('Key of the order.'), key('Key of the order as it was then.')),
    type: field.added(oneOf(['delivery', 'collection'])),
    loadId: field.optional(
      id('Load on which it was. Default: the load that the order is on.'),
      nullable(id('Load on which it was.')),
    ),
    stopPosition: field.added(unsignedInteger('Position in that load as it was then; 0 outside a load.')),
    driverKey: field.optional(
      key('Driver who was there. Default: the driver of the load.'),
      nullable(key('Driver who was there.')),
    ),
    ...content,
    complete: field.added(flag('`true` if all its files have arrived.')),
    replaces: field.optional(
      ownId('Id of the proof that this one corrects. The corrected proof stays unchanged and no longer counts.'),
      nullable(id('The proof that this one corrects.')),
    ),
    replacedBy: field.added(nullable(id('The proof that corrects this one.'))),
    conflict: field.added(
      nullable(
        oneOf(
          podConflicts,
          'First conflict that was found when the proof arrived: the order was deleted, the order has a later ' +
            'outcome, which counts, the order was not in the load, the load had not started, the time was out of ' +
            'range and was moved into the range, or the proof has more photos than `pod.photosMax`.',
        ),
      ),
    ),
  },
  { 'x-needs-one-of': ['consignmentId', 'consignmentKey'] },
)
export const { Input: PodInput, Read: Pod } = pod
export type PodInput = Static<typeof PodInput>
export type Pod = Static<typeof Pod>

const path = object('PodPath', { podId })
const filePath = object('PodFilePath', { podId, fileId })
const shown = {
  includePhoto: Type.Optional(
    oneOf(['true', 'false'], '`true` returns the bytes of photos and signature in `content`, as Base64.'),
  ),
  ...timezoneQuery,
  ...dateTimesQuery,
}

export const putPod = endpoint({
  id: 'putPod',
  method: 'PUT',
  path: '/v1/pod/{podId}',
  tag,
  summary: 'Record the outcome of an order',
  description:
    'The client chooses the id. Repeating the same content changes nothing (200); other content under the same id ' +
    'is rejected. You cannot change a proof: to correct it, send a new proof whose `replaces` is the id of the old ' +
    'proof. Send the bytes of each photo and of the signature in a separate request afterwards.',
  scope: 'pods:write',
  params: path,
  query: object('PodPutQuery', timezoneQuery),
  body: PodInput,
  created: 'unless replaced',
  location: '/v1/pod/{podId}',
  etag: true,
  problems: [
    'UNKNOWN_CONSIGNMENT',
    'UNKNOWN_LOAD',
    'UNKNOWN_DRIVER',
    'UNKNOWN_PACKAGE',
    'UNKNOWN_PRODUCT_LINE',
    'UNKNOWN_POD',
    'POD_CONFLICT',
  ],
})
const read = {
  method: 'GET',
  tag,
  scope: 'pods:read',
  affectedBy: ['pod'],
  data: Pod,
  etag: true,
  problems: ['NOT_FOUND'],
} as const
export const getPod = endpoint({
  ...read,
  id: 'getPod',
  path: '/v1/pod',
  summary: 'Read a proof',
  query: object('PodReadQuery', { id: podId, ...shown }),
})
export const getPodById = endpoint({
  ...read,
  id: 'getPodById',
  path: '/v1/pod/{podId}',
  summary: 'Read a proof by its id',
  params: path,
  query: object('PodReadByIdQuery', shown),
})
export const listPods = endpoint({
  id: 'listPods',
  method: 'GET',
  path: '/v1/pods',
  tag,
  summary: 'Find proofs',
  description: 'Newest first, by the time at which Dray received them.',
  scope: 'pods:read',
  affectedBy: ['pod'],
  query: object('PodsQuery', {
    consignmentId: Type.Optional(id('Id of the order.')),
    consignmentKey: Type.Optional(key('Key of the order; if it is deleted, its last key.')),
    loadId: Type.Optional(id('Id of the load.')),
    outcome: Type.Optional(several('Outcomes.')),
    from: Type.Optional(inputDateTime('Received at or after this time.')),
    to: Type.Optional(inputDateTime('Received at or before this time.')),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  data: object('PodPage', { pods: Type.Array(Pod), next }),
  problems: [],
})

export const putPodFile = endpoint({
  id: 'putPodFile',
  method: 'PUT',
  path: '/v1/pod/{podId}/file/{fileId}',
  tag,
  summary: 'Send a photo or the signature of a proof',
  description:
    'The body is the image, with the size, SHA-256 and media type that the proof has announced. Dray stores the ' +
    'image without metadata, such as the location of the camera. Repeating the request changes nothing. The last ' +
    'file makes the proof complete.',
  scope: 'pods:write',
  params: filePath,
  query: noQuery,
  upload: { types: fileTypes, bytesMax: roadLimits.fileBytes },
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const getPodFile = endpoint({
  id: 'getPodFile',
  method: 'GET',
  path: '/v1/pod/{podId}/file/{fileId}',
  tag,
  summary: 'Read a photo or the signature of a proof',
  scope: 'pods:read',
  affectedBy: ['pod'],
  params: filePath,
  query: noQuery,
  download: fileTypes,
  problems: ['NOT_FOUND'],
})
export const getPodPdf = endpoint({
  id: 'getPodPdf',
  method: 'GET',
  path: '/v1/pod/{podId}/pdf',
  tag,
  summary: 'Read a proof as a PDF',
  description: 'Contains the photos and the signature that have arrived.',
  scope: 'pods:read',
  params: path,
  query: object('PodPdfQuery', {
    language: Type.Optional(oneOf(noticeLanguages, 'Default: the e-mail language of the environment.')),
    ...timezoneQuery,
  }),
  download: ['application/pdf'],
  problems: ['NOT_FOUND'],
})

const listTag = 'Export list'
export const PodExportEntry = object('PodExportEntry', {
  podId: id('Id of the proof.'),
  consignmentKey: key('Key of its order.'),
  version: Type.Integer({ minimum: 1, description: 'Current version; send it to acknowledge the proof.' }),
  since: dateTime('Time at which it was added to the list.'),
  reason: oneOf(podExportReasons, 'Reason why the proof is on the list.'),
})
export type PodExportEntry = Static<typeof PodExportEntry>
export const listPodExport = endpoint({
  id: 'listPodExport',
  method: 'GET',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'List the proofs on the export list',
  description:
    'Oldest first. Returns plain ids, or, with `detail=true`, everything you need to acknowledge safely. Every ' +
    'proof is added when it is stored and, with a new version, when the last of its files has arrived, unless ' +
    '`export.automatic` of the environment lacks `outcome`.',
  scope: 'export:read',
  affectedBy: ['consignment', 'pod'],
  query: object('PodExportQuery', {
    detail: Type.Optional(oneOf(['true', 'false'], '`true` returns objects instead of plain ids.')),
    limit: Type.Optional(
      Type.String({ ...wholeNumber(1, 9_999_999), description: 'Maximum number of proofs, from 1 to 9999999.' }),
    ),
    ...timezoneQuery,
  }),
  data: Type.Unsafe<string[] | PodExportEntry[]>({
    anyOf: [
      { type: 'array', items: id('Id of a proof.') },
      { type: 'array', items: PodExportEntry },
    ],
  }),
  piecemeal: true,
  problems: [],
})
export const clearPodExport = endpoint({
  id: 'clearPodExport',
  method: 'DELETE',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'Remove all proofs from the export list',
  description: 'The proofs themselves remain. To be safe, acknowledge instead.',
  scope: 'export:write',
  query: noQuery,
  problems: [],
})
export const removePodExport = endpoint({
  id: 'removePodExport',
  method: 'DELETE',
  path: '/v1/export/pod/{podId}',
  tag: listTag,
  summary: 'Remove one proof from the export list',
  description: 'Succeeds even if the proof is not on the list.',
  scope: 'export:write',
  params: path,
  query: noQuery,
  problems: ['NOT_FOUND'],
})
export const addPodExport = endpoint({
  id: 'addPodExport',
  method: 'POST',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'Add proofs to the export list',
  description: 'Proofs that are already on the list keep their place.',
  scope: 'export:write',
  query: noQuery,
  body: object('PodExportAddInput', {
    ids: Type.Array(podId, { minItems: 1, maxItems: limits.exportIds }),
  }),
  data: object('PodExportAdded', { added: unsignedInteger('Number of proofs that were not on the list before.') }),
  problems: ['NOT_FOUND'],
})
export const acknowledgePodExport = endpoint({
  id: 'acknowledgePodExport',
  method: 'POST',
  path: '/v1/export/pods/acknowledge',
  tag: listTag,
  summary: 'Acknowledge exported proofs',
  description:
    'Removes only the proofs that still have the version you read, and returns the ids of proofs that stay on the ' +
    'list.',
  scope: 'export:write',
  query: noQuery,
  body: object('PodExportAcknowledgeInput', {
    pods: Type.Array(
      object('PodExportAcknowledgement', {
        podId,
        version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version you read.' }),
      }),
      { maxItems: limits.exportIds },
    ),
  }),
  data: object('PodExportAcknowledged', {
    removed: unsignedInteger('Number of proofs removed from the list.'),
    kept: Type.Array(id('Id of a proof that has changed since you read it and is still on the list.')),
  }),
  problems: [],
})
