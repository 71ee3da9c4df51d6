// From a checked input to what is stored: times as instants, codes in upper case, issued ids for packages and lines.
import type { ConsignmentInput } from '../../../contract/consignment.ts'
import { normalTag } from '../../../contract/custom-field.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { address, contact, positionFindings } from '../../platform/operation/contact-and-address.ts'
import { shown } from '../../platform/operation/json.ts'
import { newId } from '../../platform/value/ids.ts'
import { isWritable, parseDateTime, toInstant } from '../../platform/value/times.ts'
import { concernsLists, type Document, dateTimes, elementLists, type Member, withMembers } from './document.ts'
import { fieldsText } from './fields.ts'
import { isListedAlike, type Listing, listingOf } from './listing.ts'

/** What is stored of a consignment by its own doing. Plain data: it crosses a thread. */
export interface Draft {
  key: string
  type: 'delivery' | 'collection'
  depotKey: string | null
  channelKey: string | null
  areaKey: string | null
  loadId: string | null
  timeAtStop: number | null
  weight: number | null
  volume: number | null
  priority: number | null
  /** JSON of the list. */
  skills: string | null
  maxLateMinutes: number | null
  /** JSON of the list; null for none. */
  tags: string | null
  /** JSON of the custom fields; null for none. */
  customFields: string | null
  /** JSON of the members of `Document`. */
  document: string
  /** What lists keep of it; null when a change leaves that as it is. */
  listing: Listing | null
  /** JSON of what the client called the packages and product lines. */
  ownReferences: string | null
  /** JSON of the ids of packages and product lines, as the answer to a create has them; a text crosses a thread at less cost. */
  issued: string
}

/** Members of a consignment that have columns of their own. */
interface Own {
  key: string
  type: 'delivery' | 'collection'
  depotKey: string | null
  tags: string[]
  customFields: Record<string, unknown>
}

interface Element {
  id: string
  reference: string
}
/** Packages and product lines that have ids already. */
export interface Issued {
  packages: Element[]
  productLines: Element[]
}
export const nothingIssued: Issued = { packages: [], productLines: [] }

/** Members that are stored in another form than they may come in. */
const formed = [
  ...dateTimes,
  'consigneeContact',
  'consigneeAddress',
  'consignorContact',
  'consignorAddress',
  ...elementLists,
] as const

/** Those that the input has from what is stored: they are in their form already. */
function keptOf(stored: Partial<Document>, input: ConsignmentInput): Partial<Document> {
  const kept: Partial<Record<(typeof formed)[number], unknown>> = {}
  for (const name of formed) if (stored[name] === (input[name] as unknown)) kept[name] = stored[name]
  return kept as Partial<Document>
}

const instant = (text: string | null | undefined, zone: string): string | null =>
  text ? toInstant(parseDateTime(text)!, zone) : null

/** Gives every element its id: the one it has when the client names it or its reference, else a new one. */
function issue(names: string[], known: Element[]): Element[] {
  return names.map((name) => {
    const existing = known.find(({ id }) => id === name) ?? known.find(({ reference }) => reference === name)
    return existing ?? { id: newId(), reference: name }
  })
}

/** Whatever name a client may use for an element of this request, to its issued id. Ids just issued nobody knows yet. */
function nameTable(elements: Element[], known: Element[]): Map<string, string> {
  const table = new Map<string, string>()
  for (const { id, reference } of elements) table.set(reference, id)
  if (known.length > 0) for (const { id } of elements) table.set(id, id)
  return table
}

const idsText = (elements: Element[]) => JSON.stringify(elements.map(({ id }) => id))

export const draft = (input: ConsignmentInput, zone: string): Draft => drafted(input, zone, nothingIssued).draft

interface Formed {
  document: Document
  packages: Element[]
  productLines: Element[]
}

/**
 * An input in the form in which it is stored. Members that it has from what is `stored` already stay the same objects,
 * which makes them cheap to compare.
 */
