// Where the phone is: told with outcomes, and, while a load is under way and the app is open, every minute.
import { loadsOf, waitingOf } from './day.ts'
import { state } from './state.ts'
import { sendPositions } from './sync.ts'

interface Place {
  time: string
  lat: number
  lng: number
  accuracy: number
}
const batchMs = 60_000
const apartMs = 15_000
const most = 100
const freshMs = 3 * 60_000

let track: Place[] = []
let last: Place | undefined
let watch: number | undefined
/** When the service was last told. */
let told = 0
let isTelling = false

/** Where the driver is now, or was a moment ago. */
export const lastPlace = (): Place | undefined =>
  last && Date.now() - new Date(last.time).getTime() < freshMs ? last : undefined

/** The time is that of now: what a standing phone found just before the start of the load is where it starts. */
function noted({ coords }: GeolocationPosition): void {
  const now = Date.now()
  const place = {
    time: new Date(now).toISOString(),
    lat: coords.latitude,
    lng: coords.longitude,
    accuracy: coords.accuracy,
  }
  const previous = track.at(-1)
  last = place
  if (!previous || now - new Date(previous.time).getTime() >= apartMs) track = [...track, place].slice(-most)
  void tellService()
}

/** Of a load whose start it has not heard of, the service keeps no positions. */
const startWaits = () => waitingOf(state.get()).some(({ kind }) => kind === 'start')

const startedLoad = () => loadsOf(state.get()).find(({ status, isGone }) => status === 'started' && !isGone)

/** Only while a load is under way: nobody is followed home. */
function follow(): void {
  const isWanted = startedLoad() !== undefined
  if (isWanted && watch === undefined && 'geolocation' in navigator)
    watch = navigator.geolocation.watchPosition(noted, () => undefined, {
      enableHighAccuracy: true,
      maximumAge: 10_000,
    })
  if (!isWanted && watch !== undefined) {
    navigator.geolocation.clearWatch(watch)
    watch = undefined
    track = []
    last = undefined
  }
}

/** At once, then every minute: who looks at the app for half a minute at each stop is on the map all the same. */
async function tellService(): Promise<void> {
  const load = startedLoad()
  const positions = track
  if (!load || positions.length === 0 || isTelling || startWaits() || Date.now() - told < batchMs) return
  isTelling = true
  try {
    await sendPositions({ loadId: load.loadId, sent: new Date().toISOString(), positions })
    told = Date.now()
    track = track.filter((place) => !positions.includes(place))
  } catch {
    // They go with the next ones: where the vehicle was matters less with every minute.
  } finally {
    isTelling = false
  }
}

export function followPlace(): void {
  state.follow(follow)
  follow()
  setInterval(() => void tellService(), apartMs)
}
