// In which order the environment of this tab writes day, month and year.
import { createStore } from '../platform/store.ts'
import type { DateOrder } from './dates.ts'

export const dateOrder = createStore<DateOrder>('dmy')
