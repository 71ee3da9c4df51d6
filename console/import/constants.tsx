// Sets values that all rows share, for fields without a column.
import { Group, TextInput } from '@mantine/core'
import { columnTargets, type TableColumn } from '../../client/columns.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { memberNames, nameOfMember } from '../words/members.ts'
import { importTexts } from './words.ts'

interface ConstantsProps {
  columns: readonly TableColumn[]
  constants: Readonly<Record<string, string>>
  disabled: boolean
  onChange(constants: Record<string, string>): void
}

const valueMax = 1_000
/** The field that cannot be constant, since each order has its own key. */
const unique = 'key'

export function ConstantFields({ columns, constants, disabled, onChange }: ConstantsProps) {
  const texts = useTexts(importTexts)
  const names = useTexts(memberNames)
  const nameOf = (path: string) => nameOfMember(path, names)
  const assignedPaths = new Set(columns.map(({ path }) => path))
  const free = columnTargets.filter(({ path }) => !assignedPaths.has(path))
  const isOffered = ({ path, required }: (typeof columnTargets)[number]) =>
    path !== unique && (required || constants[path] !== undefined)
  const missing = free.filter(({ path, required }) => required && (constants[path] ?? '').trim() === '')
  return (
    <>
      <Group gap="sm" align="flex-end">
        {free.filter(isOffered).map(({ path }) => (
          <TextInput
            key={path}
            label={texts.constantOf(nameOf(path))}
            maxLength={valueMax}
            disabled={disabled}
            value={constants[path] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...constants, [path]: value })}
          />
        ))}
        <div>
          <ChoiceInput
            aria-label={texts.addConstant}
            placeholder={texts.addConstant}
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
        <QuietText>{texts.missing(missing.map(({ path }) => nameOf(path)).join(', '))}</QuietText>
      ) : null}
    </>
  )
}
