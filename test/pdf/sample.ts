// Documents for the tests of PDFs: a whole proof in each language, orders with packages, and pictures made on the spot.
import { crc32, deflateSync } from 'node:zlib'
import type { DocumentLanguage, LabelledOrder, ProofDocument } from '../../server/platform/value/documents.ts'

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG with a see-through slope; what it says of its size may be a lie. */
export function png(width = 60, height = 24, lie: { width?: number; height?: number } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(lie.width ?? width, 0)
  head.writeUInt32BE(lie.height ?? height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set([11, 114, 133, x % height > y ? 255 : 0], y * (1 + width * 4) + 1 + x * 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Said {
  company: string
  name: string
  street: string
  town: string
  driver: string
  reason: string
  remarks: string
  product: string
}
export const said: Record<DocumentLanguage, Said> = {
  en: {
    company: 'Northwind Carriers Ltd',
    name: 'The Corner Bakery',
    street: '14 Bridge Street',
    town: 'London SE1 9GF',
    driver: 'Driver 12',
    reason: 'Two of the boxes were damaged',
    remarks: 'Left with the neighbour at no. 16; the gate code 1234 did not work.\nPlease ring twice next time.',
    product: 'Espresso beans, 1 kg',
  },
  de: {
    company: 'Nordwind Spedition GmbH',
    name: 'Café Größenwahn & Söhne',
    street: 'Brückenstraße 14',
    town: '10179 Berlin',
    driver: 'Fahrer 12',
    reason: 'Zwei Kartons beschädigt',
    remarks: 'Ein Karton war eingedrückt (ca. 15 %); Übergabe um 14:05 Uhr – „unter Vorbehalt“, 1.234,56 €.',
    product: 'Röstkaffee, 1 kg',
  },
  ar: {
    company: 'شركة الشمال للنقل',
    name: 'مؤسسة النور التجارية',
    street: 'شارع الملك فهد 1234، مبنى 56',
    town: 'الرياض 12345',
    driver: 'السائق 12',
    reason: 'صندوقان تالفان من أصل 5',
    remarks: 'تم تسليم 3 طرود من أصل 5، ورقم البوابة 1234 لم يعمل.',
    product: 'قهوة عربية 250 غ',
  },
}

export function aProof(language: DocumentLanguage, given: Partial<ProofDocument> = {}): ProofDocument {
  const { company, name, street, town, driver, reason, remarks, product } = said[language]
  return {
    language,
    zone: 'Europe/Berlin',
    branding: { companyName: company, logo: png(120, 30), colour: '#0b7285' },
    environmentName: 'Production',
    podId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e5f',
    type: 'delivery',
    orderKey: 'ORD-2026-004711',
    consignee: { names: [name], addressLines: [street, town] },
    depot: 'B-SOUTH',
    load: 'T-2026-118',
    stopPosition: 7,
    driverName: driver,
    isFromDesk: false,
    outcome: 'partial',
    reason,
    arrived: '2026-11-16T12:58:00Z',
    time: '2026-11-16T13:05:00Z',
    received: '2026-11-16T15:31:00Z',
    clockOffsetSeconds: -310,
    contactName: name,
    remarks,
    packageCount: null,
    packages: [1, 2, 3].map((number) => ({
      packageId: `0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e5${number}`,
      barcode: number === 3 ? null : `0034012345678901234${number}`,
      outcome: number < 3 ? ('success' as const) : ('failed' as const),
      reason: number < 3 ? null : reason,
      scanned: number < 3,
    })),
    lines: [{ productCode: 'SKU-77', description: product, quantity: 12.5, failedQuantity: 3, reason }],
    extraBarcodes: ['4006381333931'],
    location: { latitude: 52.51234, longitude: 13.41234, accuracyMetres: 12 },
    signature: png(),
    photos: [png(80, 60)],
    replaces: { podId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e00', time: '2026-11-16T13:00:00Z' },
    ...given,
  }
}

export function anOrder(language: DocumentLanguage, given: Partial<LabelledOrder> = {}): LabelledOrder {
  const { orderKey = 'ORD-2026-004711' } = given
  return {
    orderKey,
    consigneeNames: [said[language].name],
    addressLines: [said[language].street],
    postalCode: '10179',
    town: language === 'ar' ? 'الرياض' : 'Berlin',
    country: 'DE',
    load: 'T-2026-118',
    stopPosition: 7,
    codes: [[orderKey]],
    labelCount: null,
    ...given,
  }
}
