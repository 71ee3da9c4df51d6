// Converts a checked input to a draft: times become instants, codes become upper case, and packages and product lines
// get ids.
import {
  type ConsignmentInput,
  consignmentSchemas,
  lineRecord,
  packageProductRecord,
  packageRecord,
} from '../../../contract/consignment.ts'
import type { Static } from '../../../contract/schema.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { checkLocation, normaliseAddress, normaliseContact } from '../../platform/operation/contact-and-address.ts'
import { truncateName } from '../../platform/operation/json.ts'
import { createId } from '../../platform/value/ids.ts'
import { createNormaliser } from '../../platform/value/normaliser.ts'
import { formatInstant, isWritable, parseDateTime } from '../../platform/value/times.ts'
import { columnsOf, type SentFields } from './column-values.ts'
import { indexedColumns, type OutsideRow, plainColumns } from './columns.ts'
import {
  type DocumentField,
  dateTimes,
  documentFields,
  elementLists,
  hasListedField,
  type OrderDocument,
  replaceFields,
} from './document.ts'
import { formatFields } from './fields.ts'
import { buildListRow, isListedAlike, type ListRow } from './listing.ts'

/** Order in the form in which it is stored. It is plain data, because it is sent to a thread. */
export interface OrderDraft extends OutsideRow {
  channelKey: string | null
  areaKey: string | null
  /** Document as JSON. */
  document: string
  /** List row of the order; null if a change does not affect the list row. */
  listing: ListRow | null
  /** References of the client to packages and product lines, as JSON. */
  ownReferences: string | null
  /**
   * Ids of packages and product lines for the response, as JSON, because a thread receives a text faster than objects.
   */
  issued: string
}

interface Element {
  id: string
  reference: string
}
/** Issued ids of the stored order's packages and product lines. */
export interface IssuedIds {
  packages: Element[]
  productLines: Element[]
}
export const nothingIssued: IssuedIds = { packages: [], productLines: [] }

const instant = (text: string | null | undefined, zone: string): string | null =>
  text ? formatInstant(parseDateTime(text)!, zone) : null

/**
 * Returns the elements with their ids. If the client names a stored id or reference, the stored element is used.
 * Otherwise, the element gets a new id.
 */
function issue(names: string[], stored: Element[]): Element[] {
  return names.map((name) => {
    const existing = stored.find(({ id }) => id === name) ?? stored.find(({ reference }) => reference === name)
    return existing ?? { id: createId(), reference: name }
  })
}

/**
 * Maps the names that a client may use for elements to their ids. For a new order, these are only references, because
 * the client has no ids yet.
 */
function nameTable(elements: Element[], storedElements: Element[]): Map<string, string> {
  const table = new Map<string, string>()
  for (const { id, reference } of elements) table.set(reference, id)
  if (storedElements.length > 0) for (const { id } of elements) table.set(id, id)
  return table
}

const idsText = (elements: readonly Element[]) => JSON.stringify(elements.map(({ id }) => id))

export const createDraft = (input: ConsignmentInput, zone: string): OrderDraft =>
  buildDraft(input, zone, nothingIssued).draft

/** Values that the conversion of a document's fields needs. */
interface Forming {
  zone: string
  packages: readonly Element[]
  productLines: readonly Element[]
  /** Ids of packages by the names that `packageProducts` may use. */
  packageNames: Map<string, string> | undefined
  lineNames: Map<string, string> | undefined
  /** Fields of the stored order. If the input contains a stored value unchanged, the value is not converted again. */
  stored: Partial<OrderDocument> | undefined
}

type Package = OrderDocument['packages'][number]
type ProductLine = OrderDocument['productLines'][number]
type PackageProduct = OrderDocument['packageProducts'][number]
const packageOf = createNormaliser<Package, Static<typeof packageRecord.Input>, Element>(
  packageRecord.fields,
  packageRecord.setNames,
  { packageId: (_name, { id }) => id },
)
const lineOf = createNormaliser<ProductLine, Static<typeof lineRecord.Input>, Element>(
  lineRecord.fields,
  lineRecord.setNames,
  {
    productLineId: (_name, { id }) => id,
    currency: (code) => code.toUpperCase(),
    countryOfOrigin: (code) => (code ? code.toUpperCase() : null),
  },
)
const packageProductOf = createNormaliser<PackageProduct, Static<typeof packageProductRecord.Input>, Forming>(
  packageProductRecord.fields,
  packageProductRecord.setNames,
  {
    packageId: (name, { packageNames }) => packageNames!.get(name)!,
    productLineId: (name, { lineNames }) => lineNames!.get(name)!,
  },
)

/**
 * Returns a conversion for each name, which keeps an unchanged stored value as the same object. Comparing such objects
 * is fast.
 */
const keeping = <N extends DocumentField>(
  names: readonly N[],
  form: (value: ConsignmentInput[N], forming: Forming) => OrderDocument[N],
) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (value: ConsignmentInput[N], forming: Forming) =>
        value && forming.stored?.[name] === (value as unknown) ? value : form(value, forming),
    ]),
  )
