// PDFs: what goes in is what comes out, in every language; whatever goes in, there is a document or a reason why not.
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { labelCodesOf } from '../../contract/label-codes.ts'
import { openUnreadResponses } from '../../server/platform/fairness/unread-responses.ts'
import type { DrawnFor } from '../../server/platform/operation/services.ts'
import { createScanCode } from '../../server/platform/pdf/code.ts'
import { openPdf, type PdfOptions } from '../../server/platform/pdf/pdf.ts'
import {
  type DocumentLanguage,
  documentLimits,
  type LabelFormat,
  type LabelsDocument,
  type ProofDocument,
} from '../../server/platform/value/documents.ts'
import { until } from '../support/until.ts'
import { paintedOn, printed, readPdf, scan } from './reading.ts'
import { anOrder, aProof, png, said } from './sample.ts'

const reported: string[] = []
const report = (error: unknown) => reported.push((error as Error).message)
const whom = { environmentId: 'one' }
/** Documents that are there already, for one environment. */
const open = (options: Partial<PdfOptions> = {}) => {
  const drawing = openPdf({ fonts: '', report, unreadResponses: openUnreadResponses(), ...options })
  return {
    ...drawing,
    renderProof: (document: ProofDocument, asked: DrawnFor = whom) => drawing.renderProof(async () => document, asked),
    renderLabels: (document: LabelsDocument, format: LabelFormat, asked: DrawnFor = whom) =>
      drawing.renderLabels(async () => document, format, asked),
  }
}
const pdf = open()
after(() => pdf.stop())

const textsOf = async (document: Uint8Array) => (await readPdf(document)).flatMap(({ texts }) => texts)
const linesOf = async (document: Uint8Array) => (await readPdf(document)).flatMap(({ lines }) => lines)

const told: Record<DocumentLanguage, string[]> = {
  en: [
    ...['Proof of delivery', 'Partly delivered', 'Order ORD-2026-004711', '16 November 2026 at 14:05'],
    'This proof replaces proof 0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e00 of 16 November 2026 at 14:00.',
    ...['Reason: Two of the boxes were damaged', '310 s ahead', '± 12 m', 'Packages (3)', 'Product lines (1)'],
    ...['16 November 2026 at 13:58', '16 November 2026 at 16:31', 'Yes', 'Delivered', 'Not delivered', '12.5'],
  ],
  de: [
    ...['Liefernachweis', 'Teilweise geliefert', 'Auftrag ORD-2026-004711', '16. November 2026 um 14:05'],
    ...['Grund: Zwei Kartons beschädigt', '310 s voraus', 'Packstücke (3)', 'Unterschrift', 'Nicht geliefert', '12,5'],
  ],
  ar: [
    ...['إثبات التوصيل', 'تم التوصيل جزئيًا', 'السبب: صندوقان تالفان من أصل 5', '16 نوفمبر 2026 في 14:05'],
    'يحل هذا الإثبات محل الإثبات 0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e00 بتاريخ 16 نوفمبر 2026 في 14:00.',
    ...['المستلم', 'متقدمة 310 ثانية', 'ملاحظات', 'نعم', 'لا', 'التوقيع', '12.5'],
  ],
}

for (const language of ['en', 'de', 'ar'] as const)
  test(`the text of a proof contains its data: ${language}`, async () => {
    const pages = await readPdf(await pdf.renderProof(aProof(language)))
    const texts = pages.flatMap(({ texts }) => texts)
    const { company, name, street, town, driver, remarks, product } = said[language]
    const data = [company, name, street, town, driver, product, ...remarks.split('\n')]
    const plain = ['Production', 'B-SOUTH', 'T-2026-118', '7', 'Europe/Berlin', '52.51234, 13.41234', '4006381333931']
    const goods = ['00340123456789012341', '00340123456789012342', 'SKU-77', '3']
    const seen = texts.join('\n')
    for (const text of [...told[language], ...data, ...plain, ...goods])
      assert.ok(
        texts.includes(text) || (text.length > 60 && seen.replaceAll('\n', ' ').includes(text)),
        `${text} is not in\n${seen}`,
      )
    const foot = { en: 'Page 1 of 2', de: 'Seite 1 von 2', ar: 'صفحة 1 من 2' }[language]
    assert.ok(pages[0]!.texts.includes(foot), foot)
    assert.equal(pages.length, 2)
  })

