// Stores the orders whose outcome a planner is recording. The dialog opens over the current page.
import { createStore } from '../platform/store.ts'

const nothing: readonly string[] = []
const asked = createStore(nothing)

export const useAskedOutcomes = (): readonly string[] => asked.use()
export const askOutcomes = (consignmentIds: readonly string[]): void => asked.set(consignmentIds)
export const endOutcomes = (): void => asked.set(nothing)
