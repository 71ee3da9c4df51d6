// Requests the built-in outlines of countries from a worker, by detail and place.
import type { Bounds } from './geometry.ts'
import OutlinesWorker from './outlines-worker.ts?worker'

export type Detail = 'coarse' | 'middle' | 'fine'
export interface Outline {
  /** ISO 3166-1 numeric; empty where the atlas has none. */
  numericCode: string
  name: string
  polygons: number[][][][]
  /** Of its largest part. */
  centre: [lng: number, lat: number]
  size: number
  bounds: Bounds
}
export interface OutlinesQuestion {
  question: number
  detail: Detail
  bounds: Bounds | undefined
}
export interface OutlinesAnswer {
  question: number
  outlines?: Outline[]
}

const waiting = new Map<number, (outlines: Outline[] | undefined) => void>()
let worker: Worker | undefined
let questions = 0

/** Returns outlines, or undefined if they could not be read. */
export function outlines(detail: Detail, bounds?: Bounds): Promise<Outline[] | undefined> {
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