test('the proof of a collection has the texts of a collection, and omits unknown values', async () => {
  const nothing = { arrived: null, driverName: null, remarks: null, reason: null, replaces: null, signature: null }
  const bare = { ...nothing, depot: null, load: null, stopPosition: null, location: null, clockOffsetSeconds: -60 }
  const lists = { packages: [], lines: [], extraBarcodes: [], photos: [], packageCount: 4 }
  const proof = aProof('en', { ...bare, ...lists, type: 'collection', outcome: 'failed', contactName: null })
  const texts = await textsOf(await pdf.renderProof(proof))
  assert.ok(texts.includes('Proof of collection') && texts.includes('Not collected'))
  assert.equal(texts[texts.indexOf('Packages') + 1], '4')
  for (const word of ['Driver', 'Depot', 'Route', 'Stop', 'Arrived', 'Location', 'Remarks', 'Signature', 'Photos'])
    assert.ok(!texts.some((text) => text.startsWith(word)), word)
  assert.ok(!texts.includes('Clock of the device'), 'a minute is no offset')
  assert.ok(!texts.includes('Recorded by'))
  const fromDesk = await textsOf(await pdf.renderProof({ ...proof, isFromDesk: true }))
  assert.equal(fromDesk[fromDesk.indexOf('Recorded by') + 1], 'Office')
})

test('a text may mix scripts, and a character without a font is drawn as one mark', async () => {
  const consignee = { names: ['Müller (شركة النور 25) Ωμέγα Жук'], addressLines: ['東京 👨‍👩‍👧 7', 'e\u0301clair'] }
  const lines = await linesOf(await pdf.renderProof(aProof('en', { consignee })))
  const shown = lines.slice(lines.indexOf('Recipient') + 1).slice(0, 3)
  assert.deepEqual(shown, ['Müller (شركة النور 25) Ωμέγα Жук', '\ufffd\ufffd \ufffd 7', 'e\u0301clair'])
})

test('fonts of a folder add their characters, and a broken font is reported', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.throws(() => open({ fonts: folder }), /no font/)
  assert.throws(() => open({ fonts: join(folder, 'none') }), /ENOENT/)
  const font = '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'
  copyFileSync(fileURLToPath(import.meta.resolve(font)), join(folder, 'arabic.ttf'))
  writeFileSync(join(folder, 'broken.otf'), 'no font at all')
  const own = open({ fonts: folder })
  t.after(own.stop)
  // Beh with a hamza, of languages in Africa.
  const proof = aProof('en', { consignee: { names: ['A \u08a1 B'], addressLines: [] } })
  assert.ok((await linesOf(await pdf.renderProof(proof))).includes('A \ufffd B'))
  assert.ok(!(await linesOf(await own.renderProof(proof))).some((line) => line.includes('\ufffd')))
  assert.match(reported.join(), /broken\.otf cannot be used/)
})

