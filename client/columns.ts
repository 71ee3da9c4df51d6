// Which member of a consignment a column of a table holds, found by its header, however people spell it.
import { ConsignmentInput } from '../contract/consignment.ts'
import type { CustomField, FieldType } from '../contract/custom-field.ts'

export type Kind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'type'
  | 'dateTime'
  | 'date'
  | 'day'
  | 'phone'
  | 'country'
  | 'json'
  | 'words'

/** What a column can hold. */
export interface Target {
  /** Members from the outside in, with dots: `consigneeAddress.city`. `date` stands for the day of the window. */
  path: string
  kind: Kind
  required: boolean
}

interface Schema {
  type?: string | string[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
const isOf = ({ type }: Schema, name: string) => [type ?? []].flat().includes(name)

function kindOf(schema: Schema, path: string): Kind {
  if (path === 'type') return 'type'
  if (/\.(phone|mobile)$/.test(path)) return 'phone'
  if (/country$|\.code$/.test(path)) return 'country'
  if (schema.format === 'wall-or-instant') return 'dateTime'
  if (isOf(schema, 'array')) return schema.items && isOf(schema.items, 'string') ? 'words' : 'json'
  // A phone member may be either; as it stands in a cell it is a text.
  if (isOf(schema, 'string')) return 'text'
  if (isOf(schema, 'integer')) return 'integer'
  return isOf(schema, 'number') ? 'number' : isOf(schema, 'boolean') ? 'boolean' : 'text'
}

/** Its members are the environment's own: each is a column. */
const ofFields = 'customFields'

/** Other spellings of a position than `lat` and `lng`. */
const aliases = /\.(latitude|longitude|longtitude)$/

function* walk(schema: Schema, prefix: string, needed: boolean): Generator<Target> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const required = needed && (schema.required ?? []).includes(name)
    // What may be anything is only sent back, and means nothing.
    if (aliases.test(path) || inner.type === undefined || path === ofFields) continue
    if (!inner.properties || /\.(phone|mobile)$/.test(path)) yield { path, kind: kindOf(inner, path), required }
    if (inner.properties) yield* walk(inner, path, required)
  }
}

export const targets: readonly Target[] = [
  ...walk(ConsignmentInput as unknown as Schema, '', true),
  { path: 'date', kind: 'date', required: false },
]
const kinds = new Map(targets.map(({ path, kind }) => [path, kind]))
export const kindOfPath = (path: string): Kind => kinds.get(path) ?? 'text'

export type FieldColumn = Pick<CustomField, 'key' | 'name' | 'type'>
const kindsOfFields: Record<FieldType, Kind> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'day',
  choice: 'text',
}
export const pathOfField = ({ key }: Pick<CustomField, 'key'>): string => `${ofFields}.${key}`
/** What columns can hold of the fields that an environment defines. */
export const fieldTargets = (fields: readonly FieldColumn[]): Target[] =>
  fields.map((field) => ({ path: pathOfField(field), kind: kindsOfFields[field.type], required: false }))

/** No name is longer. */
const headerMax = 200

/** Lower case, without accents and punctuation, in one word: `Liefer-Straße (Nr.)` becomes `lieferstrassenr`. */
const normalised = (header: string): string =>
  header
    .slice(0, headerMax)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const words = (text: string) => text.split(',').map((name) => name.trim())

