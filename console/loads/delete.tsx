// Deleting a load, after saying what becomes of its orders.
import { useState } from 'react'
import { deleteLoadById, type LoadSummary } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { messageOf } from '../api/problems.ts'
import { Confirm } from '../shell/confirm.tsx'
import { showDone } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { refreshLoads } from './refresh.ts'
import { loadWords } from './words.ts'

export function DeleteLoad({ load, onClose }: { load: LoadSummary | null; onClose: () => void }) {
  const words = useWords(loadWords)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const remove = async () => {
    if (!load) return
    setBusy(true)
    try {
      await client.call(deleteLoadById, { params: { loadId: load.loadId } })
      showDone(words.removed(load.key))
      close()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
    await refreshLoads()
  }
  return (
    <Confirm
      opened={load !== null}
      title={load ? words.removeTitle(load.key) : ''}
      action={words.remove}
      isDangerous
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void remove()}
      onClose={close}
    >
      {load && (load.stopCount === 0 ? words.removeNone : words.removeSome(words.orderCount(load.stopCount)))}
    </Confirm>
  )
}
