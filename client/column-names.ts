// Lists the names that tables use for the fields of an order, and how sure each name is.

/** Longest header that is compared, in characters. */
const headerMax = 200

/**
 * Normalises a header to lower case, without accents and punctuation, in one word: `Liefer-Straße (Nr.)` becomes
 * `lieferstrassenr`.
 */
export const normaliseHeader = (header: string): string =>
  header
    .slice(0, headerMax)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * A name of a column. A vague name, written with a question mark, may also mean another field. If another column has a
 * surer name for the field, it gets the field.
 */
interface ColumnName {
  name: string
  isVague: boolean
}
const parseNames = (text: string): ColumnName[] =>
  text.split(',').map((name) => ({ name: normaliseHeader(name), isVague: name.endsWith('?') }))

/** Names of fields outside of addresses and contacts. The field name itself is always among them. */
const orderNames: Record<string, ColumnName[]> = {
  key: parseNames(
    'order?, order number, order no, order nr, order id, order ref, order key, number?, no?, nr?, id?, ref?, ' +
      'reference?, consignment?, consignment key, consignment number, consignment id, shipment?, shipment number, ' +
      'shipment id, job?, job number, delivery note?, delivery number, document number, Auftrag?, Auftragsnummer, ' +
      'Auftrags-Nr, Auftragsnr, Auftrag Nr, Bestellnummer, Bestell-Nr, Bestellung?, Sendung?, Sendungsnummer, ' +
      'Lieferschein?, Lieferscheinnummer, Lieferschein-Nr, Belegnummer, Beleg-Nr, Referenz?, Schlüssel?, Nummer?, ' +
      'Vorgang?, المفتاح?',
  ),
  type: parseNames(
    'order type, consignment type, kind?, direction?, job type, delivery or collection, Art?, Auftragsart, Typ?, ' +
      'Richtung?, Vorgangsart, النوع?',
  ),
  channelKey: parseNames('channel, sales channel, Kanal, Vertriebskanal, Vertriebsweg, القناة'),
  areaKey: parseNames('area, zone, territory, Gebiet, Liefergebiet, Tourgebiet, المنطقة'),
  depotKey: parseNames(
    'depot, warehouse, hub, branch?, site?, origin depot, Lager, Depotnummer, Niederlassung?, Standort?, ' +
      'Lagerort, Filiale?, المستودع',
  ),
  loadId: parseNames('load, route, trip, tour, run, vehicle run, Ladung, Tournummer, Tour-Nr, Fahrt, المسار'),
  requiredFrom: parseNames(
    'required from, from?, window start, window from, time window start, earliest, earliest time, not before, ' +
      'ready from, start?, time from, slot start, von?, Zeit von, Uhrzeit von, Zeitfenster von, ' +
      'Zeitfenster Beginn, frühestens, ab?, Lieferung ab, Termin von, Beginn?, gewünscht ab, مطلوب من',
  ),
  requiredTo: parseNames(
    'required to, required by, to?, until?, by?, due?, due by, deadline, window end, window to, time window end, ' +
      'latest, latest time, not after, end?, time to, slot end, bis?, Zeit bis, Uhrzeit bis, Zeitfenster bis, ' +
      'Zeitfenster Ende, spätestens, Lieferung bis, Termin bis, Ende?, Frist, gewünscht bis, مطلوب حتى',
  ),
  planned: parseNames(
    'planned time, planned at, planned for, eta, scheduled?, scheduled at, geplant?, geplant um, Planzeit, المخطط',
  ),
  committed: parseNames('committed at, agreed, promised, promised at, confirmed?, zugesagt, vereinbart, bestätigt?'),
  date: parseNames(
    'date?, day?, delivery date, delivery day, required date, required on, requested delivery date, ' +
      'expected delivery date, ship date?, shipping date?, requested date?, due date, Datum?, Tag, Liefertag, ' +
      'Lieferdatum, Wunschtermin, Wunschdatum, Wunschlieferdatum, Zustelldatum, Zustelltermin, Termin?, ' +
      'Liefertermin',
  ),
  timeAtStop: parseNames(
    'time at stop, stop time, stop duration, service time, unloading time, duration?, minutes?, minutes at stop, ' +
      'Standzeit, Entladezeit, Aufenthalt, Haltezeit, Dauer?, Minuten?',
  ),
  weight: parseNames(
    'weight?, total weight, gross weight, weight kg?, kg?, kgs?, kilo?, Gewicht?, Gesamtgewicht, Bruttogewicht, ' +
      'Gewicht kg?, Brutto?, الوزن?',
  ),
  volume: parseNames(
    'volume?, total volume, cbm?, m3?, m³?, cubic metres?, cubic meters?, volume m3?, Volumen?, Gesamtvolumen, ' +
      'Rauminhalt?, الحجم?',
  ),
  plannedPackages: parseNames(
    'packages, package count, number of packages, parcels, pieces?, colli, collis, boxes, cartons, pallets, ' +
      'qty?, quantity?, count?, Pakete, Anzahl Pakete, Packstücke, Anzahl Packstücke, Paketanzahl, Stück?, ' +
      'Stückzahl?, Anzahl?, Kolli, Paletten, Kartons, Menge?',
  ),
  priority: parseNames('prio, importance, Priorität, Dringlichkeit'),
  skills: parseNames(
    'skill, requirements, required skills, vehicle requirements, equipment, Anforderungen, Fähigkeiten, ' +
      'Ausstattung, benötigte Ausstattung',
  ),
  maxLateMinutes: parseNames(
    'max late, max late minutes, late minutes allowed, tolerance, tolerance minutes, lateness allowed, ' +
      'erlaubte Verspätung, Toleranz, Toleranz Minuten, Verspätung Minuten',
  ),
  tags: parseNames('tag, labels, keywords, Schlagwörter, Schlagworte, Schlagwort, Markierungen, Etiketten, الوسوم'),
  consigneeCode: parseNames(
    'consignee code, customer code, customer number, customer no, customer id, account?, account number?, ' +
      'account code?, recipient code, Kundennummer, Kunden-Nr, Kundennr, Debitor, Debitorennummer, Empfängernummer, ' +
      'Empfängercode, رمز المستلم',
  ),
  consignmentInstructions: parseNames(
    'instructions, delivery instructions, driver instructions, driver notes, notes?, note?, comment?, comments?, ' +
      'remarks?, remark?, special instructions, Hinweis?, Hinweise?, Lieferhinweis, Lieferhinweise, Bemerkung?, ' +
      'Bemerkungen?, Anmerkung?, Anmerkungen?, Kommentar?, Notiz?, Fahrerhinweis, ملاحظة?',
  ),
  planningInstructions: parseNames(
    'planning notes, planner notes, planning instructions, internal notes, internal note, dispatcher notes, ' +
      'Dispohinweis, Dispositionshinweis, interne Notiz, interne Bemerkung, Planungshinweis',
  ),
  consignmentNotificationsEnabled: parseNames(
    'notifications, notify, notify recipient, Benachrichtigung, Benachrichtigungen',
  ),
  publicTrackingEnabled: parseNames('tracking, public tracking, Sendungsverfolgung'),
  packages: parseNames('packages json'),
  productLines: parseNames('product lines, lines, items, line items, Positionen, Artikel'),
  packageProducts: parseNames('package products, package contents'),
}