/** What the members that stand alone are called; the name of the member itself is always among them. */
const own: Record<string, string[]> = {
  key: words(
    'order, order number, order no, order nr, order id, order ref, order key, number, no, nr, id, ref, reference, consignment, consignment key, consignment number, consignment id, shipment, shipment number, shipment id, job, job number, delivery note, delivery number, document number, Auftrag, Auftragsnummer, Auftrags-Nr, Auftragsnr, Auftrag Nr, Bestellnummer, Bestell-Nr, Bestellung, Sendung, Sendungsnummer, Lieferschein, Lieferscheinnummer, Lieferschein-Nr, Belegnummer, Beleg-Nr, Referenz, Schlüssel, Nummer, Vorgang',
  ),
  type: words(
    'order type, consignment type, kind, direction, job type, delivery or collection, Art, Auftragsart, Typ, Richtung, Vorgangsart',
  ),
  channelKey: words('channel, sales channel, Kanal, Vertriebskanal, Vertriebsweg'),
  areaKey: words('area, zone, territory, Gebiet, Liefergebiet, Tourgebiet'),
  depotKey: words(
    'depot, warehouse, hub, branch, site, origin depot, Lager, Depotnummer, Niederlassung, Standort, Lagerort, Filiale',
  ),
  loadId: words('load, route, trip, tour, run, vehicle run, Ladung, Tournummer, Tour-Nr, Fahrt'),
  requiredFrom: words(
    'required from, from, window start, window from, time window start, earliest, earliest time, not before, ready from, start, time from, slot start, von, Zeit von, Uhrzeit von, Zeitfenster von, Zeitfenster Beginn, frühestens, ab, Lieferung ab, Termin von, Beginn',
  ),
  requiredTo: words(
    'required to, required by, to, until, by, due, due by, deadline, window end, window to, time window end, latest, latest time, not after, end, time to, slot end, bis, Zeit bis, Uhrzeit bis, Zeitfenster bis, Zeitfenster Ende, spätestens, Lieferung bis, Termin bis, Ende, Frist',
  ),
  planned: words('planned time, planned at, planned for, eta, scheduled, scheduled at, geplant, geplant um, Planzeit'),
  committed: words('committed at, agreed, promised, promised at, confirmed, zugesagt, vereinbart, bestätigt'),
  date: words(
    'day, delivery date, delivery day, required date, required on, ship date, order date, requested date, due date, Datum, Tag, Liefertag, Lieferdatum, Wunschtermin, Wunschdatum, Termin, Liefertermin',
  ),
  timeAtStop: words(
    'time at stop, stop time, stop duration, service time, unloading time, duration, minutes, minutes at stop, Standzeit, Entladezeit, Aufenthalt, Haltezeit, Dauer, Minuten',
  ),
  weight: words(
    'total weight, gross weight, weight kg, kg, kgs, kilo, Gewicht, Gesamtgewicht, Bruttogewicht, Gewicht kg, Brutto',
  ),
  volume: words('total volume, cbm, m3, m³, cubic metres, cubic meters, volume m3, Volumen, Gesamtvolumen, Rauminhalt'),
  plannedPackages: words(
    'packages, package count, number of packages, parcels, pieces, colli, collis, boxes, cartons, pallets, qty, quantity, count, Pakete, Anzahl Pakete, Packstücke, Anzahl Packstücke, Paketanzahl, Stück, Stückzahl, Anzahl, Kolli, Paletten, Kartons, Menge',
  ),
  priority: words('prio, importance, Priorität, Dringlichkeit'),
  skills: words(
    'skill, requirements, required skills, vehicle requirements, equipment, Anforderungen, Fähigkeiten, Ausstattung, benötigte Ausstattung',
  ),
  maxLateMinutes: words(
    'max late, max late minutes, late minutes allowed, tolerance, tolerance minutes, lateness allowed, erlaubte Verspätung, Toleranz, Toleranz Minuten, Verspätung Minuten',
  ),
  tags: words('tag, labels, keywords, Schlagwörter, Schlagworte, Schlagwort, Markierungen, Etiketten'),
  consigneeCode: words(
    'consignee code, customer code, customer number, customer no, customer id, account, account number, account code, Kundennummer, Kunden-Nr, Kundennr, Debitor, Debitorennummer, Empfängernummer',
  ),
  consignmentInstructions: words(
    'instructions, delivery instructions, driver instructions, driver notes, notes, note, comment, comments, remarks, remark, special instructions, Hinweis, Hinweise, Lieferhinweis, Lieferhinweise, Bemerkung, Bemerkungen, Anmerkung, Anmerkungen, Kommentar, Notiz, Fahrerhinweis',
  ),
  planningInstructions: words(
    'planning notes, planner notes, planning instructions, internal notes, internal note, dispatcher notes, Dispohinweis, Dispositionshinweis, interne Notiz, interne Bemerkung, Planungshinweis',
  ),
  consignmentNotificationsEnabled: words(
    'notifications, notify, notify recipient, Benachrichtigung, Benachrichtigungen',
  ),
  publicTrackingEnabled: words('tracking, public tracking, Sendungsverfolgung'),
  packages: words('packages json'),
  productLines: words('product lines, lines, items, line items, Positionen, Artikel'),
  packageProducts: words('package products, package contents'),
}

