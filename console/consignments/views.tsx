// Shows the views of the order list as tabs with counts: standard views, shared views, and views of the user. A view is
// a name with the parameters of a URL.
import { ActionIcon, Button, Checkbox, CloseButton, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { createView, deleteView, listViews, viewLimits } from '../../contract/view.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { environmentId, useMay } from '../api/session.ts'
import { submitWith } from '../fields/sending.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { offerUndo } from '../shell/undo.tsx'
import { shellTexts } from '../shell/words.ts'
import { currentTexts, useTexts } from '../words/language.ts'
import styles from './list.module.css'
import { type ListSearch, readSearch, removeParameters, toPlanAgain } from './search.ts'
import { type OrderCount, useViewCounts } from './view-counts.ts'
import { listTexts } from './words.ts'

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
] as const satisfies readonly { name: keyof typeof listTexts; search: ListSearch }[]

const viewsMax = 20
const getStorageKey = () => `dray.views.${environmentId.get()}`

/** Reads and validates the views that the browser keeps. */
function remembered(): View[] {
  try {
    const stored = JSON.parse(localStorage.getItem(getStorageKey()) ?? '[]') as { name?: unknown; search?: unknown }[]
    return stored
      .filter(({ name, search }) => typeof name === 'string' && typeof search === 'object' && search !== null)
      .map(({ name, search }) => ({ name: String(name), search: readSearch(search as Record<string, unknown>) }))
      .slice(0, viewsMax)
  } catch {
    return []
  }
}

/** Returns whether a view is shown. Compares the columns only if the view has columns. */
const isShown = (view: ListSearch, search: ListSearch) =>
  isSame(view, view.columns === undefined ? removeParameters(search, 'columns') : search)

const isSame = (first: ListSearch, second: ListSearch) =>
  JSON.stringify(Object.entries(first).sort()) === JSON.stringify(Object.entries(second).sort())

const asText = (search: ListSearch) => new URLSearchParams(search as Record<string, string>).toString()

/** Returns the user's views in this browser, and the shared views of the environment. */
function useSavedViews() {
  const mayShare = useMay('consignments:write')
  const shared = useQuery(buildQuery(listViews)).data?.data ?? []
  const [mine, setMine] = useState(remembered)
  const keep = (views: View[]) => {
    localStorage.setItem(getStorageKey(), JSON.stringify(views.map(({ name, search }) => ({ name, search }))))
    setMine(views)
  }
  const local = mine.map((view) => ({ ...view, onForget: () => keep(mine.filter((entry) => entry !== view)) }))
  const everybodys = shared.map(({ viewId, name, search }) => ({
    name,
    search: readSearch(Object.fromEntries(new URLSearchParams(search))),
    isShared: true,
    ...(mayShare ? { onForget: () => void withdraw(viewId, name, search) } : {}),
  }))
  const save = async (name: string, search: ListSearch, isShared: boolean) => {
    if (!isShared) keep([...mine, { name, search }])
    else await shareView(name, asText(search))
  }
  const canSave = { local: mine.length < viewsMax, shared: mayShare && shared.length < viewLimits.views }
  return { views: [...everybodys, ...local] as View[], save, room: canSave }
}

async function shareView(name: string, search: string): Promise<void> {
  await apiClient.call(createView, { body: { name, search } })
  await refreshEndpoints(listViews)
}

async function withdraw(viewId: string, name: string, search: string): Promise<void> {
  try {
    await apiClient.call(deleteView, { params: { viewId } })
    await refreshEndpoints(listViews)
    offerUndo(currentTexts(listTexts).viewDeleted(name), { undo: () => shareView(name, search) })
  } catch (error) {
    showProblem(error)
  }
}

export const ViewBar = memo(function ViewBar({ search }: { search: ListSearch }) {
  const texts = useTexts(listTexts)
  const { views, save, room } = useSavedViews()
  const allViews: View[] = [
    ...usual.map((view) => ({ name: texts[view.name], search: view.search as ListSearch })),
    ...views,
  ]
  // The first view contains all orders, and their number is already beside the title.
  const counts = useViewCounts(allViews.slice(1).map((view) => view.search))
  const isSavedView = allViews.some((view) => isSame(view.search, search))
  const navigate = useNavigate()
  const shell = useTexts(shellTexts)
  useRowCommands(() =>
    allViews.map(({ name, search: wanted, onForget }) => ({
      id: name,
      name: `${texts.views}: ${name}`,
      commands: [
        { label: shell.open, run: () => void navigate({ to: '/consignments', search: wanted }) },
        ...(onForget ? [{ label: texts.forgetView(name), run: onForget }] : []),
      ],
    })),
  )
  return (
    <nav className={styles.views} aria-label={texts.views}>
      {allViews.map((view, index) => (
        <Tab
          key={`${view.isShared} ${view.name} ${asText(view.search)}`}
          view={view}
          isCurrent={isShown(view.search, search)}
          count={counts[index - 1]}
        />
      ))}
      {isSavedView || !(room.local || room.shared) ? null : (
        <SaveView canSave={room} onSave={(name, isShared) => save(name, search, isShared)} />
      )}
    </nav>
  )
})

function Tab({ view, isCurrent, count }: { view: View; isCurrent: boolean; count: OrderCount | undefined }) {
  const texts = useTexts(listTexts)
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
        {view.isShared ? <IconUsers size={14} aria-label={texts.sharedView} role="img" /> : null}
        <bdi>{view.name}</bdi>
        {count ? (
          <span className={styles.count}>
            {format.number(count.count)}
            {count.exact ? '' : '+'}
          </span>
        ) : null}
      </Link>
      {view.onForget && isCurrent ? (
        <CloseButton size="xs" aria-label={texts.forgetView(view.name)} onClick={view.onForget} />
      ) : null}
    </Group>
  )
}

interface SaveViewProps {
  canSave: { local: boolean; shared: boolean }
  onSave(name: string, isShared: boolean): Promise<void>
}

function SaveView({ canSave, onSave }: SaveViewProps) {
  const texts = useTexts(listTexts)
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [wantsShared, setWantsShared] = useState(false)
  const isShared = canSave.shared && (wantsShared || !canSave.local)
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
  useShortcuts([{ label: texts.saveView, group: texts.orders, run: () => setOpened(true) }])
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <ActionIcon size="sm" aria-label={texts.saveView} title={texts.saveView} onClick={() => setOpened(true)}>
          <IconBookmarkPlus size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submitWith(submit)}>
          <Stack gap="xs" maw="18rem">
            <TextInput
              label={texts.viewName}
              maxLength={viewLimits.nameLength}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            {canSave.shared ? (
              <Checkbox
                label={texts.shareView}
                checked={isShared}
                disabled={!canSave.local}
                onChange={(event) => setWantsShared(event.currentTarget.checked)}
              />
            ) : null}
            {isShared ? null : <QuietText size="xs">{texts.viewHint}</QuietText>}
            <Button variant="filled" type="submit">
              {texts.saveView}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
