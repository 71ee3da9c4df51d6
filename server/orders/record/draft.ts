// Converts a checked input to a draft: times to instants, codes to upper case, new ids for packages and product lines.
import {
  type ConsignmentInput,
  lineRecord,
  order,
  packageProductRecord,
  packageRecord,
} from '../../../contract/consignment.ts'
import type { Static } from '../../../contract/schema.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { address, contact, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { shown } from '../../platform/operation/json.ts'
import { newId } from '../../platform/value/ids.ts'
import { normaliser } from '../../platform/value/normaliser.ts'
import { isWritable, parseDateTime, toInstant } from '../../platform/value/times.ts'
import { columnsOf, type Sent } from './column-values.ts'
import { keys, type Outside, own } from './columns.ts'
import { concernsLists, type Document, dateTimes, elementLists, type Member, members, withMembers } from './document.ts'
import { fieldsText } from './fields.ts'
import { isListedAlike, type Listing, listingOf } from './listing.ts'

/** Draft of an order in the form in which it is stored. It is plain data, because it is sent to a thread. */
export interface Draft extends Outside {
  channelKey: string | null
  areaKey: string | null
  /** Document as JSON. */
  document: string
  /** Its list row; null if a change leaves the list row as it is. */
  listing: Listing | null
  /** References of the client to packages and product lines, as JSON. */
  ownReferences: string | null
  /** JSON of the ids of packages and product lines for the response. A thread receives a text faster than objects. */
  issued: string
}

interface Element {
  id: string
  reference: string
}
/** Issued ids of the stored order's packages and product lines. */
export interface Issued {
  packages: Element[]
  productLines: Element[]
}
export const nothingIssued: Issued = { packages: [], productLines: [] }

const instant = (text: string | null | undefined, zone: string): string | null =>
  text ? toInstant(parseDateTime(text)!, zone) : null

/** Issues the id of each element: the stored one if the client names its id or reference, else a new one. */
function issue(names: string[], known: Element[]): Element[] {
  return names.map((name) => {
    const existing = known.find(({ id }) => id === name) ?? known.find(({ reference }) => reference === name)
    return existing ?? { id: newId(), reference: name }
  })
}

/** Maps every name that a client may use for an element to its id. New elements have no id on the client yet. */
function nameTable(elements: Element[], known: Element[]): Map<string, string> {
  const table = new Map<string, string>()
  for (const { id, reference } of elements) table.set(reference, id)
  if (known.length > 0) for (const { id } of elements) table.set(id, id)
  return table
}

const idsText = (elements: readonly Element[]) => JSON.stringify(elements.map(({ id }) => id))

export const draft = (input: ConsignmentInput, zone: string): Draft => drafted(input, zone, nothingIssued).draft

/** Input of the conversion of a document's fields. */
interface Forming {
  zone: string
  packages: readonly Element[]
  productLines: readonly Element[]
  /** Issued ids of packages by the names that `packageProducts` may use. */
  packageNames: Map<string, string> | undefined
  lineNames: Map<string, string> | undefined
  /** The stored fields. A field that the input has from there is in its form already. */
  stored: Partial<Document> | undefined
}

type Package = Document['packages'][number]
type ProductLine = Document['productLines'][number]
type PackageProduct = Document['packageProducts'][number]
const packageOf = normaliser<Package, Static<typeof packageRecord.Input>, Element>(
  packageRecord.fields,
  packageRecord.setNames,
  { packageId: (_name, { id }) => id },
)
const lineOf = normaliser<ProductLine, Static<typeof lineRecord.Input>, Element>(
  lineRecord.fields,
  lineRecord.setNames,
  {
    productLineId: (_name, { id }) => id,
    currency: (code) => code.toUpperCase(),
    countryOfOrigin: (code) => (code ? code.toUpperCase() : null),
  },
)
const packageProductOf = normaliser<PackageProduct, Static<typeof packageProductRecord.Input>, Forming>(
  packageProductRecord.fields,
  packageProductRecord.setNames,
  {
    packageId: (name, { packageNames }) => packageNames!.get(name)!,
    productLineId: (name, { lineNames }) => lineNames!.get(name)!,
  },
)