/** Names of the fields of an address and a contact, of recipient and sender. */
const partyNames: Record<string, ColumnName[]> = {
  'Contact.personName': parseNames(
    'person name, contact?, contact name, contact person, person?, full name, attention, attn, Ansprechpartner, ' +
      'Ansprechperson, Kontakt?, Kontaktperson, zu Händen, z. Hd.',
  ),
  'Contact.email': parseNames('email, e-mail, mail?, email address, E-Mail-Adresse, Mailadresse'),
  'Contact.phone': parseNames(
    'phone, phone number, phone no, telephone, telephone number, tel, tel no, contact number?, Telefon, ' +
      'Telefonnummer, Tel.-Nr., Telefon-Nr, Festnetz, Rufnummer?, الهاتف',
  ),
  'Contact.mobile': parseNames(
    'mobile, mobile number, mobile phone, mobile no, cell, cell phone, Mobil, Mobilnummer, Mobiltelefon, Handy, ' +
      'Handynummer, Mobil-Nr',
  ),
  'Contact.phone.code': parseNames('phone country, phone code'),
  'Contact.phone.countryCode': parseNames('phone country code, dialling code, Vorwahl, Ländervorwahl'),
  'Contact.phone.localNumber': parseNames('phone local number, local number'),
  'Contact.mobile.code': parseNames('mobile country, mobile code'),
  'Contact.mobile.countryCode': parseNames('mobile country code'),
  'Contact.mobile.localNumber': parseNames('mobile local number'),
  'Address.name': parseNames('name?, address name, site name, Bezeichnung?, Adressname, Name 1, Name1'),
  'Address.company': parseNames(
    'company, company name, business?, organisation, organization, firm, Firma, Firmenname, Unternehmen, Betrieb?',
  ),
  'Address.line1': parseNames(
    'line1, line 1, address?, address line 1, address line?, address1, addr1, street, street address, ' +
      'street name, street and number, Straße, Strasse, Str., Straße Nr, Straße Hausnummer, Straße und Hausnummer, ' +
      'Anschrift?, Adresse?, Adresse 1, Adresszeile 1',
  ),
  'Address.houseNumber': parseNames(
    'house number, house no, house nr, building number, street number, street no, Hausnummer, Hausnr, Haus-Nr, ' +
      'Haus Nr, HNr',
  ),
  'Address.line2': parseNames(
    'line2, line 2, address line 2, address2, addr2, Adresse 2, Adresszusatz, Zusatz, Adresszeile 2',
  ),
  'Address.line3': parseNames('line3, line 3, address line 3, address3, addr3, Adresse 3, Adresszeile 3'),
  'Address.city': parseNames(
    'city, town, place?, locality?, municipality?, post town, Ort, Stadt, Wohnort, Gemeinde?, المدينة',
  ),
  'Address.region': parseNames('region, county, district, Landkreis, Kreis, Bezirk'),
  'Address.postalCode': parseNames(
    'postal code, postcode, post code, post?, zip, zip code, postalcode, PLZ, Postleitzahl, CP, ' +
      'code postal, الرمز البريدي',
  ),
  'Address.state': parseNames('state, province, federal state, Bundesland, Kanton'),
  'Address.country': parseNames(
    'country, country code, nation, iso country, Land, Ländercode, Länderkürzel, Lkz, Staat, البلد',
  ),
  'Address.coordinates': parseNames(
    'coordinates, coordinate, coords, gps, gps coordinates, gps position, lat lng, lat lon, lat long, ' +
      'latitude longitude, geo location, geo coordinates, Koordinaten, Koordinate, GPS-Koordinaten, Geokoordinaten, ' +
      'Breite Länge',
  ),
  'Address.geoLocation.lat': parseNames(
    'lat, latitude, geo lat, gps lat, y coordinate, Breite, Breitengrad, geogr. Breite',
  ),
  'Address.geoLocation.lng': parseNames(
    'lng, lon, long, longitude, longtitude, geo lng, gps lng, gps lon, x coordinate, Länge, Längengrad, geogr. Länge',
  ),
  'Address.geoLocationAccuracy': parseNames('geo location accuracy, geo accuracy, accuracy, Genauigkeit'),
  'Address.geoLocationSource': parseNames('geo location source, geo source, Herkunft der Position'),
  'Address.placeId': parseNames('place id, google place id, map place'),
}

