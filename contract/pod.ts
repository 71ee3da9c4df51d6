// Proofs: outcomes of orders at their stops, with failure reasons, packages, product lines, photos and a signature.
import { describeEndpoint } from './endpoint.ts'
import { filterListSchema, nextCursor, pageQuery } from './page.ts'
import { createRecordSchemas, getFieldSchemas, recordField } from './record.ts'
import { noticeLanguages, outcomeNames, roadLimits } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  buildIntegerKeywords,
  closedEnum,
  dateTimeSchema,
  dateTimesQuery,
  emailSchema,
  flagSchema,
  GeoPoint,
  GeoPointInput,
  idSchema,
  inputDateTimeSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  recordLimits,
  textSchema,
  timezoneQuery,
  unsignedDoubleSchema,
  unsignedIntegerSchema,
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
const uuidSchema = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    'x-form': 'must be a UUID in lower case, preferably of version 7.',
    maxLength: 36,
    description,
    examples: ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'],
  })
export const podId = uuidSchema('Id of the proof, chosen by the client: a UUID, preferably of version 7.')
export const fileId = uuidSchema('Id of the file, chosen by the client: a UUID, preferably of version 7.')

const failureReason = keySchema(
  'Failure reason of a failed or partial outcome: a code of `pod.reasons` of the environment.',
)
const failedQuantity = unsignedDoubleSchema('Quantity that was not handed over.')

export const podFile = createRecordSchemas('PodFile', {
  fileId: recordField.required(fileId, idSchema('Id of the file.')),
  bytes: recordField.required(
    Type.Integer({ minimum: 1, maximum: roadLimits.fileBytes, description: 'Size of the file in bytes.' }),
    unsignedIntegerSchema(
      'Size of the file in bytes: the announced size until the bytes have arrived, then the stored size; 0 after ' +
        'they are deleted.',
    ),
  ),
  sha256: recordField.required(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-form': 'must be a SHA-256 of 64 hexadecimal digits in lower case.',
      maxLength: 64,
      description: 'SHA-256 of the bytes as they are sent.',
    }),
    nullableSchema(
      textSchema(
        'SHA-256 of the bytes: the announced value until they have arrived, then the value of the stored bytes. ' +
          '`null` after they are erased.',
      ),
    ),
  ),
  type: recordField.required(closedEnum(fileTypes, 'Media type of the file.'), closedEnum(fileTypes)),
  width: recordField.added(nullableSchema(unsignedIntegerSchema('In pixels.'))),
  height: recordField.added(nullableSchema(unsignedIntegerSchema('In pixels.'))),
  state: recordField.added(closedEnum(fileStates, '`pending` until its bytes have arrived.')),
  content: recordField.added(
    Type.Optional(nullableSchema(textSchema('Bytes of the file in Base64. Only with `includePhoto=true`.', 8_000_000))),
  ),
})
export const { Input: PodFileInput, Read: PodFile } = podFile
export type PodFileInput = Static<typeof PodFileInput>
export type PodFile = Static<typeof PodFile>

export const podPackage = createRecordSchemas('PodPackage', {
  packageId: recordField.required(idSchema('Id of a package of the order.'), idSchema('Id of the package.')),
  barcode: recordField.added(nullableSchema(textSchema('Barcode of the package.'))),
  outcome: recordField.required(
    closedEnum(['success', 'failed'], '`success` if the package was handed over, otherwise `failed`.'),
    closedEnum(['success', 'failed']),
  ),
  failureReasonCode: recordField.optional(failureReason),
  scanned: recordField.preset(flagSchema('`true` if the code of the package was scanned.'), false),
})

export const podProductLine = createRecordSchemas('PodProductLine', {
  productLineId: recordField.required(
    idSchema('Id of a product line of the order.'),
    idSchema('Id of the product line.'),
  ),
  quantity: recordField.required(unsignedDoubleSchema('Quantity that was handed over.')),
  failedQuantity: recordField.optional(failedQuantity, failedQuantity),
  failureReasonCode: recordField.optional(failureReason),
})

/**
 * The fields of a proof that a driver's device sends as well. The fingerprint of a proof depends on their sequence: if
 * the sequence changes, the server rejects proofs that a device sends again.
 */