/** What the members of an address and a contact are called, whoever's they are. */
const parts: Record<string, string[]> = {
  'Contact.personName': words(
    'person name, contact, contact name, contact person, person, full name, attention, attn, Ansprechpartner, Ansprechperson, Kontakt, Kontaktperson, zu Händen, z. Hd.',
  ),
  'Contact.email': words('email, e-mail, mail, email address, E-Mail-Adresse, Mailadresse'),
  'Contact.phone': words(
    'phone, phone number, phone no, telephone, telephone number, tel, tel no, contact number, Telefon, Telefonnummer, Tel.-Nr., Telefon-Nr, Festnetz, Rufnummer',
  ),
  'Contact.mobile': words(
    'mobile, mobile number, mobile phone, mobile no, cell, cell phone, Mobil, Mobilnummer, Mobiltelefon, Handy, Handynummer, Mobil-Nr',
  ),
  'Contact.phone.code': words('phone country, phone code'),
  'Contact.phone.countryCode': words('phone country code, dialling code, Vorwahl, Ländervorwahl'),
  'Contact.phone.localNumber': words('phone local number, local number'),
  'Contact.mobile.code': words('mobile country, mobile code'),
  'Contact.mobile.countryCode': words('mobile country code'),
  'Contact.mobile.localNumber': words('mobile local number'),
  'Address.name': words('name, address name, site name, Bezeichnung, Adressname, Name 1, Name1'),
  'Address.company': words(
    'company, company name, business, organisation, organization, firm, Firma, Firmenname, Unternehmen, Betrieb',
  ),
  'Address.line1': words(
    'line1, line 1, address, address line 1, address line, address1, addr1, street, street address, street name, street and number, Straße, Strasse, Str., Straße Nr, Straße Hausnummer, Straße und Hausnummer, Anschrift, Adresse, Adresse 1, Adresszeile 1',
  ),
  'Address.line2': words(
    'line2, line 2, address line 2, address2, addr2, Adresse 2, Adresszusatz, Zusatz, Adresszeile 2',
  ),
  'Address.line3': words('line3, line 3, address line 3, address3, addr3, Adresse 3, Adresszeile 3'),
  'Address.city': words('city, town, place, locality, municipality, post town, Ort, Stadt, Wohnort, Gemeinde'),
  'Address.region': words('region, county, district, Landkreis, Kreis, Bezirk'),
  'Address.postalCode': words(
    'postal code, postcode, post code, post, zip, zip code, postalcode, PLZ, Postleitzahl, CP, code postal',
  ),
  'Address.state': words('state, province, federal state, Bundesland, Kanton'),
  'Address.country': words('country, country code, nation, iso country, Land, Ländercode, Länderkürzel, Lkz, Staat'),
  'Address.geoLocation.lat': words('lat, latitude, geo lat, gps lat, y coordinate, Breite, Breitengrad, geogr. Breite'),
  'Address.geoLocation.lng': words(
    'lng, lon, long, longitude, longtitude, geo lng, gps lng, gps lon, x coordinate, Länge, Längengrad, geogr. Länge',
  ),
  'Address.geoLocationAccuracy': words('geo location accuracy, geo accuracy, accuracy, Genauigkeit'),
  'Address.geoLocationSource': words('geo location source, geo source, Herkunft der Position'),
  'Address.placeId': words('place id, google place id, map place'),
}

