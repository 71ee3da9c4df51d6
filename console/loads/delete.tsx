// Deletes a load after a question that states the effect on its orders.
import { deleteLoadById, type LoadSummary } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { refreshLoads } from '../load/refresh.ts'
import { loadWords } from '../load/words.ts'
import { Confirm } from '../shell/confirm.tsx'
import { showDone } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'

export function DeleteLoad({ load, onClose }: { load: LoadSummary | null; onClose: () => void }) {
  const words = useWords(loadWords)
  const remove = async ({ loadId, key, version }: LoadSummary) => {
    try {
      // The load must still have the orders that the question named.
      await client.call(deleteLoadById, { params: { loadId }, ifMatch: `"${version}"` })
      showDone(words.removed(key))
    } finally {
      void refreshLoads()
    }
  }
  return (
    <Confirm
      opened={load !== null}
      title={load ? words.removeTitle(load.key) : ''}
      action={words.remove}
      isDangerous
      onConfirm={() => remove(load!)}
      onClose={onClose}
    >
      {load && (load.stopCount === 0 ? words.removeNone : words.removeSome(load.stopCount))}
    </Confirm>
  )
}
