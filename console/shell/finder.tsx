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
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { entryOf, queryClient, read } from '../api/query.ts'
import { environmentId, session } from '../api/session.ts'
import { useAskedText } from '../fields/asked-text.ts'
import { dayOf, wholeDay } from '../platform/day.ts'
import { useOpenOrder } from '../platform/open-order.ts'
import { createStore } from '../platform/store.ts'
import type { Format } from '../words/format.ts'
import { language, useWords } from '../words/language.ts'
import type { Language } from '../words/words.ts'
import type { Elsewhere } from './command.ts'
import { focusWhenThere, runWhenThere } from './elsewhere.ts'
import styles from './finder.module.css'
import { Hint, Keys } from './hint.tsx'
import { usePages } from './links.tsx'
import { ownAccount } from './navigation.ts'
import { rememberFocusedRow, rowsNow } from './row-commands.ts'
import shell from './shell.module.css'
import { type Shortcut, shortcuts, useShortcuts } from './shortcuts.ts'
import { showDone } from './toasts.ts'
import { shellWords } from './words.ts'

const finderOpened = createStore(false)
function openFinder(): void {
  if (!finderOpened.get()) rememberFocusedRow()
  finderOpened.set(true)
}

export function FinderButton() {
  const words = useWords(shellWords)
  return (
    <Hint label={words.search} keys="mod+k">
      <button type="button" className={shell.search} onClick={openFinder}>
        <IconSearch size={15} aria-hidden />
        <span>{words.searchBriefly}</span>
        <Keys keys="mod+k" />
      </button>
    </Hint>
  )
}

/** Loads the commands and settings of other pages when ⌘K first needs them. */
export type FindElsewhere = (language: Language) => Promise<{ commands: Elsewhere[]; settings: Elsewhere[] }>

export function Finder({ findElsewhere }: { findElsewhere: FindElsewhere }) {
  const words = useWords(shellWords)
  useShortcuts([{ keys: 'mod+k', label: words.search, group: words.general, whileTyping: true, run: openFinder }])
  return (
    <Modal
      opened={finderOpened.use()}
      onClose={() => finderOpened.set(false)}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size="36rem"
      padding={0}
      attributes={{ content: { 'aria-label': words.search } }}
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
  const words = useWords(shellWords)
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const wanted = text.trim()
  const choices = [...useChoices(wanted), ...useElsewhere(wanted, findElsewhere)]
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
          aria-label={words.search}
          placeholder={words.search}
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
      <div role="listbox" id={listId} aria-label={words.search} className={styles.list} tabIndex={-1}>
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
        {choices.length === 0 ? words.nothingFound : null}
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
    {choice.keys ? <Keys keys={choice.keys} /> : null}
  </div>
)

function useChoices(wanted: string): Choice[] {
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const { open } = useOpenOrder()
  const active = shortcuts.use()
  const orders = useFound(listConsignments, wanted, findOrders)
  const loads = useFound(listLoadPages, wanted, findLoads)
  const format = useEnvironmentFormat()
  const fits = ({ label }: Choice) => hasAll(label, wanted)
  const allOrders: Choice = {
    id: 'all-orders',
    group: words.orders,
    label: words.allFound(wanted),
    icon: IconList,
    run: () => void navigate({ to: '/consignments', search: { search: wanted } }),
  }
  const places = usePages().map(
    ({ to, words: name, icon, key }): Choice => ({
      id: `page${to.replaceAll('/', '-')}`,
      group: words.pages,
      label: words[name] as string,
      icon,
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    }),
  )
  const isLast = ({ keys, label }: Shortcut, index: number) =>
    active.findLastIndex((one) => one.keys === keys && one.label === label) === index
  const actions = active
    .filter(isLast)
    .filter(({ group, keys }) => group !== words.pages && keys !== 'mod+k')
    .sort((one, other) => Number(other.isOfOpen ?? false) - Number(one.isOfOpen ?? false))
    .map(
      ({ keys, label, needs, run }, index): Choice => ({
        id: `action-${index}`,
        group: words.actions,
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
        group: words.orders,
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
        group: words.loads,
        label: key,
        icon: IconTruck,
        run: () => void navigate({ to: '/plan', search: { load: loadId } }),
      }),
    ),
    ...(wanted === '' ? [] : places.filter(fits)),
    ...rowChoices(wanted),
    ...(wanted === '' ? places : []),
    ...actions.filter(fits),
  ]
}

/** Returns whether a text contains all wanted words, in any sequence. */
const hasAll = (text: string, wanted: string): boolean =>
  wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

const rowChoicesMax = 30