const content = {
  outcome: recordField.required(
    closedEnum(
      outcomeNames,
      'Outcome of the order: `success` if everything was handed over, `partial` if a part was, `failed` if nothing ' +
        'was.',
    ),
  ),
  failureReasonCode: recordField.optional(failureReason),
  time: recordField.optional(
    inputDateTimeSchema(
      'Time of the outcome, by the clock of the device: at most 31 days ago. A correction may keep the time of the ' +
        'proof that it replaces, even if this time is earlier. Default: the time at which Dray receives the proof.',
    ),
    dateTimeSchema(
      'Time of the outcome; it is corrected if the clock of the device was wrong by more than two minutes.',
    ),
  ),
  arrived: recordField.optional(
    inputDateTimeSchema('Arrival time of the vehicle.'),
    nullableSchema(dateTimeSchema('Arrival time of the vehicle.')),
  ),
  sent: recordField.unread(
    inputDateTimeSchema(
      'Time of sending, by the clock of the device: Dray calculates the error of this clock from it. It may differ ' +
        'when the same proof is sent again.',
    ),
  ),
  contactName: recordField.optional(textSchema('Name of the contact person who handed over or received the goods.')),
  remarks: recordField.optional(textSchema('Note of the driver.', recordLimits.instructionsLength)),
  email: recordField.optional(
    emailSchema('Address for the e-mail to the recipient. Default: the e-mail address of the recipient.'),
    nullableSchema(textSchema('Address for the e-mail to the recipient.')),
  ),
  geoLocation: recordField.optional(GeoPointInput, nullableSchema(GeoPoint)),
  locationAccuracy: recordField.optional(unsignedDoubleSchema('Accuracy of the location, in metres.')),
  packages: recordField.optional(
    Type.Array(podPackage.Input, {
      maxItems: recordLimits.packages,
      description: 'Packages of the order; packages that are not listed have the outcome of the order.',
    }),
    Type.Array(podPackage.Read),
  ),
  packageCount: recordField.optional(
    unsignedIntegerSchema('Number of packages handed over, where the order has no packages.'),
  ),
  productLines: recordField.optional(
    Type.Array(podProductLine.Input, {
      maxItems: recordLimits.productLines,
      description: 'Product lines of the order; product lines that are not listed have the outcome of the order.',
    }),
    Type.Array(podProductLine.Read),
  ),
  extraBarcodes: recordField.optional(
    Type.Array(textSchema('A code that was scanned and is on no package of the order.', 200), {
      maxItems: roadLimits.extraBarcodes,
    }),
    Type.Array(textSchema()),
  ),
  photos: recordField.optional(
    Type.Array(PodFileInput, {
      maxItems: roadLimits.photos,
      description: 'Photos whose bytes the client sends afterwards.',
    }),
    Type.Array(PodFile),
  ),
  signature: recordField.optional(PodFileInput, nullableSchema(PodFile)),
}
export const podContent = getFieldSchemas(content, 'input')