const packages = [
  { packageId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e51', barcode: '00340123456789012345' },
  { packageId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e52', barcode: null },
  { packageId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e53', barcode: 'Größe 7 – طرد' },
  // More than any code holds.
  { packageId: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e54', barcode: '箱'.repeat(1_000) },
]
const codes = labelCodesOf({ key: 'none', packages })
const scanned = [
  { format: 'Code128', text: '00340123456789012345' },
  { format: 'QRCode', text: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e52' },
  { format: 'QRCode', text: 'Größe 7 – طرد' },
  { format: 'QRCode', text: '0195f3a2-7c1e-7b3a-9d2f-0a1b2c3d4e54' },
]
const labels = (language: DocumentLanguage, orders: LabelsDocument['orders']): LabelsDocument => ({
  language,
  branding: { companyName: said[language].company, logo: null, colour: null },
  orders,
})

test('each package has a label with a code that a scanner reads', async () => {
  const orders = [anOrder('de', { codes }), anOrder('de', { orderKey: 'B-2', labelCount: 2 }), anOrder('de')]
  const document = await pdf.renderLabels(labels('de', orders), 'a6')
  const pages = await readPdf(document)
  const found = await Promise.all(paintedOn(document).map((painted) => scan(printed(painted, pages[0]!))))
  const order = (text: string) => ({ format: 'Code128', text })
  assert.deepEqual(found.flat(), [...scanned, order('B-2'), order('B-2'), order('ORD-2026-004711')])
  assert.deepEqual(
    pages.map(({ texts }) => texts.find((text) => / von /.test(text))),
    ['1 von 4', '2 von 4', '3 von 4', '4 von 4', '1 von 2', '2 von 2', '1 von 1'],
  )
  const { texts, width, height } = pages[0]!
  const shown = ['Nordwind Spedition', 'GmbH', 'Café Größenwahn & Söhne', 'Brückenstraße 14', '10179 Berlin', 'DE']
  for (const text of [...shown, 'T-2026-118', 'ORD-2026-004711', '7', '00340123456789012345'])
    assert.ok(texts.includes(text), `${text} is not in ${texts.join('|')}`)
  assert.deepEqual([Math.round(width / 2.8346), Math.round(height / 2.8346)], [105, 148])
})

test('a scanner reads every code from a label printer with 203 dots per inch', async () => {
  // Bars that are not as wide as whole dots were misread by chance, most often with 24 characters.
  const keys = fc.sample(fc.stringMatching(/^[A-Z][A-Z0-9 ,-]{22}[A-Z]$/), { seed: 3, numRuns: 60 })
  const orders = keys.map((orderKey) => anOrder('en', { orderKey }))
  const document = await pdf.renderLabels(labels('en', orders), 'a6')
  const [page] = await readPdf(document)
  const codes = await Promise.all(paintedOn(document).map((painted) => scan(printed(painted, page!, 203 / 72))))
  assert.deepEqual(
    codes.map((found) => found.map(({ text }) => text)),
    keys.map((key) => [key]),
  )
})

test('a label contains the contact and a long town next to any length of company', async () => {
  const consigneeNames = ['Gemeinnützige Wohnungsbaugenossenschaft der Eisenbahnerinnen und Eisenbahner eG', 'Goods in']
  const town = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  const order = anOrder('en', { consigneeNames, postalCode: 'LL61 5UJ', town })
  const [page] = await readPdf(await pdf.renderLabels(labels('en', [order]), 'a6'))
  const all = page!.texts.join(' ')
  for (const text of ['Gemeinnützige', 'Eisenbahner eG', 'Goods in', 'LL61 5UJ', 'Llanfair', 'ogogoch'])
    assert.ok(all.includes(text), `${text}: ${all}`)
})

test('a sheet contains four labels, in Arabic from right to left', async () => {
  const orders = [anOrder('ar', { codes }), anOrder('ar')]
  const document = await pdf.renderLabels(labels('ar', orders), 'a4')
  const pages = await readPdf(document)
  assert.equal(pages.length, 2)
  assert.deepEqual([Math.round(pages[0]!.width / 2.8346), Math.round(pages[0]!.height / 2.8346)], [210, 297])
  const found = await scan(printed(paintedOn(document)[0]!, pages[0]!))
  assert.deepEqual(found.map(({ text }) => text).sort(), scanned.map(({ text }) => text).sort())
  const shown = ['مؤسسة النور التجارية', 'شارع الملك فهد 1234، مبنى 56', 'الرياض 10179', '3 من 4']
  for (const text of shown) assert.ok(pages[0]!.texts.includes(text), `${text}: ${pages[0]!.texts.join('|')}`)
})

test('a scanner reads every text that fits a label', async () => {
  const text = fc.oneof(
    fc.stringMatching(/^[\x20-\x7e]{1,40}$/),
    fc.stringMatching(/^\d{1,40}$/),
    fc.string({ minLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const { kind, rows } = createScanCode(text)!
      const height = kind === 'qr' ? rows.length : 30
      const painted = rows.flatMap((row, y) =>
        row.flatMap((isBlack, x) =>
          isBlack ? [{ isBlack, x: x + 12, y: height - y + 11, width: 1, height: kind === 'qr' ? 1 : -30 }] : [],
        ),
      )
      const upright = painted.map((one) => (kind === 'qr' ? one : { ...one, y: 12, height: 30 }))
      const found = await scan(printed(upright, { width: rows[0]!.length + 24, height: height + 24 }, 3))
      assert.deepEqual(found, [{ format: kind === 'qr' ? 'QRCode' : 'Code128', text }])
    }),
    { numRuns: 60 },
  )
})

test('remarks of 10,000 characters are printed in full, without control characters', async () => {
  const words = Array.from({ length: 1_700 }, (_, place) => `w${place}`).join(' ')
  const lines = await linesOf(await pdf.renderProof(aProof('en', { remarks: words })))
  const remarks = lines.slice(lines.indexOf('Remarks') + 1, lines.indexOf('Packages (3)'))
  assert.equal(remarks.filter((line) => !line.startsWith('Proof ')).join(' '), words)

  const oneWord = 'x'.repeat(10_000)
  const pages = await readPdf(await pdf.renderProof(aProof('en', { remarks: oneWord })))
  const shown = pages.flatMap(({ texts }) => texts.filter((text) => /^x+$/.test(text)))
  assert.equal(shown.join('').length, oneWord.length)

  const dirt = `a\u0000\u0007\u001b[31m\u202eb\u2066\r\nc\ud800\td\ufeff`
  const dirty = await linesOf(await pdf.renderProof(aProof('en', { remarks: dirt, orderKey: dirt, driverName: dirt })))
  const place = dirty.indexOf('Remarks')
  assert.deepEqual(dirty.slice(place + 1, place + 3), ['a[31mb', 'c\ufffd d'])
})

test('a proof contains a note for an image that cannot be drawn, and all other images', async () => {
  const whole = png()
  const broken = [
    Buffer.from('no picture'),
    Buffer.alloc(0),
    whole.subarray(0, 60),
    Buffer.concat([whole.subarray(0, 45), Buffer.from('garbage!'), whole.subarray(53)]),
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 4, 8]),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.alloc(40)]),
    // Says that it is far larger, or far smaller, than it is.
    png(10, 10, { width: 4_000, height: 4_000 }),
    png(2_000, 2_000, { width: 10, height: 10 }),
    png(10, 10, { width: 4_000_000_000, height: 4_000_000_000 }),
  ]
  const photos = [...broken, whole]
  const document = await pdf.renderProof(
    aProof('en', { photos, signature: broken[0]!, branding: { companyName: null, logo: broken[1]!, colour: 'red' } }),
  )
  const texts = await textsOf(document)
  assert.equal(texts.filter((text) => text === 'This image cannot be shown.').length, broken.length + 1)
  assert.equal(
    [
      ...Buffer.from(document)
        .toString('latin1')
        .matchAll(/\/Subtype \/Image/g),
    ].length,
    1,
  )
})

test('sixty photos fill pages; too many photos or labels are rejected with the number', async () => {
  const photos = Array.from({ length: 60 }, () => png(400, 300))
  const pages = await readPdf(await pdf.renderProof(aProof('de', { photos })))
  assert.ok(pages.length > 10 && pages.length < 20, String(pages.length))
  assert.ok(pages.at(-1)!.texts.includes(`Seite ${pages.length} von ${pages.length}`))
  const tooMany = Array.from({ length: documentLimits.photos + 1 }, () => png())
  await assert.rejects(pdf.renderProof(aProof('de', { photos: tooMany })), /at most 100 photos, not 101/)
  const many = labels('en', [anOrder('en', { labelCount: 1_500 }), anOrder('en', { labelCount: 501 })])
  await assert.rejects(pdf.renderLabels(many, 'a6'), /at most 2000 labels, not 2001/)
})

test('the table of a proof with many packages repeats its header on every page', async () => {
  const one = { barcode: null, outcome: 'failed' as const, reason: 'Nobody in', scanned: false }
  const many = Array.from({ length: 300 }, (_, place) => ({ ...one, packageId: `P-${place}` }))
  const pages = await readPdf(await pdf.renderProof(aProof('en', { packages: many })))
  const rows = pages.flatMap(({ texts }) => texts.filter((text) => text.startsWith('P-')))
  assert.deepEqual(
    rows,
    many.map(({ packageId }) => packageId),
  )
  for (const { texts } of pages.filter(({ texts }) => texts.some((text) => text.startsWith('P-'))))
    assert.ok(texts.includes('Scanned'))
})

test('a failing PDF thread fails only the document that it draws', async (t) => {
  const own = open({ thread: new URL('./failing-thread.ts', import.meta.url) })
  t.after(own.stop)
  for (const orderKey of ['throw', 'exit']) {
    const failing = own.renderProof(aProof('en', { orderKey }))
    const behind = own.renderProof(aProof('de'))
    await assert.rejects(failing, /The thread that draws PDFs failed/)
    assert.ok((await linesOf(await behind)).includes('Liefernachweis'))
  }
})

test('a very long text in a proof is cut', async () => {
  const lines = await linesOf(await pdf.renderProof(aProof('en', { remarks: 'much '.repeat(1_000_000) })))
  const words = lines.join(' ').match(/much…?/g)!
  assert.deepEqual([words.length, words.at(-1)], [4_000, 'much'])
  assert.ok(lines.some((line) => line.endsWith('…')))
})

test('a document that exceeds its time limit fails, and later documents are drawn', async (t) => {
  const own = open({ timeLimitMs: 1 })
  t.after(own.stop)
  const asked = [own.renderProof(aProof('en')), own.renderLabels(labels('en', []), 'a6')]
  for (const document of asked) await assert.rejects(document, /not drawn within 1 ms/)
  assert.equal(own.threadId(), undefined)
})

test('documents of several environments alternate, and one environment may use half of the queue', async (t) => {
  const own = open({ waitingMax: 6 })
  t.after(own.stop)
  const drawn: string[] = []
  const ask = async (environmentId: string, document = aProof('en')) => {
    await own.renderProof(document, { environmentId })
    drawn.push(environmentId)
  }
  // Two have a place, and three wait.
  const loud = [1, 2, 3, 4, 5].map(() => ask('loud'))
  await assert.rejects(ask('loud'), { code: 'UNAVAILABLE' })
  const quiet = ask('quiet')
  await Promise.all([...loud, quiet])
  assert.deepEqual(drawn.toSorted(), ['loud', 'loud', 'loud', 'loud', 'loud', 'quiet'])
  assert.ok(drawn.indexOf('quiet') <= 2, drawn.join())
})

/** Documents whose pictures come when the test says so. */
function slowly(own: ReturnType<typeof openPdf>) {
  const gathered: string[] = []
  const released = Promise.withResolvers<void>()
  const ask = (orderKey: string, asked: Partial<DrawnFor> = {}, gathering = released.promise) => {
    const gather = async () => {
      gathered.push(orderKey)
      await gathering
      return aProof('en', { orderKey })
    }
    return own.renderProof(gather, { ...whom, ...asked })
  }
  return { gathered, ask, release: released.resolve }
}

test('a client that disconnects frees its place in the queue, and images are read only for documents with a place', async (t) => {
  const own = openPdf({ fonts: '', report, unreadResponses: openUnreadResponses(), waitingMax: 2 })
  t.after(own.stop)
  const { gathered, ask, release } = slowly(own)
  const leaving = new AbortController()
  const { signal: gone } = leaving
  const asked = [ask('first'), ask('second')]
  const third = ask('third', { clientSignal: gone })
  await assert.rejects(ask('fourth'), { code: 'UNAVAILABLE' })
  assert.deepEqual(gathered, ['first', 'second'])
  leaving.abort(new Error('it is late'))
  await assert.rejects(third, /it is late/)
  asked.push(ask('fourth'))
  release()
  await Promise.all(asked)
  assert.deepEqual(gathered, ['first', 'second', 'fourth'])
  await assert.rejects(ask('fifth', { clientSignal: gone }), /it is late/)
  assert.equal(gathered.length, 3)
  await assert.rejects(
    own.renderProof(() => Promise.reject(new Error('no storage')), whom),
    /no storage/,
  )
})

test('slow images of one proof delay neither labels nor other proofs', async (t) => {
  const own = openPdf({ fonts: '', report, unreadResponses: openUnreadResponses() })
  t.after(own.stop)
  const { gathered, ask } = slowly(own)
  const leaving = new AbortController()
  const { signal: gone } = leaving
  const late = new Error('it is late')
  const held = [1, 2, 3].map((n) =>
    assert.rejects(ask(`held ${n}`, { environmentId: 'held', clientSignal: gone }), late),
  )
  // A letter has nobody who leaves.
  const letter = ask('letter', { environmentId: 'third' }).catch((error: { code: string }) => error.code)
  const order = async () => labels('en', [anOrder('en')])
  for (const environmentId of ['held', 'another'])
    assert.ok((await own.renderLabels(order, 'a6', { environmentId })).length > 1_000)
  const atOnce = Promise.resolve()
  assert.ok((await ask('another', { environmentId: 'another' }, atOnce)).length > 1_000)
  assert.deepEqual(gathered, ['held 1', 'held 2', 'letter', 'another'], 'half of the places are one environment’s')
  leaving.abort(late)
  await Promise.all(held)
  assert.ok((await ask('again', { environmentId: 'held' }, atOnce)).length > 1_000)
  assert.equal(gathered.includes('held 3'), false)
  await own.stop()
  assert.equal(await letter, 'UNAVAILABLE')
})

test('the bytes of images read ahead are limited, and a document has a time for them', async (t) => {
  const own = openPdf({ fonts: '', report, unreadResponses: openUnreadResponses(), gatherLimitMs: 500 })
  t.after(own.stop)
  const { gathered, ask } = slowly(own)
  const large = { bytes: 100 * 2 ** 20 }
  const asked = ['one', 'two'].map((name) => ask(name, { environmentId: name, ...large }))
  asked.push(ask('three', { environmentId: 'three', bytes: 2 ** 20 }))
  const ended = Promise.all(asked.map((document) => assert.rejects(document, { code: 'UNAVAILABLE' })))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(gathered, ['one', 'three'])
  await ended
  assert.deepEqual(gathered, ['one', 'three', 'two'])
  const huge = { bytes: 1_000 * 2 ** 20 }
  assert.ok((await ask('alone', huge, Promise.resolve())).length > 1_000, 'one is always let in')
})

test('a client that has not read its document waits for the next document, and other clients do not', async (t) => {
  const unreadResponses = openUnreadResponses()
  const own = open({ unreadResponses })
  t.after(own.stop)
  const taken = unreadResponses.add('one', 9 * 2 ** 20)
  let isDrawn = false
  const waiting = own.renderProof(aProof('en')).then(() => {
    isDrawn = true
  })
  await own.renderProof(aProof('en'), { environmentId: 'another' })
  assert.equal(isDrawn, false)
  taken()
  await waiting
})

test('the number of waiting documents is limited, and the thread ends when no document waits', async (t) => {
  const own = open({ waitingMax: 4, idleMs: 1 })
  t.after(own.stop)
  const asked = [1, 2, 3, 4].map(() => own.renderProof(aProof('en')))
  await assert.rejects(own.renderProof(aProof('en')), { code: 'UNAVAILABLE' })
  await Promise.all(asked)
  await until('there is no thread', () => own.threadId() === undefined)
  assert.ok((await own.renderProof(aProof('en'))).length > 1_000)
  const late = own.renderProof(aProof('en'))
  await Promise.all([assert.rejects(late, { code: 'UNAVAILABLE' }), own.stop()])
  await assert.rejects(own.renderProof(aProof('en')), { code: 'UNAVAILABLE' })
})