/** Returns the commands of the focused row, and of other rows whose name contains the text. */
function rowChoices(wanted: string): Choice[] {
  return rowsNow()
    .filter(({ isCurrent }) => isCurrent || wanted.length > 1)
    .flatMap(({ name, commands }) => commands.map((command) => ({ ...command, group: name })))
    .filter(({ group, label }) => hasAll(`${group} ${label}`, wanted))
    .slice(0, rowChoicesMax)
    .map((command, index) => ({ ...command, id: `row-${index}`, icon: IconBolt }))
}

/** Returns the commands and settings of other pages that match the text. */
function useElsewhere(wanted: string, find: FindElsewhere): Choice[] {
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const spoken = language.use()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const all = usePages()
  const environment = environmentId.use()
  const scopes = session.use()?.environments.find((one) => one.environmentId === environment)?.scopes ?? []
  const { data } = useQuery({
    queryKey: ['finder', 'elsewhere', spoken],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => find(spoken),
  })
  if (!data || wanted.length < 2) return []
  const choice = ({ to, label, keys, scope, isField = false }: Elsewhere, index: number): Choice[] => {
    const page = to === ownAccount.to ? ownAccount : all.find((one) => one.to === to)
    const isAllowed = page && (scope === undefined || scopes.includes(scope))
    // The commands of this page are already listed as its actions.
    if (!isAllowed || (!isField && to === path)) return []
    const place = words[page.words] as string
    if (!hasAll(`${label} ${place}`, wanted)) return []
    const run = async () => {
      await navigate({ to })
      if (isField) focusWhenThere(label)
      else runWhenThere(keys, label)
    }
    const group = isField ? words.settings : words.actionsElsewhere
    return [
      {
        id: `${isField ? 'setting' : 'elsewhere'}-${index}`,
        group,
        label,
        note: place,
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
  wanted: string,
  find: (search: string, signal: AbortSignal) => Promise<T[]>,
): T[] {
  const asked = useAskedText(wanted)
  const { data = [], isPlaceholderData } = useQuery({
    ...entryOf(endpoint, 'found', asked),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(asked, signal),
  })
  if (wanted.length < 2) return []
  const isOfOthers = isPlaceholderData || asked !== wanted
  return data.filter(({ key }) => !isOfOthers || key.toLowerCase().includes(wanted.toLowerCase()))
}

const loadsMax = 5

async function findLoads(search: string, signal: AbortSignal) {
  const query = { search, limit: String(loadsMax), sort: '-plannedStart' } as const
  const { data } = await client.call(listLoadPages, { query, signal })
  return data.loads
}

const ordersMax = 8
type Asked = QueryOf<typeof listConsignments>
type Page = DataOf<typeof listConsignments>

/**
 * Finds orders. If there are more than ⌘K shows, orders of today come first, because callers usually ask about these.
 */
async function findOrders(search: string, signal: AbortSignal): Promise<ConsignmentSummary[]> {
  const ask = async (more: { windowFrom?: string; windowTo?: string }) => {
    const rows: ConsignmentSummary[] = []
    // A page may contain fewer rows than `limit`, with further results on the next page.
    for (let cursor: string | null = ''; cursor !== null && rows.length < ordersMax; ) {
      const query = { search, view: 'compact', limit: String(ordersMax), ...more, ...(cursor ? { cursor } : {}) }
      const page: Page = (await client.call(listConsignments, { query: query as Asked, signal })).data
      rows.push(...(page.consignments as ConsignmentSummary[]))
      cursor = page.next
    }
    return rows.slice(0, ordersMax)
  }
  const found = await ask({})
  if (found.length < ordersMax) return found
  const { timezone } = (await queryClient.fetchQuery(read(getEnvironment))).data
  const { from, to } = wholeDay(dayOf(new Date(), timezone))
  const ofToday = await ask({ windowFrom: from, windowTo: to })
  const ids = new Set(ofToday.map(({ consignmentId }) => consignmentId))
  return [...ofToday, ...found.filter(({ consignmentId }) => !ids.has(consignmentId))].slice(0, ordersMax)
}

/** Returns the facts that distinguish an order from others of the same recipient. */
function noteOf(order: ConsignmentSummary, format: Format): string {
  const { company, consigneeName, city, outcomeTime, planned, requiredFrom, requiredTo, loadKey } = order
  const at = outcomeTime ?? planned
  return [
    [company ?? consigneeName, city].filter(Boolean).join(', '),
    at === null ? format.range(requiredFrom, requiredTo) : format.instant(at),
    loadKey,
  ]
    .filter(Boolean)
    .join(' · ')
}
