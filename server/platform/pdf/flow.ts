// Lays out content over several pages: paragraphs by lines, tables by rows with their head on every page.
import { drawLines, fill, heightOf, ink, layOut, type Sheet } from './sheet.ts'
import { clean, type Style } from './text.ts'

export interface Flow {
  sheet: Sheet
  /** Where the next thing begins. */
  y: number
  /** Of everything on the page. */
  x: number
  width: number
  /** Begins a page if less room than this is left. Returns whether it did. */
  need(height: number): boolean
  paragraph(text: string, style: Style): void
}

const margin = 48
const foot = 56

export function startFlow(sheet: Sheet): Flow {
  const flow: Flow = {
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
      for (const line of layOut(sheet, text, style, flow)) {
        const height = heightOf([line], style)
        flow.need(height)
        drawLines(sheet, [line], style, { x: flow.x, y: flow.y, width: flow.width })
        flow.y += height
      }
    },
  }
  sheet.doc.addPage()
  return flow
}

/** The name of a section; some of what follows stays with it. */
export function title(flow: Flow, text: string): void {
  const { sheet, x, width } = flow
  const style = { size: 11, weight: 'bold' } as const
  flow.need(60)
  const lines = layOut(sheet, text, style, { width, linesMax: 1 })
  drawLines(sheet, lines, style, { x, y: flow.y, width })
  flow.y += heightOf(lines, style) + 4
}

export interface Column {
  name: string
  /** Of the width, as a part of one. */
  share: number
  align?: 'start' | 'end'
}

const cell = { size: 9 }
const head = { size: 8, weight: 'bold', colour: ink.quiet } as const
const pad = 5

export function table(flow: Flow, columns: Column[], rows: string[][]): void {
  const { sheet } = flow
  const laid = (texts: string[], style: Style) =>
    texts.map((text, index) => layOut(sheet, text, style, { width: widthOf(flow, columns[index]!), linesMax: 8 }))
  const names = laid(
    columns.map(({ name }) => name),
    head,
  )
  drawRow(flow, columns, names, head)
  for (const row of rows) {
    const cells = laid(
      row.map((text) => clean(text).replaceAll('\n', ' ')),
      cell,
    )
    if (flow.need(rowHeight(cells, cell))) drawRow(flow, columns, names, head)
    drawRow(flow, columns, cells, cell)
  }
  flow.y += 14
}

type Cells = ReturnType<typeof layOut>[]
const widthOf = (flow: Flow, { share }: Column) => flow.width * share - 2 * pad
const rowHeight = (cells: Cells, style: Style) =>
  Math.max(...cells.map((lines) => heightOf(lines, style))) + 2 * pad - 3

function drawRow(flow: Flow, columns: Column[], cells: Cells, style: Style): void {
  const { sheet, width } = flow
  const height = rowHeight(cells, style)
  if (style === head) fill(sheet, { x: flow.x, y: flow.y, width, height }, ink.paper)
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
  fill(sheet, { x: flow.x, y: flow.y, width, height: 0.5 }, ink.line)
}