function form(input: ConsignmentInput, zone: string, issued: Issued, stored?: Partial<Document>): Formed {
  const inputPackages = input.packages ?? []
  const inputLines = input.productLines ?? []
  const packages = issue(
    inputPackages.map(({ packageId }) => packageId),
    issued.packages,
  )
  const productLines = issue(
    inputLines.map(({ productLineId }) => productLineId),
    issued.productLines,
  )
  const products = input.packageProducts ?? []
  const packageNames = products.length > 0 ? nameTable(packages, issued.packages) : undefined
  const lineNames = products.length > 0 ? nameTable(productLines, issued.productLines) : undefined
  const kept = stored && keptOf(stored, input)
  const document: Document = {
    channelKey: input.channelKey ?? null,
    areaKey: input.areaKey ?? null,
    requiredFrom: kept?.requiredFrom ?? instant(input.requiredFrom, zone),
    requiredTo: kept?.requiredTo ?? instant(input.requiredTo, zone),
    planned: kept?.planned ?? instant(input.planned, zone),
    committed: kept?.committed ?? instant(input.committed, zone),
    plannedPackages: input.plannedPackages ?? null,
    consigneeCode: input.consigneeCode ?? null,
    consignmentInstructions: input.consignmentInstructions ?? null,
    planningInstructions: input.planningInstructions ?? null,
    consignmentNotificationsEnabled: input.consignmentNotificationsEnabled ?? null,
    publicTrackingEnabled: input.publicTrackingEnabled ?? null,
    consigneeContact: kept?.consigneeContact ?? contact(input.consigneeContact),
    consigneeAddress: kept?.consigneeAddress ?? (input.consigneeAddress && address(input.consigneeAddress)),
    consignorContact: kept?.consignorContact ?? contact(input.consignorContact),
    consignorAddress: kept?.consignorAddress ?? (input.consignorAddress ? address(input.consignorAddress) : null),
    packages:
      kept?.packages ??
      inputPackages.map((element, index) => ({
        packageId: packages[index]!.id,
        barcode: element.barcode ?? null,
        height: element.height ?? null,
        depth: element.depth ?? null,
        width: element.width ?? null,
        volume: element.volume ?? null,
        weight: element.weight ?? null,
      })),
    productLines:
      kept?.productLines ??
      inputLines.map((element, index) => ({
        productLineId: productLines[index]!.id,
        productCode: element.productCode,
        commodityCode: element.commodityCode ?? null,
        barcode: element.barcode ?? null,
        description: element.description ?? null,
        quantity: element.quantity ?? null,
        currency: element.currency.toUpperCase(),
        unitPrice: element.unitPrice ?? null,
        unitTax: element.unitTax ?? null,
        taxRate: element.taxRate ?? null,
        countryOfOrigin: element.countryOfOrigin ? element.countryOfOrigin.toUpperCase() : null,
        unitWeight: element.unitWeight ?? null,
        height: element.height ?? null,
      })),
    packageProducts:
      kept?.packageProducts ??
      products.map((element) => ({
        packageId: packageNames!.get(element.packageId)!,
        productLineId: lineNames!.get(element.productLineId)!,
        quantity: element.quantity ?? null,
      })),
  }
  return { document, packages, productLines }
}

/** What the columns of an order hold of it. */
const ownOf = (input: ConsignmentInput) => ({
  key: input.key,
  type: input.type,
  depotKey: input.depotKey ?? null,
  channelKey: input.channelKey ?? null,
  areaKey: input.areaKey ?? null,
  loadId: input.loadId ?? null,
  timeAtStop: input.timeAtStop ?? null,
  weight: input.weight ?? null,
  volume: input.volume ?? null,
  priority: input.priority ?? null,
  skills: input.skills ? JSON.stringify(input.skills) : null,
  maxLateMinutes: input.maxLateMinutes ?? null,
  tags: input.tags?.length ? JSON.stringify(tagsOf(input.tags)) : null,
  customFields: fieldsText(input.customFields),
})