const documentOf = createNormaliser<OrderDocument, ConsignmentInput, Forming>(
  consignmentSchemas.fields,
  documentFields,
  {
    ...keeping(dateTimes, (text, { zone }) => instant(text, zone)),
    ...keeping(['consigneeContact', 'consignorContact'], normaliseContact),
    ...keeping(['consigneeAddress', 'consignorAddress'], (sent) => (sent ? normaliseAddress(sent) : null)!),
    ...keeping(['packages'], (sent, { packages }) =>
      (sent ?? []).map((element, index) => packageOf(element, packages[index]!)),
    ),
    ...keeping(['productLines'], (sent, { productLines }) =>
      (sent ?? []).map((element, index) => lineOf(element, productLines[index]!)),
    ),
    ...keeping(['packageProducts'], (sent, forming) => (sent ?? []).map((item) => packageProductOf(item, forming))),
  },
)

type Formed = Pick<Forming, 'packages' | 'productLines'> & { document: OrderDocument }

/** Converts an input to the form in which it is stored. */
function form(input: ConsignmentInput, zone: string, issued: IssuedIds, stored?: Partial<OrderDocument>): Formed {
  const packages = issue(input.packages?.map(({ packageId }) => packageId) ?? [], issued.packages)
  const productLines = issue(input.productLines?.map(({ productLineId }) => productLineId) ?? [], issued.productLines)
  const hasProducts = (input.packageProducts?.length ?? 0) > 0
  const document = documentOf(input, {
    zone,
    packages,
    productLines,
    packageNames: hasProducts ? nameTable(packages, issued.packages) : undefined,
    lineNames: hasProducts ? nameTable(productLines, issued.productLines) : undefined,
    stored,
  })
  return { document, packages, productLines }
}

const referencesText = ({ packages, productLines }: Formed): string | null =>
  packages.length + productLines.length === 0
    ? null
    : JSON.stringify({
        packages: packages.map(({ reference }) => reference),
        productLines: productLines.map(({ reference }) => reference),
      })

/** Returns the list row of an order; null if it equals the stored one. */
function listingFor(outside: OutsideRow, document: OrderDocument, stored?: OrderDocument & SentFields): ListRow | null {
  const { key, type, depotKey, tags, customFields } = outside
  const listed = { ...document, key, type, depotKey, tags: tags === null ? [] : JSON.parse(tags), customFields }
  const previous = stored && { ...stored, customFields: formatFields(stored.customFields) }
  return previous && isListedAlike(previous, listed) ? null : buildListRow(listed)
}

/** Converts an input to a draft. Also returns its document as an object. */
export function buildDraft(
  input: ConsignmentInput,
  zone: string,
  issued: IssuedIds,
  stored?: OrderDocument & SentFields,
): { draft: OrderDraft; document: OrderDocument } {
  const formed = form(input, zone, issued, stored)
  const outside = columnsOf(input)
  const draft = {
    ...outside,
    channelKey: formed.document.channelKey,
    areaKey: formed.document.areaKey,
    document: JSON.stringify(formed.document),
    listing: listingFor(outside, formed.document, stored),
    ownReferences: referencesText(formed),
    issued: `"packageIds":${idsText(formed.packages)},"productLineIds":${idsText(formed.productLines)}`,
  }
  return { draft, document: formed.document }
}

interface Redraft {
  issued: IssuedIds
  stored: Partial<OrderDocument> & SentFields
  names: readonly DocumentField[]
  change: object
  row: { document: string; ownReferences: string | null }
}

/**
 * Drafts a change of an order. Reads, converts and compares only the named fields, and writes them into the stored
 * document.
 */
export function buildChangedDraft(
  input: ConsignmentInput,
  { issued, stored, names, change, row }: Redraft,
): { draft: OrderDraft; document: Partial<OrderDocument> } {
  const formed = form(input, 'UTC', issued, stored)
  const outside = columnsOf(input)
  const document: Partial<Record<DocumentField, unknown>> = {}
  for (const name of names) document[name] = formed.document[name]
  const draft = {
    ...outside,
    channelKey: formed.document.channelKey,
    areaKey: formed.document.areaKey,
    document: replaceFields(row.document, document as Partial<OrderDocument>),
    listing: hasListedField(change) ? listingFor(outside, formed.document, stored as OrderDocument & SentFields) : null,
    ownReferences: names.includes('packages') ? referencesText(formed) : row.ownReferences,
    issued: '',
  }
  return { draft, document: document as Partial<OrderDocument> }
}

/** Returns the issued packages and product lines of a stored order, with the client's own names. */
export function getIssuedIds(
  document: Pick<OrderDocument, 'packages' | 'productLines'>,
  referencesJson: string | null,
): IssuedIds {
  if (referencesJson === null) return nothingIssued
  const references = JSON.parse(referencesJson) as { packages: string[]; productLines: string[] }
  return {
    packages: document.packages.map(({ packageId }, index) => ({
      id: packageId,
      reference: references.packages[index]!,
    })),
    productLines: document.productLines.map(({ productLineId }, index) => ({
      id: productLineId,
      reference: references.productLines[index]!,
    })),
  }
}

