// The environment of the tab with its settings, and formats in its time zone.
import { useQuery } from '@tanstack/react-query'
import { defaultSettings, type Environment, getEnvironment, type Settings } from '../../contract/environment.ts'
import { type Format, useFormat } from '../words/format.ts'
import { read } from './query.ts'

export const useEnvironment = (): Environment | undefined => useQuery(read(getEnvironment)).data?.data

/** The settings, or those of a new environment until they are there. */
export const useSettings = (): Settings => useEnvironment() ?? defaultSettings

export const useEnvironmentFormat = (): Format => useFormat(useSettings().timezone)
