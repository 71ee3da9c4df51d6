// Undoes a change of load status, unless the status has changed again.
import { getLoadById, type LoadStatus, type LoadSummary, loadStatuses, updateLoadById } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { showDone } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { currentTexts } from '../words/language.ts'
import { refreshLoads } from './refresh.ts'
import { loadTexts } from './words.ts'

/** Returns the statuses on the way to another status: forwards only the target, backwards each step. */
function listStatusSteps(from: LoadStatus, to: LoadStatus): LoadStatus[] {
  const [first, last] = [loadStatuses.indexOf(from), loadStatuses.indexOf(to)]
  return last > first ? [to] : loadStatuses.slice(last, first).toReversed()
}

/** Shows a message with an undo. A start or a completion cannot be undone, so its message has no undo. */
export function offerMoveBack(
  message: string,
  loads: readonly Pick<LoadSummary, 'loadId' | 'key' | 'status'>[],
  made: LoadStatus,
): void {
  if (made === 'started' || made === 'completed') showDone(message)
  else offerUndo(message, { undo: () => moveBack(loads, made).finally(refreshLoads) })
}

async function moveBack(
  loads: readonly Pick<LoadSummary, 'loadId' | 'key' | 'status'>[],
  made: LoadStatus,
): Promise<string | undefined> {
  const movedKeys: string[] = []
  for (const { loadId, key, status: former } of loads) {
    const params = { loadId }
    const currentLoad = (await apiClient.call(getLoadById, { params })).data
    if (currentLoad.status === made)
      for (const status of listStatusSteps(made, former))
        await apiClient.call(updateLoadById, { params, body: { status } })
    else movedKeys.push(key)
  }
  return movedKeys.length > 0 ? currentTexts(loadTexts).movedSince(movedKeys.join(', ')) : undefined
}
