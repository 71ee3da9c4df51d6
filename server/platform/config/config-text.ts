// What is said of settings: one line each for `--help`, the table of the docs, and `--print-config`.
import { type Config, flagOf, names, type SettingName, settings, variableOf } from './config.ts'
import type { SettingShape } from './setting.ts'

const defaultOf = (shape: SettingShape) =>
  shape.defaultText ?? (Array.isArray(shape.default) ? shape.default.join(',') : String(shape.default))

/** One line per setting for `--help`. */
export const describe = (name: SettingName): string => {
  const shape: SettingShape = settings[name]
  if (shape.off !== undefined) return `${shape.off} (${variableOf(name)}=false)`
  const value = defaultOf(shape)
  return `${shape.description} (${value === '' ? '' : `default: ${value}, `}${variableOf(name)})`
}

/** The table of settings for the documentation, in Markdown. */
export function settingsTable(): string {
  const rows = names.map((name) => {
    const shape: SettingShape = settings[name]
    const flag = shape.kind === 'boolean' && shape.default === true ? `--no-${flagOf(name).slice(2)}` : flagOf(name)
    return `| \`${flag}\` | \`${variableOf(name)}\` | ${defaultOf(shape) === '' ? '' : `\`${defaultOf(shape)}\``} | ${shape.description} |`
  })
  return ['| flag | environment variable | default | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

/** One line per setting with its value and where that came from; secrets are masked. */
export function printConfig(config: Config, shapes: Record<string, SettingShape> = settings): string {
  const values: Record<string, unknown> = config
  const lines = Object.entries(shapes).map(([name, shape]) => {
    const value = shape.secret && values[name] ? '********' : String(values[name])
    return [variableOf(name), value, config.sources[name as SettingName] ?? 'default'] as const
  })
  const width = (column: 0 | 1) => Math.max(...lines.map((line) => line[column].length))
  return lines
    .map(([name, value, source]) => `${name.padEnd(width(0))}  ${value.padEnd(width(1))}  ${source}`)
    .join('\n')
}