/** Returns a form for each name. It keeps a stored value as the same object, which makes it cheap to compare. */
const keeping = <N extends Member>(
  names: readonly N[],
  form: (value: ConsignmentInput[N], forming: Forming) => Document[N],
) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (value: ConsignmentInput[N], forming: Forming) =>
        value && forming.stored?.[name] === (value as unknown) ? value : form(value, forming),
    ]),
  )
const documentOf = normaliser<Document, ConsignmentInput, Forming>(order.fields, members, {
  ...keeping(dateTimes, (text, { zone }) => instant(text, zone)),
  ...keeping(['consigneeContact', 'consignorContact'], contact),
  ...keeping(['consigneeAddress', 'consignorAddress'], (sent) => (sent ? address(sent) : null)!),
  ...keeping(['packages'], (sent, { packages }) =>
    (sent ?? []).map((element, index) => packageOf(element, packages[index]!)),
  ),
  ...keeping(['productLines'], (sent, { productLines }) =>
    (sent ?? []).map((element, index) => lineOf(element, productLines[index]!)),
  ),
  ...keeping(['packageProducts'], (sent, forming) => (sent ?? []).map((element) => packageProductOf(element, forming))),
})

type Formed = Pick<Forming, 'packages' | 'productLines'> & { document: Document }

