// Requests the built-in outlines of countries from a worker, by detail and place.
import type { MapBounds } from './geometry.ts'
import OutlinesWorker from './outlines-worker.ts?worker'

export type OutlineDetail = 'coarse' | 'middle' | 'fine'
export interface CountryOutline {
  /** ISO 3166-1 numeric code; empty if the atlas has none. */
  numericCode: string
  name: string
  polygons: number[][][][]
  /** Centre of the largest part of the country. */
  centre: [lng: number, lat: number]
  size: number
  bounds: MapBounds
}
export interface OutlinesQuestion {
  question: number
  detail: OutlineDetail
  bounds: MapBounds | undefined
}
export interface OutlinesAnswer {
  question: number
  outlines?: CountryOutline[]
}

const waiting = new Map<number, (outlines: CountryOutline[] | undefined) => void>()
let worker: Worker | undefined
let questions = 0

/** Returns outlines, or undefined if they could not be read. */
export function requestOutlines(detail: OutlineDetail, bounds?: MapBounds): Promise<CountryOutline[] | undefined> {
  if (!worker) {
    worker = new OutlinesWorker()
    worker.onmessage = ({ data }: MessageEvent<OutlinesAnswer>) => {
      waiting.get(data.question)?.(data.outlines)
      waiting.delete(data.question)
    }
    worker.onerror = () => {
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    }
  }
  const question = ++questions
  return new Promise((resolve) => {
    waiting.set(question, resolve)
    worker!.postMessage({ question, detail, bounds } satisfies OutlinesQuestion)
  })
}
