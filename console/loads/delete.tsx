// Deletes a load after a question that states the effect on its orders.
import { deleteLoadById, type LoadSummary } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { refreshLoads } from '../load/refresh.ts'
import { loadTexts } from '../load/words.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { showDone } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'

export function DeleteLoad({ load, onClose }: { load: LoadSummary | null; onClose: () => void }) {
  const texts = useTexts(loadTexts)
  const remove = async ({ loadId, key, version }: LoadSummary) => {
    try {
      // The version ensures that the load still has the orders in the question.
      await apiClient.call(deleteLoadById, { params: { loadId }, ifMatch: `"${version}"` })
      showDone(texts.removed(key))
    } finally {
      void refreshLoads()
    }
  }
  return (
    <ConfirmationDialog
      opened={load !== null}
      title={load ? texts.removeTitle(load.key) : ''}
      action={texts.remove}
      isDangerous
      onConfirm={() => remove(load!)}
      onClose={onClose}
    >
      {load && (load.stopCount === 0 ? texts.removeNone : texts.removeSome(load.stopCount))}
    </ConfirmationDialog>
  )
}
