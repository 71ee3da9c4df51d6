// The toolbar of the history: search, author and day.
import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useActorName } from '../change/actor.ts'
import type { RecordedChange } from '../change/groups.ts'
import { changeTexts } from '../change/words.ts'
import { useAddressText } from '../fields/address-text.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { useTexts } from '../words/language.ts'
import { type HistoryFilters, isFiltered } from './filters.ts'
import styles from './history.module.css'

interface ToolbarProps {
  changes: readonly RecordedChange[]
  filters: HistoryFilters
  onChange(filters: HistoryFilters): void
}

export function HistoryToolbar({ changes, filters, onChange }: ToolbarProps) {
  const texts = useTexts(changeTexts)
  const actorName = useActorName()
  const [typed, setTyped] = useAddressText(filters.q ?? '', (text) => onChange({ q: text || undefined }))
  const names = new Map(changes.map(({ actor }) => [actor.id, actorName(actor)]))
  return (
    <Group gap="xs" className={styles.filters} role="search">
      <TextInput
        type="search"
        aria-label={texts.searchHistory}
        placeholder={texts.searchHistory}
        leftSection={<IconSearch size={14} aria-hidden />}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ChoiceInput
        aria-label={texts.person}
        placeholder={texts.anyPerson}
        choices={[...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))}
        value={filters.person ?? null}
        onChange={(person) => onChange({ person: person ?? undefined })}
        isClearable
      />
      <span className={styles.day}>
        <span aria-hidden>{texts.day}</span>
        <WhenInput
          name={texts.day}
          valueType={dayKind}
          isDeferred
          value={filters.day ?? null}
          onChange={(day) => onChange({ day: day ?? undefined })}
        />
      </span>
      {isFiltered(filters) ? (
        <Button variant="subtle" onClick={() => onChange({ q: undefined, person: undefined, day: undefined })}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </Group>
  )
}
