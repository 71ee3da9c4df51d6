// Stores the orders whose outcome a planner is recording. The dialog opens over the current page.
import { createStore } from '../platform/store.ts'

const nothing: readonly string[] = []
const requestedOutcomes = createStore(nothing)

export const useRequestedOutcomes = (): readonly string[] => requestedOutcomes.use()
export const requestOutcomes = (consignmentIds: readonly string[]): void => requestedOutcomes.set(consignmentIds)
export const endOutcomes = (): void => requestedOutcomes.set(nothing)