/** Returns an input in the form in which it is stored. */
function form(input: ConsignmentInput, zone: string, issued: Issued, stored?: Partial<Document>): Formed {
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

/** Returns the list row of an order; null if it is the same as before. */
function listingFor(outside: Outside, document: Document, stored?: Document & Sent): Listing | null {
  const { key, type, depotKey, tags, customFields } = outside
  const listed = { ...document, key, type, depotKey, tags: tags === null ? [] : JSON.parse(tags), customFields }
  const before = stored && { ...stored, customFields: fieldsText(stored.customFields) }
  return before && isListedAlike(before, listed) ? null : listingOf(listed)
}

/** Drafts an order. Returns its document as an object too. */
export function drafted(
  input: ConsignmentInput,
  zone: string,
  issued: Issued,
  stored?: Document & Sent,
): { draft: Draft; document: Document } {
  const all = form(input, zone, issued, stored)
  const outside = columnsOf(input)
  const draft = {
    ...outside,
    channelKey: all.document.channelKey,
    areaKey: all.document.areaKey,
    document: JSON.stringify(all.document),
    listing: listingFor(outside, all.document, stored),
    ownReferences: referencesText(all),
    issued: `"packageIds":${idsText(all.packages)},"productLineIds":${idsText(all.productLines)}`,
  }
  return { draft, document: all.document }
}

interface Redraft {
  issued: Issued
  stored: Partial<Document> & Sent
  names: readonly Member[]
  change: object
  row: { document: string; ownReferences: string | null }
}

/**
 * Drafts a change of an order that reads only some fields of its document. Only these fields are converted, compared
 * and written into the stored document.
 */
export function redrafted(
  input: ConsignmentInput,
  { issued, stored, names, change, row }: Redraft,
): { draft: Draft; document: Partial<Document> } {
  const all = form(input, 'UTC', issued, stored)
  const outside = columnsOf(input)
  const document: Partial<Record<Member, unknown>> = {}
  for (const name of names) document[name] = all.document[name]
  const draft = {
    ...outside,
    channelKey: all.document.channelKey,
    areaKey: all.document.areaKey,
    document: withMembers(row.document, document as Partial<Document>),
    listing: concernsLists(change) ? listingFor(outside, all.document, stored as Document & Sent) : null,
    ownReferences: names.includes('packages') ? referencesText(all) : row.ownReferences,
    issued: '',
  }
  return { draft, document: document as Partial<Document> }
}

/** Returns the issued packages and product lines of a stored order, with the client's own names. */
export function issuedBy(document: Pick<Document, 'packages' | 'productLines'>, ownReferences: string | null): Issued {
  if (ownReferences === null) return nothingIssued
  const references = JSON.parse(ownReferences) as { packages: string[]; productLines: string[] }
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
 * Checks a body for rules outside the schema: times, locations, and names of packages and product lines. The body may
 * have other errors, so any field may be missing. For a patch of a valid order, it checks the changed fields only.
 */
export function findings(
  body: unknown,
  zone: string,
  issued: Issued = nothingIssued,
  touched: unknown = body,
): Finding[] {
  if (typeof body !== 'object' || body === null) return []
  const input = body as Loose
  const touches = (names: readonly string[]) => names.some((name) => name in (touched as object))
  return [
    ...(touches(dateTimes) ? dateTimeFindings(input, zone) : []),
    ...positionFindings(input.consigneeAddress, '/consigneeAddress', true),
    ...positionFindings(input.consignorAddress, '/consignorAddress', true),
    ...(touches(elementLists) ? elementFindings(input, issued) : []),
  ]
}

/** Checks that times are within the supported years, and that the time window does not end before it starts. */
export function dateTimeFindings(input: Loose, zone: string): Finding[] {
  const found: Finding[] = []
  const instants: Partial<Record<(typeof dateTimes)[number], string>> = {}
  for (const name of dateTimes) {
    const text = input[name]
    const parsed = typeof text === 'string' ? parseDateTime(text) : undefined
    if (!parsed) continue
    const value = toInstant(parsed, zone)
    if (isWritable(value)) instants[name] = value
    else
      found.push({
        path: `/${name}`,
        code: 'out_of_range',
        message: `This is local time in \`${zone}\`; in UTC, it is outside the years 0001 to 9999.`,
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

export function elementFindings(input: Loose, issued: Issued): Finding[] {
  const found: Finding[] = []
  const packages = named(input.packages, { listName: 'packages', member: 'packageId', known: issued.packages, found })
  const lines = named(input.productLines, {
    listName: 'productLines',
    member: 'productLineId',
    known: issued.productLines,
    found,
  })
  elements(input.packageProducts).forEach(({ packageId, productLineId }, index) => {
    const at = `/packageProducts/${index}`
    if (typeof packageId === 'string' && !packages.has(packageId))
      found.push({
        path: `${at}/packageId`,
        code: 'unknown_package',
        message:
          `No package of the order has the \`packageId\` \`${shown(packageId)}\`; ` +
          'add it to `packages`, or leave out this element.',
        values: { key: shown(packageId) },
        problem: 'UNKNOWN_PACKAGE',
      })
    if (typeof productLineId === 'string' && !lines.has(productLineId))
      found.push({
        path: `${at}/productLineId`,
        code: 'unknown_product_line',
        message:
          `No product line of the order has the \`productLineId\` \`${shown(productLineId)}\`; ` +
          'add it to `productLines`, or leave out this element.',
        values: { key: shown(productLineId) },
        problem: 'UNKNOWN_PRODUCT_LINE',
      })
  })
  return found
}

/** Returns the names by which elements of a list can be referenced. Adds an error for an element that appears twice. */
function named(
  list: unknown,
  { listName, member, known, found }: { listName: string; member: string; known: Element[]; found: Finding[] },
): Set<string> {
  const names = new Set<string>()
  const seen = new Set<string>()
  elements(list).forEach((element, index) => {
    const name = element[member]
    if (typeof name !== 'string') return
    const existing = known.find(({ id }) => id === name) ?? known.find(({ reference }) => reference === name)
    const identity = existing?.id ?? name
    if (seen.has(identity))
      found.push({
        path: `/${listName}/${index}/${member}`,
        code: 'duplicate',
        message: `\`${shown(name)}\` appears in \`${listName}\` more than once.`,
      })
    seen.add(identity)
    names.add(name)
    if (existing) names.add(existing.id).add(existing.reference)
  })
  return names
}

type Compared = Outside & Pick<Draft, 'document'>

/** Returns whether a draft equals the stored order. References are not compared: they belong to ids in the document. */
export const isSame = (next: Compared, row: Compared): boolean =>
  next.document === row.document && next.loadId === row.loadId && keys.isSame(next, row) && own.isSame(next, row)
