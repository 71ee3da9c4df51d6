// Lays out content over several pages: splits paragraphs into lines, and tables into rows with their head on every
// page.
import { calculateHeight, drawLines, fillBox, inkColours, type PdfSheet, prepareLines } from './sheet.ts'
import { normaliseText, type TextStyle } from './text.ts'

export interface PageFlow {
  sheet: PdfSheet
  /** Vertical position of the next element. */
  y: number
  /** Left edge of all elements of the page. */
  x: number
  width: number
  /** Starts a page if less than this height is left. Returns whether it started one. */
  need(height: number): boolean
  paragraph(text: string, style: TextStyle): void
}

const margin = 48
const foot = 56

export function startFlow(sheet: PdfSheet): PageFlow {
  const flow: PageFlow = {
    sheet,
    y: margin,
    x: margin,
    width: sheet.width - 2 * margin,
    need(height) {
      if (flow.y + height <= sheet.height - foot) return false
      sheet.doc.addPage()
      flow.y = margin
      return true
    },
    paragraph(text, style) {
      for (const line of prepareLines(sheet, text, style, flow)) {
        const height = calculateHeight([line], style)
        flow.need(height)
        drawLines(sheet, [line], style, { x: flow.x, y: flow.y, width: flow.width })
        flow.y += height
      }
    },
  }
  sheet.doc.addPage()
  return flow
}

/** Draws the title of a section, on the same page as the start of its content. */
export function drawTitle(flow: PageFlow, text: string): void {
  const { sheet, x, width } = flow
  const style = { size: 11, weight: 'bold' } as const
  flow.need(60)
  const lines = prepareLines(sheet, text, style, { width, linesMax: 1 })
  drawLines(sheet, lines, style, { x, y: flow.y, width })
  flow.y += calculateHeight(lines, style) + 4
}

export interface TableColumn {
  name: string
  /** Share of the page width, between 0 and 1. */
  share: number
  align?: 'start' | 'end'
}

const cell = { size: 9 }
const head = { size: 8, weight: 'bold', colour: inkColours.quiet } as const
const pad = 5

export function drawTable(flow: PageFlow, columns: TableColumn[], rows: string[][]): void {
  const { sheet } = flow
  const laid = (texts: string[], style: TextStyle) =>
    texts.map((text, index) => prepareLines(sheet, text, style, { width: widthOf(flow, columns[index]!), linesMax: 8 }))
  const names = laid(
    columns.map(({ name }) => name),
    head,
  )
  drawRow(flow, columns, names, head)
  for (const row of rows) {
    const cells = laid(
      row.map((text) => normaliseText(text).replaceAll('\n', ' ')),
      cell,
    )
    if (flow.need(rowHeight(cells, cell))) drawRow(flow, columns, names, head)
    drawRow(flow, columns, cells, cell)
  }
  flow.y += 14
}

type Cells = ReturnType<typeof prepareLines>[]
const widthOf = (flow: PageFlow, { share }: TableColumn) => flow.width * share - 2 * pad
const rowHeight = (cells: Cells, style: TextStyle) =>
  Math.max(...cells.map((lines) => calculateHeight(lines, style))) + 2 * pad - 3

function drawRow(flow: PageFlow, columns: TableColumn[], cells: Cells, style: TextStyle): void {
  const { sheet, width } = flow
  const height = rowHeight(cells, style)
  if (style === head) fillBox(sheet, { x: flow.x, y: flow.y, width, height }, inkColours.paper)
  let x = flow.x
  columns.forEach((column, index) => {
    const box = {
      x: x + pad,
      y: flow.y + pad - 2,
      width: widthOf(flow, column),
      align: column.align ?? ('start' as const),
    }
    drawLines(sheet, cells[index]!, style, box)
    x += width * column.share
  })
  flow.y += height
  fillBox(sheet, { x: flow.x, y: flow.y, width, height: 0.5 }, inkColours.line)
}
