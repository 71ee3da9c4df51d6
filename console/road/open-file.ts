// A PDF of the service in a tab of its own: read with the session, so that nobody else sees it.

import { getConsignmentLabels, getLoadLabels } from '../../contract/labels.ts'
import { client } from '../api/client.ts'
import { showProblem } from '../shell/toasts.ts'

/** The other tab has it by then. */
const keptMs = 60_000

export async function openFile(reading: () => Promise<{ data: Blob }>): Promise<void> {
  // Now, and not when the bytes are there: browsers let a click open a tab, and nothing that comes long after it.
  const tab = window.open('', '_blank')
  try {
    const url = URL.createObjectURL((await reading()).data)
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
    setTimeout(() => URL.revokeObjectURL(url), keptMs)
  } catch (error) {
    tab?.close()
    showProblem(error)
  }
}

export const openOrderLabels = (consignmentId: string): Promise<void> =>
  openFile(() => client.call(getConsignmentLabels, { params: { consignmentId } }))
export const openLoadLabels = (loadId: string): Promise<void> =>
  openFile(() => client.call(getLoadLabels, { params: { loadId } }))
