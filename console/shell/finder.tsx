// ⌘K: finds pages, loads, orders, settings and commands of all pages from one field.
import { Modal } from '@mantine/core'
import { IconBolt, IconList, IconPackage, IconSearch, IconTruck, type TablerIcon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { type ConsignmentSummary, listConsignments } from '../../contract/consignments.ts'
import type { DataOf, EndpointShape, QueryOf } from '../../contract/endpoint.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { listLoadPages } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildCacheEntry, buildQuery, queryClient } from '../api/query.ts'
import { currentSession, environmentId } from '../api/session.ts'
import { useDebouncedText } from '../fields/debounced-text.ts'
import { getDayBounds, getZonedDay } from '../platform/day.ts'
import { useOpenOrder } from '../platform/open-order.ts'
import { createStore } from '../platform/store.ts'
import type { LocaleFormat } from '../words/format.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import type { UiLanguage } from '../words/words.ts'
import type { PageTarget } from './command.ts'
import styles from './finder.module.css'
import { ControlHint, KeyCaps } from './hint.tsx'
import { usePages } from './links.tsx'
import { accountPage } from './navigation.ts'
import { moveFocusWhenAvailable, runWhenAvailable } from './page-targets.ts'
import { listCommandRows, storeFocusedRow } from './row-commands.ts'
import shell from './shell.module.css'
import { type KeyShortcut, shortcutStore, useShortcuts } from './shortcuts.ts'
import { showDone } from './toasts.ts'
import { shellTexts } from './words.ts'

const finderOpened = createStore(false)
function openFinder(): void {
  if (!finderOpened.get()) storeFocusedRow()
  finderOpened.set(true)
}

export function FinderButton() {
  const texts = useTexts(shellTexts)
  return (
    <ControlHint label={texts.search} keys="mod+k">
      <button type="button" className={shell.search} onClick={openFinder}>
        <IconSearch size={15} aria-hidden />
        <span>{texts.searchBriefly}</span>
        <KeyCaps keys="mod+k" />
      </button>
    </ControlHint>
  )
}

/** Loads the commands and settings of other pages when ⌘K first needs them. */
export type FindElsewhere = (language: UiLanguage) => Promise<{ commands: PageTarget[]; settings: PageTarget[] }>

export function FinderDialog({ findElsewhere }: { findElsewhere: FindElsewhere }) {
  const texts = useTexts(shellTexts)
  useShortcuts([{ keys: 'mod+k', label: texts.search, group: texts.general, whileTyping: true, run: openFinder }])
  return (
    <Modal
      opened={finderOpened.use()}
      onClose={() => finderOpened.set(false)}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size="36rem"
      padding={0}
      attributes={{ content: { 'aria-label': texts.search } }}
    >
      <Field findElsewhere={findElsewhere} onDone={() => finderOpened.set(false)} />
    </Modal>
  )
}

interface Choice {
  id: string
  group: string
  label: string
  note?: string
  icon: TablerIcon
  keys?: string
  run(): void
}

function Field({ findElsewhere, onDone }: { findElsewhere: FindElsewhere; onDone(): void }) {
  const texts = useTexts(shellTexts)
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const searchText = text.trim()
  const choices = [...useChoices(searchText), ...useElsewhere(searchText, findElsewhere)]
  const current = choices[Math.min(at, choices.length - 1)]
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    onDone()
    // The command runs after the dialog has returned the focus to the page.
    setTimeout(choice.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((Math.min(at, choices.length - 1) + step + choices.length) % Math.max(choices.length, 1))
    else if (event.key === 'Enter') choose(current)
    else return
    event.preventDefault()
  }
  const groups = Map.groupBy(choices, ({ group }) => group)
  return (
    <>
      <div className={styles.field}>
        <IconSearch size={17} aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={listId} aria-label={texts.search} className={styles.list} tabIndex={-1}>
        {[...groups].map(([group, members]) => (
          <div role="group" key={group} aria-label={group}>
            <div className={styles.group} aria-hidden>
              {group}
            </div>
            {members.map((choice) => (
              <Offered
                key={choice.id}
                id={`${listId}-${choice.id}`}
                choice={choice}
                isCurrent={choice === current}
                onChoose={() => choose(choice)}
                onPoint={() => setAt(choices.indexOf(choice))}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={choices.length === 0 ? styles.nothing : 'visually-hidden'}>
        {choices.length === 0 ? texts.nothingFound : null}
      </p>
    </>
  )
}

interface OfferedProps {
  id: string
  choice: Choice
  isCurrent: boolean
  onChoose(): void
  onPoint(): void
}

const Offered = ({ id, choice, isCurrent, onChoose, onPoint }: OfferedProps) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isCurrent}
    className={styles.choice}
    onClick={onChoose}
    onMouseMove={onPoint}
  >
    <choice.icon size={17} stroke={1.7} aria-hidden />
    <span className={styles.label}>
      {choice.label} {choice.note ? <small>{choice.note}</small> : null}
    </span>
    {choice.keys ? <KeyCaps keys={choice.keys} /> : null}
  </div>
)

function useChoices(searchText: string): Choice[] {
  const texts = useTexts(shellTexts)
  const navigate = useNavigate()
  const { open } = useOpenOrder()
  const active = shortcutStore.use()
  const orders = useFound(listConsignments, searchText, findOrders)
  const loads = useFound(listLoadPages, searchText, findLoads)
  const format = useEnvironmentFormat()
  const fits = ({ label }: Choice) => hasAll(label, searchText)
  const allOrders: Choice = {
    id: 'all-orders',
    group: texts.orders,
    label: texts.allFound(searchText),
    icon: IconList,
    run: () => void navigate({ to: '/consignments', search: { search: searchText } }),
  }
  const pageChoices = usePages().map(
    ({ to, words: name, icon, key }): Choice => ({
      id: `page${to.replaceAll('/', '-')}`,
      group: texts.pages,
      label: texts[name] as string,
      icon,
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    }),
  )
  const isLast = ({ keys, label }: KeyShortcut, index: number) =>
    active.findLastIndex((shortcut) => shortcut.keys === keys && shortcut.label === label) === index
  const actions = active
    .filter(isLast)
    .filter(({ group, keys }) => group !== texts.pages && keys !== 'mod+k')
    .sort((a, b) => Number(b.isOfOpen ?? false) - Number(a.isOfOpen ?? false))
    .map(
      ({ keys, label, needs, run }, index): Choice => ({
        id: `action-${index}`,
        group: texts.actions,
        label,
        icon: IconBolt,
        ...(keys === undefined ? {} : { keys }),
        ...(needs === undefined ? {} : { note: needs }),
        run: () => (needs === undefined ? run(new globalThis.KeyboardEvent('keydown')) : showDone(needs)),
      }),
    )
  return [
    ...orders.map(
      (order): Choice => ({
        id: order.consignmentId,
        group: texts.orders,
        label: order.key,
        icon: IconPackage,
        note: noteOf(order, format),
        run: () => open(order.consignmentId),
      }),
    ),
    ...(orders.length < ordersMax ? [] : [allOrders]),
    ...loads.map(
      ({ loadId, key }): Choice => ({
        id: loadId,
        group: texts.loads,
        label: key,
        icon: IconTruck,
        run: () => void navigate({ to: '/plan', search: { load: loadId } }),
      }),
    ),
    ...(searchText === '' ? [] : pageChoices.filter(fits)),
    ...rowChoices(searchText),
    ...(searchText === '' ? pageChoices : []),
    ...actions.filter(fits),
  ]
}

/** Returns whether a text contains all wanted words, in any sequence. */
const hasAll = (text: string, searchText: string): boolean =>
  searchText
    .toLowerCase()
    .split(/\s+/)
    .every((term) => text.toLowerCase().includes(term))

const rowChoicesMax = 30

/** Returns the commands of the focused row, and of other rows whose name contains the text. */
function rowChoices(searchText: string): Choice[] {
  return listCommandRows()
    .filter(({ isCurrent }) => isCurrent || searchText.length > 1)
    .flatMap(({ name, commands }) => commands.map((command) => ({ ...command, group: name })))
    .filter(({ group, label }) => hasAll(`${group} ${label}`, searchText))
    .slice(0, rowChoicesMax)
    .map((command, index) => ({ ...command, id: `row-${index}`, icon: IconBolt }))
}

/** Returns the commands and settings of other pages that match the text. */
function useElsewhere(searchText: string, find: FindElsewhere): Choice[] {
  const texts = useTexts(shellTexts)
  const navigate = useNavigate()
  const spoken = currentLanguage.use()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const allowedPages = usePages()
  const environment = environmentId.use()
  const scopes = currentSession.use()?.environments.find((entry) => entry.environmentId === environment)?.scopes ?? []
  const { data } = useQuery({
    queryKey: ['finder', 'elsewhere', spoken],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => find(spoken),
  })
  if (!data || searchText.length < 2) return []
  const choice = ({ to, label, keys, scope, isField = false }: PageTarget, index: number): Choice[] => {
    const page = to === accountPage.to ? accountPage : allowedPages.find((entry) => entry.to === to)
    const isAllowed = page && (scope === undefined || scopes.includes(scope))
    // The commands of this page are already listed as its actions.
    if (!isAllowed || (!isField && to === path)) return []
    const pageTitle = texts[page.words] as string
    if (!hasAll(`${label} ${pageTitle}`, searchText)) return []
    const run = async () => {
      await navigate({ to })
      if (isField) moveFocusWhenAvailable(label)
      else runWhenAvailable(keys, label)
    }
    const group = isField ? texts.settings : texts.actionsElsewhere
    return [
      {
        id: `${isField ? 'setting' : 'elsewhere'}-${index}`,
        group,
        label,
        note: pageTitle,
        icon: page.icon,
        ...('key' in page ? { keys: `g ${page.key}${keys === undefined ? '' : ` ${keys}`}` } : {}),
        run: () => void run(),
      },
    ]
  }
  return [...data.commands.flatMap(choice), ...data.settings.flatMap(choice)]
}

/**
 * Returns the records that an endpoint finds for the typed text. Until its response arrives, earlier results remain if
 * their key contains the text, since Enter takes the first result.
 */
function useFound<T extends { key: string }>(
  endpoint: EndpointShape,
  searchText: string,
  find: (search: string, signal: AbortSignal) => Promise<T[]>,
): T[] {
  const debouncedText = useDebouncedText(searchText)
  const { data = [], isPlaceholderData } = useQuery({
    ...buildCacheEntry(endpoint, 'found', debouncedText),
    enabled: debouncedText.length > 1,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(debouncedText, signal),
  })
  if (searchText.length < 2) return []
  const isOutdated = isPlaceholderData || debouncedText !== searchText
  return data.filter(({ key }) => !isOutdated || key.toLowerCase().includes(searchText.toLowerCase()))
}

const loadsMax = 5

async function findLoads(search: string, signal: AbortSignal) {
  const query = { search, limit: String(loadsMax), sort: '-plannedStart' } as const
  const { data } = await apiClient.call(listLoadPages, { query, signal })
  return data.loads
}

const ordersMax = 8
type OrderQuery = QueryOf<typeof listConsignments>
type Page = DataOf<typeof listConsignments>

/**
 * Finds orders. If there are more than ⌘K shows, orders of today come first, because callers usually ask about these.
 */
async function findOrders(search: string, signal: AbortSignal): Promise<ConsignmentSummary[]> {
  const fetchOrders = async (filters: { windowFrom?: string; windowTo?: string }) => {
    const rows: ConsignmentSummary[] = []
    // A page may contain fewer rows than `limit`, with further results on the next page.
    for (let cursor: string | null = ''; cursor !== null && rows.length < ordersMax; ) {
      const query = { search, view: 'compact', limit: String(ordersMax), ...filters, ...(cursor ? { cursor } : {}) }
      const page: Page = (await apiClient.call(listConsignments, { query: query as OrderQuery, signal })).data
      rows.push(...(page.consignments as ConsignmentSummary[]))
      cursor = page.next
    }
    return rows.slice(0, ordersMax)
  }
  const found = await fetchOrders({})
  if (found.length < ordersMax) return found
  const { timezone } = (await queryClient.fetchQuery(buildQuery(getEnvironment))).data
  const { from, to } = getDayBounds(getZonedDay(new Date(), timezone))
  const ofToday = await fetchOrders({ windowFrom: from, windowTo: to })
  const ids = new Set(ofToday.map(({ consignmentId }) => consignmentId))
  return [...ofToday, ...found.filter(({ consignmentId }) => !ids.has(consignmentId))].slice(0, ordersMax)
}

/** Returns the facts that distinguish an order from others of the same recipient. */
function noteOf(order: ConsignmentSummary, format: LocaleFormat): string {
  const { company, consigneeName, city, outcomeTime, planned, requiredFrom, requiredTo, loadKey } = order
  const time = outcomeTime ?? planned
  return [
    [company ?? consigneeName, city].filter(Boolean).join(', '),
    time === null ? format.range(requiredFrom, requiredTo) : format.instant(time),
    loadKey,
  ]
    .filter(Boolean)
    .join(' · ')
}
