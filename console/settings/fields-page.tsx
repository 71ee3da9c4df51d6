// Settings › Custom fields: the additional fields of orders, one group per field.
import { ActionIcon, Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type CustomField, fieldTypes } from '../../contract/custom-field.ts'
import { useShown } from '../api/draft.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { ConflictAlert } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { ControlHint } from '../shell/hint.tsx'
import { EmptyState } from '../shell/page.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import { fieldCommands } from './commands.ts'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { fieldsTexts } from './words.ts'

const flags = ['required', 'listed', 'forDriver', 'searched', 'filtered', 'sorted'] as const
const path = 'customFields'

export function FieldsPage() {
  const texts = useTexts(fieldsTexts)
  const draft = useSettingsDraft()
  const fields = (draft.value(path) ?? []) as CustomField[]
  /** Index of the field that was just added. Its key has the focus. */
  const [fresh, setFresh] = useState<number>()
  const add = useNamed()(fieldCommands.add)
  const append = () => {
    draft.change(path, [...fields, { key: '', name: '', type: 'text' }])
    setFresh(fields.length)
  }
  useShortcuts(draft.mayWrite ? [{ command: fieldCommands.add, group: texts.title, run: append }] : [])
  const remove = (index: number) =>
    draft.put(
      path,
      fields.filter((_, position) => position !== index),
    )
  useRowCommands(() =>
    fields.map(({ key, name }, index) => ({
      id: String(index),
      name: name || key || String(index + 1),
      commands: draft.mayWrite ? [{ label: texts.remove(name || key), run: () => remove(index) }] : [],
    })),
  )
  const button = draft.mayWrite ? (
    <ControlHint {...add}>
      <Button
        variant={fields.length === 0 ? 'filled' : 'default'}
        leftSection={<IconPlus size={14} />}
        onClick={append}
      >
        {add.label}
      </Button>
    </ControlHint>
  ) : null
  return (
    <SettingsPage title={texts.title} about={texts.about} draft={draft}>
      {fields.length === 0 ? (
        <EmptyState title={texts.none} action={button}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <>
          {fields.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are being typed; a field has no id except its position
            <Field key={index} draft={draft} fields={fields} index={index} remove={remove} isFresh={index === fresh} />
          ))}
          <ConflictAlert draft={draft} path={path} />
          <div>{button}</div>
        </>
      )}
    </SettingsPage>
  )
}

interface FieldProps {
  draft: SettingsDraft
  fields: readonly CustomField[]
  index: number
  isFresh: boolean
  remove(index: number): void
}

/** Returns whether a field is complete. Incomplete fields are not saved yet. */
const isComplete = ({ key, name, type, choices }: CustomField) =>
  key !== '' && name !== '' && (type !== 'choice' || (choices?.length ?? 0) > 0)

const withType = ({ choices: _, ...field }: CustomField, type: CustomField['type']): CustomField => ({ ...field, type })

function Field({ draft, fields, index, isFresh, remove }: FieldProps) {
  const texts = useTexts(fieldsTexts)
  const field = fields[index]!
  const pathOf = (member: string) => `${path}.${index}.${member}`
  const change = (next: CustomField) => draft.change(path, fields.with(index, next))
  const commit = (updatedFields: readonly CustomField[] = fields) => {
    if (updatedFields.every(isComplete)) draft.commit()
  }
  const put = (next: CustomField) => {
    change(next)
    commit(fields.with(index, next))
  }
  const label = texts.field(field.name || field.key || String(index + 1))
  return (
    <section className={styles.group} data-row={index} aria-label={label}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Typed
          draft={draft}
          commit={commit}
          path={pathOf('key')}
          label={texts.key}
          description={texts.keyHelp}
          value={field.key}
          autoFocus={isFresh}
          onChange={(key) => change({ ...field, key })}
        />
        <Typed
          draft={draft}
          commit={commit}
          path={pathOf('name')}
          label={texts.name}
          value={field.name}
          onChange={(name) => change({ ...field, name })}
        />
        <ChoiceInput
          label={texts.type}
          disabled={!draft.mayWrite}
          choices={fieldTypes.map((value) => ({ value, label: texts[value] }))}
          value={field.type}
          onChange={(type) => type && put(withType(field, type))}
        />
      </SimpleGrid>
      {field.type === 'choice' ? (
        <Choices draft={draft} commit={commit} field={field} change={change} path={pathOf('choices')} key={field.key} />
      ) : null}
      <Group gap="md" justify="space-between">
        <Group gap="md">
          {flags.map((flag) => (
            <Checkbox
              key={flag}
              label={texts[flag]}
              disabled={!draft.mayWrite}
              checked={field[flag] === true}
              onChange={({ currentTarget }) => put({ ...field, [flag]: currentTarget.checked })}
              error={draft.errorText(pathOf(flag))}
            />
          ))}
        </Group>
        {draft.mayWrite ? (
          <ActionIcon aria-label={texts.remove(field.name || field.key)} onClick={() => remove(index)}>
            <IconTrash size={14} />
          </ActionIcon>
        ) : null}
      </Group>
    </section>
  )
}

interface TypedProps {
  draft: SettingsDraft
  path: string
  label: string
  description?: string
  value: string
  autoFocus?: boolean
  onChange(text: string): void
  commit(): void
}

function Typed({ draft, path: place, label, description, value, autoFocus = false, onChange, commit }: TypedProps) {
  useShown(draft, place)
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      value={value}
      autoFocus={autoFocus}
      disabled={!draft.mayWrite}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => commit()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
      }}
      error={draft.errorText(place)}
    />
  )
}

interface ChoicesProps extends Pick<TypedProps, 'draft' | 'path' | 'commit'> {
  field: CustomField
  change(field: CustomField): void
}

function Choices({ field, change, ...rest }: ChoicesProps) {
  const texts = useTexts(fieldsTexts)
  // While the user types, a comma at the end of the text must stay.
  const [typed, setTyped] = useState((field.choices ?? []).join(', '))
  const read = (text: string) =>
    [...new Set(text.split(',').map((choice) => choice.trim()))].filter((choice) => choice !== '')
  return (
    <Typed
      {...rest}
      label={texts.choices}
      description={texts.choicesHelp}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        change({ ...field, choices: read(text) })
      }}
    />
  )
}
