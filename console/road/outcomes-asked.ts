// Of which orders somebody at the desk wants to say what became of them; the dialog lies over whatever page that is asked on.
import { createStore } from '../platform/store.ts'

const nothing: readonly string[] = []
const asked = createStore(nothing)

export const useAskedOutcomes = (): readonly string[] => asked.use()
export const askOutcomes = (consignmentIds: readonly string[]): void => asked.set(consignmentIds)
export const endOutcomes = (): void => asked.set(nothing)
