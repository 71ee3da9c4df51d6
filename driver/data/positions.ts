// Sends the position of the phone with outcomes, and every minute to each load under way while the app is open.
import { type DayLoad, listDayLoads, listWaitingItems } from './day.ts'
import { driverState } from './state.ts'
import { sendPositions } from './sync.ts'

interface PhonePosition {
  time: string
  lat: number
  lng: number
  accuracy: number
}
const batchMs = 60_000
const apartMs = 15_000
const most = 100
const freshMs = 3 * 60_000

let track: PhonePosition[] = []
let last: PhonePosition | undefined
let watch: number | undefined
/** The last request per load: when it was sent, and the time of its newest position. */
const sent = new Map<string, { sentMs: number; newestTime: string }>()
let isSending = false
/** The loads under way when the watch started. */
let watched: string[] = []
/** Whether the watch has reported no position yet. */
let isNewWatch = false

/** Returns the last place of the phone, if it is recent. */
export const getLastPosition = (): PhonePosition | undefined =>
  last && Date.now() - new Date(last.time).getTime() < freshMs ? last : undefined

/**
 * Records a position with the current time: a phone that does not move may have found it just before the start of the
 * load.
 */
function noted({ coords }: GeolocationPosition): void {
  const now = Date.now()
  const position = {
    time: new Date(now).toISOString(),
    lat: coords.latitude,
    lng: coords.longitude,
    accuracy: coords.accuracy,
  }
  const previous = track.at(-1)
  last = position
  if (!previous || isNewWatch || now - new Date(previous.time).getTime() >= apartMs)
    track = [...track, position].slice(-most)
  isNewWatch = false
  void sendTrack()
}

const listStartedLoads = (): DayLoad[] =>
  listDayLoads(driverState.get()).filter(({ status, isGone }) => status === 'started' && !isGone)

/** The service ignores positions of a load before it receives the start of that load. */
const isStartSent = ({ loadId }: DayLoad): boolean =>
  !listWaitingItems(driverState.get()).some((item) => item.kind === 'start' && item.loadId === loadId)

/** Follows the position only while a load is under way, so that the app does not track drivers off duty. */
function follow(): void {
  const startedLoadIds = listStartedLoads().map(({ loadId }) => loadId)
  const hasNew = startedLoadIds.some((loadId) => !watched.includes(loadId))
  watched = startedLoadIds
  if (watch !== undefined && (hasNew || startedLoadIds.length === 0)) {
    navigator.geolocation.clearWatch(watch)
    watch = undefined
  }
  if (startedLoadIds.length === 0) {
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
    for (const { loadId } of listStartedLoads().filter(isStartSent)) await sendTrackOf(loadId)
  } catch {
    // The failed positions are not sent again separately: the next request contains them.
  } finally {
    isSending = false
  }
}

async function sendTrackOf(loadId: string): Promise<void> {
  const { sentMs, newestTime } = sent.get(loadId) ?? { sentMs: 0, newestTime: '' }
  const positions = track.filter(({ time }) => time > newestTime)
  if (positions.length === 0 || Date.now() - sentMs < batchMs) return
  await sendPositions({ loadId, sent: new Date().toISOString(), positions })
  sent.set(loadId, { sentMs: Date.now(), newestTime: positions.at(-1)!.time })
}

export function followPosition(): void {
  driverState.follow(follow)
  follow()
  setInterval(() => void sendTrack(), apartMs)
}