/** Whose address or contact it is; that of the consignee may also go without saying. */
const sides: Record<'consignee' | 'consignor', string[]> = {
  consignee: words(
    'consignee, recipient, receiver, customer, client, delivery, deliver to, deliver, ship to, shipping, drop, drop off, destination, to, Empfänger, Empfangs, Kunde, Kunden, Liefer, Lieferung, Zustell, Ziel, Warenempfänger',
  ),
  consignor: words(
    'consignor, sender, shipper, supplier, vendor, collection, collect, pickup, pick up, collect from, ship from, origin, from, Absender, Versender, Abhol, Abholung, Lieferant, Auftraggeber, Start, Beladestelle',
  ),
}

/** A column that is named after the side alone tells who it is. */
const parties: Record<'consignee' | 'consignor', string[]> = {
  consignee: words('consignee, recipient, receiver, customer, client, Empfänger, Kunde, Warenempfänger, Lieferadresse'),
  consignor: words('consignor, sender, shipper, supplier, vendor, Absender, Versender, Lieferant, Auftraggeber'),
}

/** A header that is matched to this member and to no other. A column `packages` holds their number as a rule, not a list. */
export const headerOf = (path: string): string => (path === 'packages' ? 'packagesJson' : path)

let made: Map<string, string> | undefined
/** Made when it is first asked for: it takes a while, and most who load this file never ask. */
const names = (): Map<string, string> => (made ??= allNames())

function allNames(): Map<string, string> {
  const known = new Map<string, string>()
  // The first to claim a name has it: plain names come before those with a side.
  const add = (name: string, path: string) => {
    if (!known.has(name)) known.set(name, path)
  }
  for (const { path } of targets) {
    add(normalised(headerOf(path)), path)
    if (!path.includes('.')) for (const name of own[path] ?? []) add(normalised(name), path)
  }
  // Tens of thousands are put together from these: of parts that are normalised already.
  const all = Object.entries(parts).map(([part, list]) => ({ part, list: list.map(normalised) }))
  for (const side of ['consignee', 'consignor'] as const) {
    for (const name of parties[side]) add(normalised(name), `${side}Address.company`)
    const prefixes = sides[side].map(normalised)
    for (const { part, list } of all) {
      const path = `${side}${part}`
      for (const name of list) {
        if (side === 'consignee') add(name, path)
        for (const prefix of prefixes)
          for (const between of ['', 'address', 'adress', 'adresse', 'contact', 'kontakt', 's'])
            add(`${prefix}${between}${name}`, path)
      }
    }
  }
  return known
}

export interface Column {
  header: string
  /** What it holds; nothing when nobody can tell. */
  path: string | undefined
  how: 'given' | 'name' | 'similar' | undefined
  /** Of a custom field. */
  kind?: Kind
}

/**
 * Finds for every header what its column holds. What is given (by header, in any spelling) overrules what is found; an
 * empty path leaves a column out. Of two columns that seem to hold the same the better match has it, else the first.
 */
