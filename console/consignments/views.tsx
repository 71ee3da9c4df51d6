// Views of the list as tabs: some that everybody needs, and those that a person has named. A view is nothing but an address.
import { ActionIcon, Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { environmentId } from '../api/session.ts'
import { useWords } from '../words/language.ts'
import styles from './list.module.css'
import { listWords } from './list-words.ts'
import { failedOutcomes, type ListSearch, readSearch } from './search.ts'

interface View {
  name: string
  search: ListSearch
}

const usual = [
  { name: 'viewAll', search: {} },
  { name: 'viewOpen', search: { loadId: 'none' } },
  { name: 'viewLate', search: { late: 'true' } },
  { name: 'viewFailed', search: { outcome: failedOutcomes } },
  { name: 'viewNowhere', search: { located: 'false' } },
  { name: 'viewExport', search: { onExportList: 'true' } },
] as const satisfies readonly { name: keyof typeof listWords; search: ListSearch }[]

const viewsMax = 20
const nameMax = 40
const place = () => `dray.views.${environmentId.get()}`

/** What the browser remembers is looked at before it is believed. */
function remembered(): View[] {
  try {
    const kept = JSON.parse(localStorage.getItem(place()) ?? '[]') as { name?: unknown; search?: unknown }[]
    return kept
      .filter(({ name, search }) => typeof name === 'string' && typeof search === 'object' && search !== null)
      .map(({ name, search }) => ({ name: String(name), search: readSearch(search as Record<string, unknown>) }))
      .slice(0, viewsMax)
  } catch {
    return []
  }
}

const isSame = (one: ListSearch, other: ListSearch) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

export const Views = memo(function Views({ search }: { search: ListSearch }) {
  const words = useWords(listWords)
  const [mine, setMine] = useState(remembered)
  const keep = (views: View[]) => {
    localStorage.setItem(place(), JSON.stringify(views))
    setMine(views)
  }
  const all = [...usual.map((view) => ({ name: words[view.name], search: view.search as ListSearch })), ...mine]
  const isKnown = all.some((view) => isSame(view.search, search))
  return (
    <nav className={styles.views} aria-label={words.views}>
      {all.map((view, index) => (
        <Group key={`${view.name} ${JSON.stringify(view.search)}`} gap={0} wrap="nowrap">
          <Link
            to="/consignments"
            search={view.search}
            className={styles.view}
            activeOptions={{ exact: true, explicitUndefined: true }}
            data-current={isSame(view.search, search)}
          >
            {view.name}
          </Link>
          {index >= usual.length && isSame(view.search, search) ? (
            <CloseButton
              size="xs"
              aria-label={words.forgetView(view.name)}
              onClick={() => keep(mine.filter((one) => !isSame(one.search, view.search)))}
            />
          ) : null}
        </Group>
      ))}
      {isKnown || mine.length >= viewsMax ? null : <SaveView onSave={(name) => keep([...mine, { name, search }])} />}
    </nav>
  )
})

function SaveView({ onSave }: { onSave(name: string): void }) {
  const words = useWords(listWords)
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <ActionIcon size="sm" aria-label={words.saveView} title={words.saveView} onClick={() => setOpened(true)}>
          <IconBookmarkPlus size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            onSave(name.trim())
            setOpened(false)
            setName('')
          }}
        >
          <Stack gap="xs" maw="18rem">
            <TextInput
              label={words.viewName}
              maxLength={nameMax}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Text size="xs" c="dimmed">
              {words.viewHint}
            </Text>
            <Button type="submit">{words.saveView}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
