// Shows the views of the order list as tabs with counts: standard views, shared views, and views of the user.
// A view is a name and an address.
import { ActionIcon, Button, Checkbox, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { createView, deleteView, listViews, viewLimits } from '../../contract/view.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { environmentId, useMay } from '../api/session.ts'
import { useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { shellWords } from '../shell/words.ts'
import { currentWords, useWords } from '../words/language.ts'
import styles from './list.module.css'
import { type ListSearch, readSearch, toPlanAgain, without } from './search.ts'
import { type Count, useViewCounts } from './view-counts.ts'
import { listWords } from './words.ts'

interface View {
  name: string
  search: ListSearch
  /** Deletes the view, if the user may. */
  onForget?: () => void
  isShared?: boolean
}

const usual = [
  { name: 'all', search: {} },
  { name: 'withoutLoad', search: { loadId: 'none' } },
  { name: 'late', search: { late: 'true' } },
  { name: 'viewFailed', search: toPlanAgain },
  { name: 'viewNowhere', search: { located: 'false' } },
  { name: 'onExportList', search: { onExportList: 'true' } },
] as const satisfies readonly { name: keyof typeof listWords; search: ListSearch }[]

const viewsMax = 20
const place = () => `dray.views.${environmentId.get()}`

/** Reads and validates the views that the browser keeps. */
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

/** Returns whether a view is shown. Columns count only if the view has columns. */
const isShown = (view: ListSearch, search: ListSearch) =>
  isSame(view, view.columns === undefined ? without(search, 'columns') : search)

const isSame = (one: ListSearch, other: ListSearch) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

const asText = (search: ListSearch) => new URLSearchParams(search as Record<string, string>).toString()

/** Returns the user's views in this browser, and the shared views of the environment. */
function useSavedViews() {
  const mayShare = useMay('consignments:write')
  const shared = useQuery(read(listViews)).data?.data ?? []
  const [mine, setMine] = useState(remembered)
  const keep = (views: View[]) => {
    localStorage.setItem(place(), JSON.stringify(views.map(({ name, search }) => ({ name, search }))))
    setMine(views)
  }
  const own = mine.map((view) => ({ ...view, onForget: () => keep(mine.filter((one) => one !== view)) }))
  const everybodys = shared.map(({ viewId, name, search }) => ({
    name,
    search: readSearch(Object.fromEntries(new URLSearchParams(search))),
    isShared: true,
    ...(mayShare ? { onForget: () => void withdraw(viewId, name, search) } : {}),
  }))
  const save = async (name: string, search: ListSearch, isShared: boolean) => {
    if (!isShared) keep([...mine, { name, search }])
    else await share(name, asText(search))
  }
  const room = { own: mine.length < viewsMax, shared: mayShare && shared.length < viewLimits.views }
  return { views: [...everybodys, ...own] as View[], save, room }
}

async function share(name: string, search: string): Promise<void> {
  await client.call(createView, { body: { name, search } })
  await refresh(listViews)
}

async function withdraw(viewId: string, name: string, search: string): Promise<void> {
  try {
    await client.call(deleteView, { params: { viewId } })
    await refresh(listViews)
    offerUndo(currentWords(listWords).viewDeleted(name), { undo: () => share(name, search) })
  } catch (error) {
    showProblem(error)
  }
}

export const Views = memo(function Views({ search }: { search: ListSearch }) {
  const words = useWords(listWords)
  const { views, save, room } = useSavedViews()
  const all: View[] = [
    ...usual.map((view) => ({ name: words[view.name], search: view.search as ListSearch })),
    ...views,
  ]
  // The number of all orders is beside the title.
  const counts = useViewCounts(all.slice(1).map((view) => view.search))
  const isKnown = all.some((view) => isSame(view.search, search))
  const navigate = useNavigate()
  const shell = useWords(shellWords)
  useRowCommands(() =>
    all.map(({ name, search: wanted, onForget }) => ({
      id: name,
      name: `${words.views}: ${name}`,
      commands: [
        { label: shell.open, run: () => void navigate({ to: '/consignments', search: wanted }) },
        ...(onForget ? [{ label: words.forgetView(name), run: onForget }] : []),
      ],
    })),
  )
  return (
    <nav className={styles.views} aria-label={words.views}>
      {all.map((view, index) => (
        <Tab
          key={`${view.isShared} ${view.name} ${asText(view.search)}`}
          view={view}
          isCurrent={isShown(view.search, search)}
          count={counts[index - 1]}
        />
      ))}
      {isKnown || !(room.own || room.shared) ? null : (
        <SaveView room={room} onSave={(name, isShared) => save(name, search, isShared)} />
      )}
    </nav>
  )
})

function Tab({ view, isCurrent, count }: { view: View; isCurrent: boolean; count: Count | undefined }) {
  const words = useWords(listWords)
  const format = useEnvironmentFormat()
  return (
    <Group gap={0} wrap="nowrap">
      <Link
        to="/consignments"
        search={view.search}
        className={styles.view}
        activeOptions={{ exact: true, explicitUndefined: true }}
        data-current={isCurrent}
      >
        {view.isShared ? <IconUsers size={14} aria-label={words.sharedView} role="img" /> : null}
        <bdi>{view.name}</bdi>
        {count ? (
          <span className={styles.count}>
            {format.number(count.count)}
            {count.exact ? '' : '+'}
          </span>
        ) : null}
      </Link>
      {view.onForget && isCurrent ? (
        <CloseButton size="xs" aria-label={words.forgetView(view.name)} onClick={view.onForget} />
      ) : null}
    </Group>
  )
}

interface SaveViewProps {
  room: { own: boolean; shared: boolean }
  onSave(name: string, isShared: boolean): Promise<void>
}

function SaveView({ room, onSave }: SaveViewProps) {
  const words = useWords(listWords)
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [wantsShared, setWantsShared] = useState(false)
  const isShared = room.shared && (wantsShared || !room.own)
  const submit = async () => {
    if (name.trim() === '') return
    try {
      await onSave(name.trim(), isShared)
      setOpened(false)
      setName('')
    } catch (error) {
      showProblem(error)
    }
  }
  useShortcuts([{ label: words.saveView, group: words.orders, run: () => setOpened(true) }])
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
            void submit()
          }}
        >
          <Stack gap="xs" maw="18rem">
            <TextInput
              label={words.viewName}
              maxLength={viewLimits.nameLength}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            {room.shared ? (
              <Checkbox
                label={words.shareView}
                checked={isShared}
                disabled={!room.own}
                onChange={(event) => setWantsShared(event.currentTarget.checked)}
              />
            ) : null}
            {isShared ? null : (
              <Text size="xs" c="dimmed">
                {words.viewHint}
              </Text>
            )}
            <Button type="submit">{words.saveView}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
