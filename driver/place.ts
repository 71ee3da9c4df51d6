// Which screen is shown: it stands behind `#/`, so that the phone's own way back works.
import { createStore } from '../console/store.ts'

const read = () => (/^#\/(.*)$/.exec(location.hash)?.[1] ?? '').split('/').filter(Boolean).map(decodeURIComponent)
export const place = createStore<string[]>(read())

addEventListener('hashchange', () => {
  place.set(read())
  scrollTo(0, 0)
})

export const pathTo = (...parts: string[]) => `#/${parts.map(encodeURIComponent).join('/')}`
export const go = (...parts: string[]) => {
  location.hash = pathTo(...parts)
}
/** To a screen above this one, without leaving this one behind to come back to. */
export const goInstead = (...parts: string[]) => location.replace(pathTo(...parts))
