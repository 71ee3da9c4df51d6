// Defines the properties of a setting, and the kinds of settings.

export interface SettingShape {
  kind: 'text' | 'integer' | 'boolean' | 'choice' | 'list'
  default: string | number | boolean | readonly string[]
  description: string
  /** Text shown instead of the default, if the default depends on other settings. */
  defaultText?: string
  min?: number
  max?: number
  values?: readonly string[]
  /** Effect of the flag `--no-…`, for a setting that is on by default. */
  off?: string
  /** Whether the value is a secret, which is never printed. */
  secret?: true
}

export const createTextSetting = (value: string, description: string, extra: { secret?: true } = {}) =>
  ({ kind: 'text', default: value, description, ...extra }) as const
export const createIntegerSetting = (value: number, min: number, max: number, description: string) =>
  ({ kind: 'integer', default: value, min, max, description }) as const
export const createBooleanSetting = (value: boolean, description: string, off?: string) =>
  ({ kind: 'boolean', default: value, description, ...(off === undefined ? {} : { off }) }) as const
export const createChoiceSetting = <const V extends readonly string[]>(
  value: V[number],
  values: V,
  description: string,
) => ({ kind: 'choice', default: value, values, description }) as const
export const createListSetting = (value: readonly string[], values: readonly string[], description: string) =>
  ({ kind: 'list', default: value, values, description }) as const
