// The outlines of the countries that come with the console: asked for by detail and place, answered by a worker.
import type { Bounds } from './geometry.ts'
import OutlinesWorker from './outlines-worker.ts?worker'

export type Detail = 'coarse' | 'middle' | 'fine'
export interface Outline {
  /** ISO 3166-1 numeric; empty where the atlas has none. */
  numericCode: string
  name: string
  polygons: number[][][][]
  /** Whether it is the one that has the name: islands far off may share it with the mainland. */
  isNamed: boolean
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

/** Undefined where they could not be read: the map then goes on with what it has. */
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

/** Names of countries come with the browser, in every language; the atlas has only the numbers. */
export function countryNames(language: string): (outline: Outline) => string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return ({ numericCode, name }) => {
    const region = /^\d{3}$/.test(numericCode) ? new Intl.Locale(`und-${numericCode}`).region : undefined
    return (region && names.of(region)) ?? name
  }
}
