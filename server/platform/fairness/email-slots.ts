// The places of letters under way: given to the environments in turn, so that whoever has many waits behind itself only.
import { openTurns } from './fair-queue.ts'

export interface Place {
  /** Gives it back; a second time changes nothing. */
  leave(): void
}
export interface Places {
  /** One that is free now, unless others have waited for it. */
  free(): Place | undefined
  /** The next one that is this environment's turn. Who gives up waiting gives back what comes all the same. */
  wait(environmentId: string): { place: Promise<Place>; giveUp(): void }
}

/**
 * A mail server may take minutes to say that it has a letter. Who waits for that for so long makes room for others: connecting
 * and what is said before takes less.
 */
const slowMs = 45_000
/** So many times as many letters may be under way while the mail server is slow. */
const slowTimes = 4

/** So many letters can be under way at once, with those that the mail server is slow with. */
export const underWayMax = (count: number): number => count * (1 + slowTimes)

export function openPlaces(count: number, slowAfterMs = slowMs): Places {
  const turns = openTurns<(place: Place) => void>()
  let taken = 0
  let slow = 0

  function take(): Place {
    taken++
    let holds: 'a place' | 'none, as it is slow' | 'none' = 'a place'
    const timer = setTimeout(() => {
      if (slow >= count * slowTimes) return void timer.refresh()
      slow++
      holds = 'none, as it is slow'
      taken--
      grant()
    }, slowAfterMs).unref()
    return {
      leave() {
        clearTimeout(timer)
        if (holds === 'a place') taken--
        else if (holds === 'none, as it is slow') slow--
        holds = 'none'
        grant()
      },
    }
  }
  function grant(): void {
    while (taken < count && turns.size() > 0) turns.next()!(take())
  }
  return {
    free: () => (taken < count && turns.size() === 0 ? take() : undefined),
    wait(environmentId) {
      const { promise, resolve } = Promise.withResolvers<Place>()
      turns.add(environmentId, resolve)
      grant()
      return {
        place: promise,
        giveUp() {
          if (turns.remove((one) => one === resolve).length === 0) void promise.then(({ leave }) => leave())
        },
      }
    },
  }
}