/** The fields of a proof. A field has a column in `server/delivery/proof/store.ts`, or it is in the stored document. */
export const podSchemas = createRecordSchemas(
  'Pod',
  {
    podId: recordField.added(idSchema('Id of the proof.')),
    environmentId: recordField.added(idSchema('Id of the environment that owns the proof.')),
    version: recordField.added(
      Type.Integer({
        minimum: 1,
        description: 'Increases when the last of its files arrives, and with every other change.',
      }),
    ),
    created: recordField.added(dateTimeSchema('Time at which the proof was stored.')),
    updated: recordField.added(dateTimeSchema('Time of the last change.')),
    received: recordField.added(dateTimeSchema('Time at which Dray received the proof.')),
    clockOffsetSeconds: recordField.added(
      nullableSchema(
        Type.Integer({
          description:
            'Seconds by which the clock of the device was slow, or, if negative, fast. `null` if the device did ' +
            'not send its time.',
        }),
      ),
    ),
    actor: recordField.added(textSchema('Actor that recorded the proof.')),
    consignmentId: recordField.optional(
      idSchema('Id of the order. Send this or `consignmentKey`.'),
      idSchema('Id of the order.'),
    ),
    consignmentKey: recordField.optional(
      keySchema('Key of the order.'),
      keySchema('Key of the order when the proof was recorded.'),
    ),
    type: recordField.added(closedEnum(['delivery', 'collection'])),
    loadId: recordField.optional(
      idSchema('Id of the load that the order was on. Default: the current load of the order.'),
      nullableSchema(idSchema('Id of the load that the order was on.')),
    ),
    stopPosition: recordField.added(
      unsignedIntegerSchema('Position in this load when the proof was recorded; 0 outside a load.'),
    ),
    driverKey: recordField.optional(
      keySchema('Key of the driver who visited the stop. Default: the driver of the load.'),
      nullableSchema(keySchema('Key of the driver who visited the stop.')),
    ),
    ...content,
    complete: recordField.added(flagSchema('`true` if all files of the proof have arrived.')),
    replaces: recordField.optional(
      uuidSchema(
        'Id of the proof that this proof corrects. The corrected proof stays unchanged, but no longer decides the ' +
          'outcome.',
      ),
      nullableSchema(idSchema('Id of the proof that this proof corrects.')),
    ),
    replacedBy: recordField.added(nullableSchema(idSchema('Id of the proof that corrects this proof.'))),
    conflict: recordField.added(
      nullableSchema(
        closedEnum(
          podConflicts,
          'First conflict that Dray found when the proof arrived. `order_deleted`: the order was deleted. ' +
            '`later_outcome`: the order has a later proof, which decides. `not_in_load`: the order was not in the ' +
            'load. `load_not_started`: the load had not started. `time_out_of_range`: the time was out of range and ' +
            'was moved into the range. `too_many_photos`: the proof has more photos than `pod.photosMax`.',
        ),
      ),
    ),
  },
  { 'x-needs-one-of': ['consignmentId', 'consignmentKey'] },
)
export const { Input: PodInput, Read: Pod } = podSchemas
export type PodInput = Static<typeof PodInput>
export type Pod = Static<typeof Pod>

const path = objectSchema('PodPath', { podId })
const filePath = objectSchema('PodFilePath', { podId, fileId })
const contentQuery = {
  includePhoto: Type.Optional(
    closedEnum(['true', 'false'], '`true` returns the bytes of photos and signature in `content`, as Base64.'),
  ),
  ...timezoneQuery,
  ...dateTimesQuery,
}