type Loose = Record<string, unknown>
const elements = (value: unknown): Loose[] =>
  Array.isArray(value)
    ? value.map((element) => (typeof element === 'object' && element !== null ? (element as Loose) : {}))
    : []

/**
 * Checks a body for rules that the schema cannot express: times, locations, and names of packages and product lines. A
 * body with other errors may lack any field. For a patch of a valid order, only the changed fields are checked.
 */
export function findInputErrors(
  body: unknown,
  zone: string,
  issued: IssuedIds = nothingIssued,
  touched: unknown = body,
): RequestError[] {
  if (typeof body !== 'object' || body === null) return []
  const input = body as Loose
  const touches = (names: readonly string[]) => names.some((name) => name in (touched as object))
  return [
    ...(touches(dateTimes) ? findDateTimeErrors(input, zone) : []),
    ...checkLocation(input.consigneeAddress, '/consigneeAddress', true),
    ...checkLocation(input.consignorAddress, '/consignorAddress', true),
    ...(touches(elementLists) ? findElementErrors(input, issued) : []),
  ]
}

/** Checks that times are within the supported years, and that the time window does not end before it begins. */
export function findDateTimeErrors(input: Loose, zone: string): RequestError[] {
  const found: RequestError[] = []
  const instants: Partial<Record<(typeof dateTimes)[number], string>> = {}
  for (const name of dateTimes) {
    const text = input[name]
    const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
    if (!parsed) continue
    const value = formatInstant(parsed, zone)
    if (isWritable(value)) instants[name] = value
    else
      found.push({
        path: `/${name}`,
        code: 'out_of_range',
        message: `This is local time in \`${zone}\`; in UTC, it is outside the years 0001 to 9999.`,
        values: { timezone: zone },
      })
  }
  const { requiredFrom, requiredTo } = instants
  if (requiredFrom && requiredTo && requiredFrom > requiredTo)
    found.push({
      path: '/requiredFrom',
      code: 'order',
      message: '`requiredFrom` must not be after `requiredTo`.',
      values: { notAfter: 'requiredTo', reason: 'window' },
    })
  return found
}

export function findElementErrors(input: Loose, issued: IssuedIds): RequestError[] {
  const found: RequestError[] = []
  const packages = named(input.packages, {
    listName: 'packages',
    member: 'packageId',
    storedElements: issued.packages,
    found,
  })
  const lines = named(input.productLines, {
    listName: 'productLines',
    member: 'productLineId',
    storedElements: issued.productLines,
    found,
  })
  elements(input.packageProducts).forEach(({ packageId, productLineId }, index) => {
    const path = `/packageProducts/${index}`
    if (typeof packageId === 'string' && !packages.has(packageId))
      found.push({
        path: `${path}/packageId`,
        code: 'unknown_package',
        message:
          `No package of the order has the \`packageId\` \`${truncateName(packageId)}\`; ` +
          'add it to `packages`, or leave out this element.',
        values: { key: truncateName(packageId) },
        problem: 'UNKNOWN_PACKAGE',
      })
    if (typeof productLineId === 'string' && !lines.has(productLineId))
      found.push({
        path: `${path}/productLineId`,
        code: 'unknown_product_line',
        message:
          `No product line of the order has the \`productLineId\` \`${truncateName(productLineId)}\`; ` +
          'add it to `productLines`, or leave out this element.',
        values: { key: truncateName(productLineId) },
        problem: 'UNKNOWN_PRODUCT_LINE',
      })
  })
  return found
}

/**
 * Returns the names with which other lists can refer to the elements of a list. Adds an error for each element that
 * appears twice.
 */
function named(
  list: unknown,
  {
    listName,
    member,
    storedElements,
    found,
  }: { listName: string; member: string; storedElements: Element[]; found: RequestError[] },
): Set<string> {
  const names = new Set<string>()
  const identities = new Set<string>()
  elements(list).forEach((element, index) => {
    const name = element[member]
    if (typeof name !== 'string') return
    const existing =
      storedElements.find(({ id }) => id === name) ?? storedElements.find(({ reference }) => reference === name)
    const identity = existing?.id ?? name
    if (identities.has(identity))
      found.push({
        path: `/${listName}/${index}/${member}`,
        code: 'duplicate',
        message: `\`${truncateName(name)}\` appears in \`${listName}\` more than once.`,
        values: { key: truncateName(name), list: listName },
      })
    identities.add(identity)
    names.add(name)
    if (existing) names.add(existing.id).add(existing.reference)
  })
  return names
}

type Compared = OutsideRow & Pick<OrderDraft, 'document'>

/**
 * Returns whether a draft equals the stored order. Does not compare references, because they belong to ids in the
 * document.
 */
export const isSame = (next: Compared, row: Compared): boolean =>
  next.document === row.document &&
  next.loadId === row.loadId &&
  indexedColumns.isSame(next, row) &&
  plainColumns.isSame(next, row)