export function matchColumns(
  headers: readonly string[],
  given: Readonly<Record<string, string>> = {},
  fields: readonly FieldColumn[] = [],
): Column[] {
  const kindsByPath = new Map(fieldTargets(fields).map(({ path, kind }) => [path, kind]))
  const wishes = new Map(Object.entries(given).map(([header, path]) => [normalised(header), path]))
  const columns: Column[] = headers.map((header) => {
    const wish = wishes.get(normalised(header))
    if (wish === undefined) return { header, path: undefined, how: undefined }
    return { header, path: wish === '' ? undefined : pathNamed(wish), how: 'given' }
  })
  const taken = new Set(columns.map(({ path }) => path))
  for (const [how, find] of [
    ['name', byPath],
    // Whoever names a field means it by that name; a member is only also called so. A key is for programs.
    ['name', (header: string) => fieldOf(header, fields, ({ name }) => name)],
    ['name', byName],
    ['name', (header: string) => fieldOf(header, fields, ({ key }) => key)],
    ['similar', bySimilarity],
  ] as const)
    for (const column of columns) {
      const path = column.how === undefined ? find(column.header) : undefined
      if (path === undefined || taken.has(path)) continue
      taken.add(path)
      Object.assign(column, { path, how })
    }
  return columns.map((column) => withKind(column, kindsByPath))
}

/** A column with the kind of the custom field that it holds. */
export const columnOf = (column: Column, fields: readonly FieldColumn[]): Column =>
  withKind(column, new Map(fieldTargets(fields).map(({ path, kind }) => [path, kind])))

function withKind({ header, path, how }: Column, kindsByPath: ReadonlyMap<string, Kind>): Column {
  const kind = path === undefined ? undefined : kindsByPath.get(path)
  return { header, path, how, ...(kind ? { kind } : {}) }
}

/** `customFields.colour`, as exports write it, is that field whether or not it is known here. */
const fieldWithPath = (header: string): string | undefined => {
  const key = /^\s*customFields\.([A-Za-z][A-Za-z0-9_]{0,39})\s*$/.exec(header)?.[1]
  return key === undefined ? undefined : pathOfField({ key })
}

/** The member or field that the header is the path of. */
const byPath = (header: string): string | undefined => {
  const wanted = normalised(header)
  return fieldWithPath(header) ?? targets.find(({ path }) => normalised(headerOf(path)) === wanted)?.path
}

function fieldOf(
  header: string,
  fields: readonly FieldColumn[],
  called: (field: FieldColumn) => string,
): string | undefined {
  const wanted = normalised(header)
  const field = fields.find((each) => normalised(called(each)) === wanted)
  return field && pathOfField(field)
}

/** The column that holds what a JSON Pointer names, or the part of it that is there: a phone may stand in one column. */
export function columnAt(columns: readonly Column[], pointer: string): number {
  const path = pointer.split('/').slice(1).join('.')
  const exact = columns.findIndex((column) => column.path === path)
  if (exact >= 0) return exact
  const around = columns.findIndex((column) => column.path !== undefined && path.startsWith(`${column.path}.`))
  if (around >= 0) return around
  return columns.findIndex(({ path: held }) => held === 'date' && /^required/.test(path))
}

/** A member as people name it: its path, or any name that a column may have. Throws when there is none. */
export function pathNamed(name: string): string {
  const path = targets.find((target) => target.path === name)?.path ?? fieldWithPath(name) ?? byName(name)
  if (path === undefined)
    throw new Error(`\`${name}\` is not a member of a consignment; members are written like \`consigneeAddress.city\`.`)
  return path
}

/** Whole, else without what stands in brackets, such as a unit. */
function byName(header: string): string | undefined {
  const bare = header.replace(/[([{][^()[\]{}]*[)\]}]/g, ' ')
  return names().get(normalised(header)) ?? names().get(normalised(bare))
}

const similarLengthMin = 5

/** One slip of the keyboard, in a name that is long enough for it to be one. */
function bySimilarity(header: string): string | undefined {
  const wanted = normalised(header)
  if (wanted.length < similarLengthMin) return undefined
  const found = new Set<string>()
  for (const [name, path] of names()) if (name.length >= similarLengthMin && isOneSlip(wanted, name)) found.add(path)
  return found.size === 1 ? [...found][0] : undefined
}

/** Whether one letter more, less, another one, or two swapped make one text of the other. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const swapped = restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
  return (restA.length <= 1 && restB.length <= 1) || swapped
}