export const putPod = describeEndpoint({
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
  query: objectSchema('PodPutQuery', timezoneQuery),
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
export const getPod = describeEndpoint({
  ...read,
  id: 'getPod',
  path: '/v1/pod',
  summary: 'Read a proof',
  query: objectSchema('PodReadQuery', { id: podId, ...contentQuery }),
})
export const getPodById = describeEndpoint({
  ...read,
  id: 'getPodById',
  path: '/v1/pod/{podId}',
  summary: 'Read a proof by its id',
  params: path,
  query: objectSchema('PodReadByIdQuery', contentQuery),
})
export const listPods = describeEndpoint({
  id: 'listPods',
  method: 'GET',
  path: '/v1/pods',
  tag,
  summary: 'Find proofs',
  description: 'Returns proofs, newest first, by the time at which Dray received them.',
  scope: 'pods:read',
  affectedBy: ['pod'],
  query: objectSchema('PodsQuery', {
    consignmentId: Type.Optional(idSchema('Id of the order.')),
    consignmentKey: Type.Optional(keySchema('Key of the order; if it is deleted, its last key.')),
    loadId: Type.Optional(idSchema('Id of the load.')),
    outcome: Type.Optional(filterListSchema('Outcomes.')),
    from: Type.Optional(inputDateTimeSchema('Received at or after this time.')),
    to: Type.Optional(inputDateTimeSchema('Received at or before this time.')),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    ...timezoneQuery,
    ...dateTimesQuery,
  }),
  data: objectSchema('PodPage', { pods: Type.Array(Pod), next: nextCursor }),
})

export const putPodFile = describeEndpoint({
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
  upload: { types: fileTypes, bytesMax: roadLimits.fileBytes },
  unrepeatable: true,
  problems: ['NOT_FOUND'],
})
export const getPodFile = describeEndpoint({
  id: 'getPodFile',
  method: 'GET',
  path: '/v1/pod/{podId}/file/{fileId}',
  tag,
  summary: 'Read a photo or the signature of a proof',
  scope: 'pods:read',
  affectedBy: ['pod'],
  params: filePath,
  download: fileTypes,
  problems: ['NOT_FOUND'],
})
export const getPodPdf = describeEndpoint({
  id: 'getPodPdf',
  method: 'GET',
  path: '/v1/pod/{podId}/pdf',
  tag,
  summary: 'Read a proof as a PDF',
  description: 'The PDF contains the photos and the signature that have arrived.',
  scope: 'pods:read',
  params: path,
  query: objectSchema('PodPdfQuery', {
    language: Type.Optional(
      closedEnum(noticeLanguages, 'Language of the PDF. Default: the e-mail language of the environment.'),
    ),
    ...timezoneQuery,
  }),
  download: ['application/pdf'],
  problems: ['NOT_FOUND'],
})

const listTag = 'Export list'
export const PodExportEntry = objectSchema('PodExportEntry', {
  podId: idSchema('Id of the proof.'),
  consignmentKey: keySchema('Key of the order.'),
  version: Type.Integer({ minimum: 1, description: 'Current version; send it to acknowledge the proof.' }),
  since: dateTimeSchema('Time at which the proof was added to the list.'),
  reason: closedEnum(podExportReasons, 'Reason why the proof is on the list.'),
})
export type PodExportEntry = Static<typeof PodExportEntry>
export const listPodExport = describeEndpoint({
  id: 'listPodExport',
  method: 'GET',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'List the proofs on the export list',
  description:
    'Returns the proofs, oldest entry first: plain ids, or with `detail=true` also the versions that you need to ' +
    'acknowledge safely. If `export.automatic` of the environment contains `outcome`, Dray adds every proof when it ' +
    'is stored, and again with a new version when the last of its files has arrived.',
  scope: 'export:read',
  affectedBy: ['consignment', 'pod'],
  query: objectSchema('PodExportQuery', {
    detail: Type.Optional(closedEnum(['true', 'false'], '`true` returns objects instead of plain ids.')),
    limit: Type.Optional(
      Type.String({
        ...buildIntegerKeywords(1, 9_999_999),
        description: 'Maximum number of proofs, from 1 to 9999999.',
      }),
    ),
    ...timezoneQuery,
  }),
  data: Type.Unsafe<string[] | PodExportEntry[]>({
    anyOf: [
      { type: 'array', items: idSchema('Id of a proof.') },
      { type: 'array', items: PodExportEntry },
    ],
  }),
  piecemeal: true,
})
export const clearPodExport = describeEndpoint({
  id: 'clearPodExport',
  method: 'DELETE',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'Remove all proofs from the export list',
  description:
    'The proofs themselves remain. The request also removes proofs that were added or changed since you read the ' +
    'list. To avoid this, acknowledge the proofs instead.',
  scope: 'export:write',
})
export const removePodExport = describeEndpoint({
  id: 'removePodExport',
  method: 'DELETE',
  path: '/v1/export/pod/{podId}',
  tag: listTag,
  summary: 'Remove one proof from the export list',
  description: 'Succeeds even if the proof is not on the list.',
  scope: 'export:write',
  params: path,
  problems: ['NOT_FOUND'],
})
export const addPodExport = describeEndpoint({
  id: 'addPodExport',
  method: 'POST',
  path: '/v1/export/pods',
  tag: listTag,
  summary: 'Add proofs to the export list',
  description: 'Proofs that are already on the list keep their place.',
  scope: 'export:write',
  body: objectSchema('PodExportAddInput', {
    ids: Type.Array(podId, { minItems: 1, maxItems: recordLimits.exportIds }),
  }),
  data: objectSchema('PodExportAdded', {
    added: unsignedIntegerSchema('Number of proofs that were not on the list before.'),
  }),
  problems: ['NOT_FOUND'],
})
export const acknowledgePodExport = describeEndpoint({
  id: 'acknowledgePodExport',
  method: 'POST',
  path: '/v1/export/pods/acknowledge',
  tag: listTag,
  summary: 'Acknowledge exported proofs',
  description:
    'Removes only the proofs that still have the version you read, and returns the ids of proofs that stay on the ' +
    'list.',
  scope: 'export:write',
  body: objectSchema('PodExportAcknowledgeInput', {
    pods: Type.Array(
      objectSchema('PodExportAcknowledgement', {
        podId,
        version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version you read.' }),
      }),
      { maxItems: recordLimits.exportIds },
    ),
  }),
  data: objectSchema('PodExportAcknowledged', {
    removed: unsignedIntegerSchema('Number of proofs removed from the list.'),
    kept: Type.Array(idSchema('Id of a proof that has changed since you read it and is still on the list.')),
  }),
})
