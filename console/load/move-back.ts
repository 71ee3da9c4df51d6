// Undoes a change of load status, unless the status has changed again.
import { getLoadById, type LoadStatus, type LoadSummary, loadStatuses, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { showDone } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentWords } from '../words/language.ts'
import { refreshLoads } from './refresh.ts'
import { loadWords } from './words.ts'

/** Returns the statuses on the way to another one: forwards only the target, backwards each step. */
function wayBetween(from: LoadStatus, to: LoadStatus): LoadStatus[] {
  const [first, last] = [loadStatuses.indexOf(from), loadStatuses.indexOf(to)]
  return last > first ? [to] : loadStatuses.slice(last, first).toReversed()
}

/** Shows a message with an undo. A start or a completion cannot be undone, so its message has none. */
export function offerMoveBack(
  said: string,
  loads: readonly Pick<LoadSummary, 'loadId' | 'key' | 'status'>[],
  made: LoadStatus,
): void {
  if (made === 'started' || made === 'completed') showDone(said)
  else offerUndo(said, { undo: () => moveBack(loads, made).finally(refreshLoads) })
}

async function moveBack(
  loads: readonly Pick<LoadSummary, 'loadId' | 'key' | 'status'>[],
  made: LoadStatus,
): Promise<string | undefined> {
  const others: string[] = []
  for (const { loadId, key, status: former } of loads) {
    const params = { loadId }
    const now = (await client.call(getLoadById, { params })).data
    if (now.status === made)
      for (const status of wayBetween(made, former)) await client.call(updateLoadById, { params, body: { status } })
    else others.push(key)
  }
  return others.length > 0 ? currentWords(loadWords).movedSince(others.join(', ')) : undefined
}
