// Filters of the order list with a typed value: tags, the consignee code and custom fields.
import { Button, Menu, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CustomField } from '../../contract/custom-field.ts'
import { useSettings } from '../api/environment.ts'
import { useTexts } from '../words/language.ts'
import type { ListSearch } from './search.ts'
import { fieldValueTexts, listTexts } from './words.ts'

/** Escapes commas and backslashes, which separate values of a filter. */
export const escapeFilterValue = (text: string) => (text === 'none' ? '\\none' : text.replace(/[\\,]/g, '\\$&'))

interface TypedMenusProps {
  search: ListSearch
  onSearch(search: ListSearch): void
}

/** Returns the search with a filter of one custom field. Only one custom field can be filtered. */
const withField = (search: ListSearch, { key }: CustomField, value: string): ListSearch => ({
  ...search,
  customFields: `${key}:${value}`,
})

export function TypedMenus({ search, onSearch }: TypedMenusProps) {
  const texts = useTexts(listTexts)
  const { customFields } = useSettings()
  return (
    <>
      {(['tag', 'consigneeCode'] as const).map((name) => (
        <TypedMenu
          key={name}
          label={texts[name]}
          onNone={() => onSearch({ ...search, [name]: 'none' })}
          onValue={(text) => onSearch({ ...search, [name]: escapeFilterValue(text) })}
        />
      ))}
      {customFields
        .filter(({ filtered }) => filtered)
        .map((field) => (
          <FieldMenu key={field.key} field={field} onValue={(value) => onSearch(withField(search, field, value))} />
        ))}
    </>
  )
}

function FieldMenu({ field, onValue }: { field: CustomField; onValue(value: string): void }) {
  const texts = useTexts(fieldValueTexts)
  const { name, type, choices = [] } = field
  const selectNone = () => onValue('none')
  if (type === 'choice')
    return (
      <TypedMenu
        label={name}
        onNone={selectNone}
        options={(choices ?? []).map((choice) => [escapeFilterValue(choice), choice])}
        onOption={onValue}
      />
    )
  if (type === 'boolean') {
    const options: [string, string][] = [
      ['true', texts.yes],
      ['false', texts.no],
    ]
    return <TypedMenu label={name} onNone={selectNone} options={options} onOption={onValue} />
  }
  const inputType = type === 'date' ? 'date' : 'text'
  const read = (text: string) => (type === 'number' ? text.replace(',', '.') : escapeFilterValue(text))
  return <TypedMenu label={name} onNone={selectNone} inputType={inputType} onValue={(text) => onValue(read(text))} />
}

interface TypedMenuProps {
  label: string
  onNone(): void
  /** Receives the typed value; undefined without an input. */
  onValue?(text: string): void
  inputType?: 'text' | 'date'
  options?: readonly [value: string, label: string][]
  onOption?(value: string): void
}

function TypedMenu({ label, onNone, onValue, inputType = 'text', options = [], onOption }: TypedMenuProps) {
  const texts = useTexts(listTexts)
  const fieldLabels = useTexts(fieldValueTexts)
  const [typed, setTyped] = useState('')
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={onNone}>{texts.none}</Menu.Item>
        {options.map(([value, text]) => (
          <Menu.Item key={value} onClick={() => onOption?.(value)}>
            {text}
          </Menu.Item>
        ))}
        {onValue ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (typed.trim() !== '') onValue(typed.trim())
            }}
          >
            <Stack gap={6} p={6}>
              <TextInput
                type={inputType}
                aria-label={fieldLabels.filterBy(label)}
                maxLength={200}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                // The menu reacts to letters and arrow keys, which the user types here.
                onKeyDown={(event) => event.stopPropagation()}
              />
              <Button type="submit" disabled={typed.trim() === ''}>
                {fieldLabels.apply}
              </Button>
            </Stack>
          </form>
        ) : null}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
