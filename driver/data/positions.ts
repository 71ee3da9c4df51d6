// Sends the position of the phone with outcomes, and every minute to each load under way while the app is open.
import { type Load, loadsOf, waitingOf } from './day.ts'
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
/** The last request per load: when it was sent, and the time of its newest position. */
const sent = new Map<string, { at: number; until: string }>()
let isSending = false
/** The loads under way when the watch started. */
let watched: string[] = []
/** Whether the watch has reported no position yet. */
let isNewWatch = false

/** Returns the last place of the phone, if it is recent. */
export const lastPlace = (): Place | undefined =>
  last && Date.now() - new Date(last.time).getTime() < freshMs ? last : undefined

/** Records a position with the current time. A standing phone may have found it just before the start of the load. */
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
  if (!previous || isNewWatch || now - new Date(previous.time).getTime() >= apartMs)
    track = [...track, place].slice(-most)
  isNewWatch = false
  void sendTrack()
}

const loadsUnderWay = (): Load[] => loadsOf(state.get()).filter(({ status, isGone }) => status === 'started' && !isGone)

/** The service ignores positions of a load before it receives the start of that load. */
const isStartSent = ({ loadId }: Load): boolean =>
  !waitingOf(state.get()).some((item) => item.kind === 'start' && item.loadId === loadId)

/** Follows the position only while a load is under way, so that the app does not track drivers off duty. */
function follow(): void {
  const underWay = loadsUnderWay().map(({ loadId }) => loadId)
  const hasNew = underWay.some((loadId) => !watched.includes(loadId))
  watched = underWay
  if (watch !== undefined && (hasNew || underWay.length === 0)) {
    navigator.geolocation.clearWatch(watch)
    watch = undefined
  }
  if (underWay.length === 0) {
    track = []
    sent.clear()
    last = undefined
  } else if (watch === undefined && 'geolocation' in navigator) {
    isNewWatch = true
    // Each load needs a position after its start: a new watch reports one immediately, also while the vehicle waits.
    watch = navigator.geolocation.watchPosition(noted, () => undefined, {
      enableHighAccuracy: true,
      maximumAge: 10_000,
    })
  }
}

/**
 * Sends the positions of every load under way: the first immediately, then one request per load and minute. So the map
 * also shows a driver who opens the app for half a minute at each stop.
 */
async function sendTrack(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (const { loadId } of loadsUnderWay().filter(isStartSent)) await sendTrackOf(loadId)
  } catch {
    // The next request contains these positions again: an old position matters less with every minute.
  } finally {
    isSending = false
  }
}

async function sendTrackOf(loadId: string): Promise<void> {
  const { at, until } = sent.get(loadId) ?? { at: 0, until: '' }
  const positions = track.filter(({ time }) => time > until)
  if (positions.length === 0 || Date.now() - at < batchMs) return
  await sendPositions({ loadId, sent: new Date().toISOString(), positions })
  sent.set(loadId, { at: Date.now(), until: positions.at(-1)!.time })
}

export function followPlace(): void {
  state.follow(follow)
  follow()
  setInterval(() => void sendTrack(), apartMs)
}
