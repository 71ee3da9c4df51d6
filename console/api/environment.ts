// Provides the environment of the tab, its settings, and formats in its time zone.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  defaultSettings,
  type Environment,
  type EnvironmentSettings,
  getEnvironment,
} from '../../contract/environment.ts'
import { type LocaleFormat, useFormat } from '../words/format.ts'
import { dateOrder } from '../words/order.ts'
import { buildQuery } from './query.ts'

export const useEnvironment = (): Environment | undefined => useQuery(buildQuery(getEnvironment)).data?.data

/** Returns the settings, or the default settings until the environment is read. */
export const useSettings = (): EnvironmentSettings => useEnvironment() ?? defaultSettings

/** Applies the environment's order of day and month to everything that writes a date. */
export function useDateOrder(): void {
  const { dateFormat } = useSettings().displayPreferences
  useEffect(() => void dateOrder.set(dateFormat), [dateFormat])
}

export const useEnvironmentFormat = (): LocaleFormat => useFormat(useSettings().timezone)
