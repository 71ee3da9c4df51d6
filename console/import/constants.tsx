// Sets values that all rows share, for fields without a column.
import { Group, Text, TextInput } from '@mantine/core'
import { type Column, targets } from '../../client/columns.ts'
import { Choose } from '../fields/choose.tsx'
import { useWords } from '../words/language.ts'
import { memberNames, nameOfMember } from '../words/members.ts'
import { importWords } from './words.ts'

interface ConstantsProps {
  columns: readonly Column[]
  constants: Readonly<Record<string, string>>
  disabled: boolean
  onChange(constants: Record<string, string>): void
}

const valueMax = 1_000
/** The field that cannot be constant, since each order has its own key. */
const unique = 'key'

export function Constants({ columns, constants, disabled, onChange }: ConstantsProps) {
  const words = useWords(importWords)
  const names = useWords(memberNames)
  const nameOf = (path: string) => nameOfMember(path, names)
  const held = new Set(columns.map(({ path }) => path))
  const free = targets.filter(({ path }) => !held.has(path))
  const isOffered = ({ path, required }: (typeof targets)[number]) =>
    path !== unique && (required || constants[path] !== undefined)
  const missing = free.filter(({ path, required }) => required && (constants[path] ?? '').trim() === '')
  return (
    <>
      <Group gap="sm" align="flex-end">
        {free.filter(isOffered).map(({ path }) => (
          <TextInput
            key={path}
            label={words.constantOf(nameOf(path))}
            maxLength={valueMax}
            disabled={disabled}
            value={constants[path] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...constants, [path]: value })}
          />
        ))}
        <div>
          <Choose
            aria-label={words.addConstant}
            placeholder={words.addConstant}
            choices={free
              .filter((target) => target.path !== unique && !isOffered(target))
              .map(({ path }) => ({ value: path, label: nameOf(path) }))}
            disabled={disabled}
            value={null}
            onChange={(path) => path && onChange({ ...constants, [path]: '' })}
          />
        </div>
      </Group>
      {missing.length > 0 ? (
        <Text size="sm" c="dimmed">
          {words.missing(missing.map(({ path }) => nameOf(path)).join(', '))}
        </Text>
      ) : null}
    </>
  )
}