/** A set has no order and no repetitions: the same tags are the same text. */
const tagsOf = (tags: readonly string[]): string[] => [...new Set(tags.map(normalTag))].sort()

const referencesText = ({ packages, productLines }: Formed): string | null =>
  packages.length + productLines.length === 0
    ? null
    : JSON.stringify({
        packages: packages.map(({ reference }) => reference),
        productLines: productLines.map(({ reference }) => reference),
      })

/** What lists are to keep; null when they have it already. */
function listingFor(own: ReturnType<typeof ownOf>, document: Document, stored?: Document & Own): Listing | null {
  const { key, type, depotKey, tags, customFields } = own
  const listed = { ...document, key, type, depotKey, tags: tags === null ? [] : JSON.parse(tags), customFields }
  const before = stored && { ...stored, customFields: fieldsText(stored.customFields) }
  return before && isListedAlike(before, listed) ? null : listingOf(listed)
}

/** The draft, and its document as an object for those who go on to look into it. */
export function drafted(
  input: ConsignmentInput,
  zone: string,
  issued: Issued,
  stored?: Document & Own,
): { draft: Draft; document: Document } {
  const all = form(input, zone, issued, stored)
  const own = ownOf(input)
  const draft = {
    ...own,
    document: JSON.stringify(all.document),
    listing: listingFor(own, all.document, stored),
    ownReferences: referencesText(all),
    issued: `"packageIds":${idsText(all.packages)},"productLineIds":${idsText(all.productLines)}`,
  }
  return { draft, document: all.document }
}

interface Redraft {
  issued: Issued
  stored: Partial<Document> & Own
  names: readonly Member[]
  change: object
  row: { document: string; ownReferences: string | null }
}

/**
 * The same for an order of which only some members are known, because a change concerns no others. They alone are formed
 * and compared, and put into the stored text.
 */
export function redrafted(
  input: ConsignmentInput,
  { issued, stored, names, change, row }: Redraft,
): { draft: Draft; document: Partial<Document> } {
  const all = form(input, 'UTC', issued, stored)
  const own = ownOf(input)
  const document: Partial<Record<Member, unknown>> = {}
  for (const name of names) document[name] = all.document[name]
  const draft = {
    ...own,
    document: withMembers(row.document, document as Partial<Document>),
    listing: concernsLists(change) ? listingFor(own, all.document, stored as Document & Own) : null,
    ownReferences: names.includes('packages') ? referencesText(all) : row.ownReferences,
    issued: '',
  }
  return { draft, document: document as Partial<Document> }
}

/** What a stored consignment issued, from its two texts. */
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
 * What the schema cannot say: an order of times, positions, names that must be unique or point somewhere.
 * It takes a body that may be wrong elsewhere, so that all faults are told at once. Of an order that was valid, only
 * what a patch has touched need be looked at.
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

/** Times that cannot be written, and a window that ends before it starts. */
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
        message: `No package of the consignment has the \`packageId\` \`${shown(packageId)}\`; add it to \`packages\`, or leave out this element.`,
        problem: 'UNKNOWN_PACKAGE',
      })
    if (typeof productLineId === 'string' && !lines.has(productLineId))
      found.push({
        path: `${at}/productLineId`,
        code: 'unknown_product_line',
        message: `No product line of the consignment has the \`productLineId\` \`${shown(productLineId)}\`; add it to \`productLines\`, or leave out this element.`,
        problem: 'UNKNOWN_PRODUCT_LINE',
      })
  })
  return found
}

/** The names that elements of a list go by; an element that is there twice is a fault. */
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

const compared = [
  'document',
  'key',
  'type',
  'depotKey',
  'loadId',
  'timeAtStop',
  'weight',
  'volume',
  'priority',
  'skills',
  'maxLateMinutes',
  'tags',
  'customFields',
] as const
type Compared = Pick<Draft, (typeof compared)[number]>

/** References need no look: they belong to the issued ids, which stand in the document. */
export const isSame = (next: Compared, row: Compared): boolean => compared.every((name) => next[name] === row[name])
