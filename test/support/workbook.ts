// The smallest Excel file there can be: one sheet, cells of text, numbers and dates, in a zip without compression; and files that are none.
import { crc32, deflateRawSync } from 'node:zlib'

type Cell = string | number | Date | null

/** Days since the end of 1899, as Excel counts them. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569

const cellOf = (cell: Cell): string =>
  cell === null
    ? '<c/>'
    : typeof cell === 'string'
      ? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
      : `<c s="${cell instanceof Date ? 1 : 0}"><v>${cell instanceof Date ? serial(cell) : cell}</v></c>`

export const workbook = (rows: Cell[][]): Buffer => workbookOf(rowsXml(rows))

/** Of which a sheet is given as its XML. */
export const workbookOf = (sheet: string, { others, ...packing }: Packing & { others?: Record<string, string> } = {}) =>
  zip({ ...filesOf(sheet), ...others }, packing)

/** One that takes minutes to read: a format is looked through to its end for each of its brackets. */
export function slowWorkbook(): Buffer {
  const sheet =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>key</t></is></c></row><row r="2"><c r="A2" s="0"><v>1</v></c></row>'
  const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(2_000_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`
  return workbookOf(sheet, { packed: true, others: { 'xl/styles.xml': styles } })
}

function rowsXml(rows: Cell[][]): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => cellOf(cell).replace('<c', `<c r="${letters[x]}${y + 1}"`)).join('')}</row>`,
    )
    .join('')
}

function filesOf(sheet: string): Record<string, string> {
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${spreadsheet}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${sheet}</sheetData></worksheet>`,
  }
}

interface Packing {
  packed?: boolean
  /** The size that every entry states of itself, whatever it is. */
  statedSize?: number
}

export function zip(files: Record<string, string>, { packed = false, statedSize }: Packing = {}): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, plain] = [Buffer.from(name), Buffer.from(text)]
    const data = packed ? deflateRawSync(plain, { level: 1 }) : plain
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(packed ? 8 : 0, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(statedSize ?? plain.length, 18)
    shared.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, path, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, path]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