/** Names of recipient and sender. A header may omit the recipient. */
const sides: Record<'consignee' | 'consignor', ColumnName[]> = {
  consignee: parseNames(
    'consignee, recipient, receiver, customer?, client?, delivery, deliver to, deliver, ship to, shipping, drop, ' +
      'drop off, destination, to?, Empfänger, Empfangs, Kunde?, Kunden?, Liefer, Lieferung, Zustell, Ziel, ' +
      'Warenempfänger',
  ),
  consignor: parseNames(
    'consignor, sender, shipper, supplier?, vendor?, collection, collect, pickup, pick up, collect from, ' +
      'ship from, origin?, from?, Absender, Versender, Abhol, Abholung, Lieferant?, Auftraggeber?, Start?, ' +
      'Beladestelle',
  ),
}

/** Names of the recipient or sender that, without another word, mean the company. */
const parties: Record<'consignee' | 'consignor', ColumnName[]> = {
  consignee: parseNames(
    'consignee, recipient, receiver, customer, client, Empfänger, Kunde, Warenempfänger, Lieferadresse, المستلم',
  ),
  consignor: parseNames('consignor, sender, shipper, supplier, vendor, Absender, Versender, Lieferant, Auftraggeber'),
}
/** The field that a name means, with the rank of the name: a lower rank is surer. */
export interface NamedField {
  path: string
  rank: number
}
/** Ranks that are added to a name without a side, and to a name with a vague name of a side. */
const sideless = 4
const looseSide = 2

/** Returns the words before the name of a part in a header, such as `deliverycontact`, with the rank of the side. */
const prefixesOf = (side: 'consignee' | 'consignor') =>
  sides[side].flatMap(({ name, isVague }) =>
    ['', 'address', 'adress', 'adresse', 'contact', 'kontakt', 's'].map((infix) => ({
      prefix: `${name}${infix}`,
      rank: isVague ? looseSide : 0,
    })),
  )

/** Returns the fields of all names. `headers` contains the header of each path. */
export function collectNames(headers: ReadonlyMap<string, string>): Map<string, NamedField> {
  const fieldsByName = new Map<string, NamedField>()
  // The first path of a name wins: plain names precede names with a side.
  const add = (name: string, path: string, rank: number) => {
    if (!fieldsByName.has(name)) fieldsByName.set(name, { path, rank })
  }
  for (const [path, header] of headers) {
    const list = path.includes('.') ? [] : (orderNames[path] ?? [])
    const name = normaliseHeader(header)
    add(name, path, list.some((entry) => entry.name === name && entry.isVague) ? 1 : 0)
    for (const entry of list) add(entry.name, path, Number(entry.isVague))
  }
  // These loops build tens of thousands of names. Their parts are normalised already.
  const partyEntries = Object.entries(partyNames).flatMap(([part, list]) => list.map((entry) => ({ part, ...entry })))
  for (const side of ['consignee', 'consignor'] as const) {
    for (const { name } of parties[side]) add(name, `${side}Address.company`, sideless)
    const prefixes = prefixesOf(side)
    for (const { part, name, isVague } of partyEntries) {
      if (side === 'consignee') add(name, `${side}${part}`, sideless + Number(isVague))
      for (const { prefix, rank } of prefixes) add(`${prefix}${name}`, `${side}${part}`, rank + Number(isVague))
    }
  }
  return fieldsByName
}
