// Keeps the list still while other users change orders. The row under the pointer stays, a changed row flashes, and a
// line counts the new rows above.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type LoadedRows, pageRows, rowHeight } from './rows.ts'

const flashMs = 2_000

/** Scrolls the list, and adds space at its end if it is too short. */
function scrollBy(element: HTMLElement, pixels: number): void {
  const scrollTop = element.scrollTop + pixels
  const rows = element.lastElementChild as HTMLElement
  rows.style.minHeight = `${element.clientHeight - rows.offsetTop + Math.max(scrollTop, 0)}px`
  element.scrollTop = scrollTop
}

export interface RowUpdates {
  /** Sets the row under the pointer. */
  point(index: number | undefined): void
  hasChanged(consignmentId: string): boolean
  /** Number of new rows above the visible ones. */
  newAbove: number
  goUp(): void
  onScroll(): void
}

interface List {
  grid: RefObject<HTMLDivElement | null>
  rows: LoadedRows
  active: number
  setActive(index: number): void
  /** Name of the list. Other filters, for example, give the list another name, so that its rows are not compared. */
  listName: string
}

/** Position and version of each row at the last render. */
interface Drawn {
  listName: string
  index: ReadonlyMap<string, number>
  version: ReadonlyMap<string, number>
  pages: ReadonlyMap<number, number>
}

/** Compares the rows with the last render, and returns which of them are new or changed. */
function compared(old: Drawn, rows: LoadedRows, listName: string): { drawn: Drawn; fresh: string[] } {
  const isSameList = old.listName === listName
  const index = new Map<string, number>()
  const version = new Map(isSameList ? old.version : [])
  const pages = new Map(isSameList ? old.pages : [])
  const fresh: string[] = []
  for (const { page, rows: some, readAtMs } of rows.loaded) {
    const wasRead = isSameList && old.pages.has(page) && old.pages.get(page) !== readAtMs
    pages.set(page, readAtMs)
    for (const [offset, row] of some.entries()) {
      index.set(row.consignmentId, page * pageRows + offset)
      const previous = version.get(row.consignmentId)
      if (isSameList && (previous === undefined ? wasRead : previous !== row.version)) fresh.push(row.consignmentId)
      version.set(row.consignmentId, row.version)
    }
  }
  return { drawn: { listName, index, version, pages }, fresh }
}

export function useRowUpdates({ grid, rows, active, setActive, listName }: List): RowUpdates {
  const pointed = useRef<number>(undefined)
  const lastDrawn = useRef<Drawn>({ listName, index: new Map(), version: new Map(), pages: new Map() })
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [newAbove, setNewAbove] = useState(0)
  const signature = rows.loaded.map(({ page, readAtMs }) => `${page}@${readAtMs}`).join()

  /** Scrolls so that the row under the pointer keeps its place on the screen. */
  const hold = (element: HTMLElement, old: Drawn, current: Drawn) => {
    const heldIndex =
      pointed.current ??
      (active >= 0 ? active : element.scrollTop > 0 ? Math.ceil(element.scrollTop / rowHeight) : undefined)
    const heldId = heldIndex === undefined ? undefined : [...old.index].find(([, index]) => index === heldIndex)?.[0]
    const newIndex = heldId === undefined ? undefined : current.index.get(heldId)
    if (heldIndex === undefined || newIndex === undefined || newIndex === heldIndex) return
    scrollBy(element, (newIndex - heldIndex) * rowHeight)
    if (newIndex > heldIndex) setNewAbove((count) => count + newIndex - heldIndex)
    if (pointed.current !== undefined) pointed.current = newIndex
    if (active >= 0) setActive(active + newIndex - heldIndex)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when rows arrive, not when the pointer moves
  useLayoutEffect(() => {
    const old = lastDrawn.current
    const { drawn, fresh } = compared(old, rows, listName)
    if (old.listName === listName && grid.current) hold(grid.current, old, drawn)
    else setNewAbove(0)
    lastDrawn.current = drawn
    if (fresh.length > 0) setChanged((current) => new Set([...current, ...fresh]))
  }, [signature, listName])

  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(new Set()), flashMs)
    return () => clearTimeout(timer)
  }, [changed])

  return {
    point(index) {
      pointed.current = index
    },
    hasChanged: (consignmentId) => changed.has(consignmentId),
    newAbove,
    goUp() {
      pointed.current = undefined
      grid.current?.scrollTo({ top: 0 })
      ;(grid.current?.lastElementChild as HTMLElement | null)?.style.removeProperty('min-height')
      setNewAbove(0)
    },
    onScroll() {
      if (grid.current?.scrollTop === 0 && newAbove > 0) setNewAbove(0)
    },
  }
}
