// Provides the order of day, month and year in the environment of this tab.
import { createStore } from '../platform/store.ts'
import type { DateOrder } from './dates.ts'

export const dateOrder = createStore<DateOrder>('dmy')
