// The page of the order list: views, filters, rows, and the open order beside them.

import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { environmentId, useMay } from '../api/session.ts'
import { download, line } from '../platform/csv.ts'
import { dayOf } from '../platform/day.ts'
import { useOpenedOrder, useOpenOrder } from '../platform/open-order.ts'
import { useStableHandlers } from '../platform/stable-handlers.ts'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { BulkBar } from './bulk.tsx'
import { columnOf, columnsOf, fileColumns, fileHeading, rememberColumns } from './columns.tsx'
import { listCommands } from './commands.ts'
import styles from './list.module.css'
import { List } from './list.tsx'
import { usePrinting } from './list-print.ts'
import { type Row, totalEntry, walk } from './rows.ts'
import { carriedOver, type ListSearch, queryOf, readSearch, toPlanAgain, without } from './search.ts'
import { useSelection } from './selection.ts'
import { Toolbar } from './toolbar.tsx'
import { Views } from './views.tsx'
import { listWords } from './words.ts'

const route = getRouteApi('/shell/consignments')

const sample =
  `curl ${location.origin}/v1/consignment -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\\n` +
  `  -d '{"key":"ORDER-1","type":"delivery","consigneeAddress":{"line1":"1 High Street","city":"Leeds",` +
  `"postalCode":"LS1 1AA","country":"GB"}}'`

export function ConsignmentsPage() {
  const words = useWords(listWords)
  const given = route.useSearch()
  const search = useMemo(() => readSearch(given), [given])
  const navigate = useNavigate()
  const selection = useSelection()
  const { timezone } = useSettings()
  const environment = environmentId.use()
  const mayWrite = useMay('consignments:write')
  const hasDetail = useRouterState({ select: ({ location }) => location.pathname.startsWith('/consignments/') })
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const besideId = useParams({ strict: false }).consignmentId
  const { order: overId } = useOpenedOrder()
  const { open } = useOpenOrder()
  const setSearch = (next: ListSearch) =>
    void navigate({ to: '.', search: (latest: ListSearch) => carriedOver(latest, search, next), replace: true })
  const create = () => void navigate({ to: '/consignments/new', search })
  const on = useStableHandlers({ search: setSearch, save: useFile(search), print: usePrinting(search) })
  useShortcuts([
    ...(mayWrite ? [{ command: listCommands.add, group: words.orders, run: create }] : []),
    {
      command: listCommands.failed,
      group: words.orders,
      run: () => void navigate({ to: '/consignments', search: toPlanAgain }),
    },
    { command: listCommands.print, group: words.orders, run: () => void on.print() },
    { command: listCommands.csv, group: words.orders, run: () => void on.save() },
  ])
  const newButton = mayWrite ? <NewButton onClick={create} /> : null
  return (
    <Page
      title={words.orders}
      zone={timezone}
      beside={<Count search={search} />}
      actions={hasDetail && isNarrow ? null : newButton}
    >
      <div className={styles.split} data-detail={hasDetail || undefined}>
        <div className={styles.side}>
          <Views key={environment} search={search} />
          <Toolbar search={search} onSearch={on.search} onSave={on.save} onPrint={on.print} />
          <List
            key={environment}
            search={search}
            selection={selection}
            openId={besideId ?? overId}
            isBeside={hasDetail}
            onSort={(sort) => setSearch({ ...search, sort })}
            onColumns={(columns) => setSearch({ ...search, columns: rememberColumns(columns) })}
            // A user who views all fields of an order sees all fields of the next one.
            onOpen={(consignmentId, replace) =>
              besideId === undefined
                ? open(consignmentId)
                : void navigate({ to: '/consignments/$consignmentId', params: { consignmentId }, search, replace })
            }
            empty={<Nothing search={search} newButton={newButton} onClear={() => setSearch({})} />}
          />
          <BulkBar selection={selection} />
        </div>
        <Outlet />
      </div>
    </Page>
  )
}

function NewButton({ onClick }: { onClick(): void }) {
  const add = useNamed()(listCommands.add)
  return (
    <Hint {...add}>
      <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
        {add.label}
      </Button>
    </Hint>
  )
}

/** Returns a function that saves the filtered list with its visible columns as a file. */
function useFile(search: ListSearch): () => Promise<void> {
  const words = useWords(listWords)
  const { customFields: fields, displayPreferences: units, pod } = useSettings()
  const writing = {
    words,
    format: useEnvironmentFormat(),
    units,
    fields,
    reasons: pod.reasons,
    driverName: useDriverName(),
  }
  return async () => {
    const columns = fileColumns(columnsOf(search, fields).map(({ name }) => name))
    const parts = [line(columns.map((name) => fileHeading(name, writing)))]
    const cell = (row: Row, { write, show }: ReturnType<typeof columnOf>) =>
      write?.(row, writing) ?? String(show(row, writing))
    const written = (row: Row) => line(columns.map((name) => cell(row, columnOf(name, fields))))
    let count = 0
    try {
      for await (const rows of walk(queryOf(search))) {
        count += rows.length
        parts.push(...rows.map(written))
      }
      download(`consignments-${dayOf(new Date(), writing.format.zone)}.csv`, parts)
      showDone(words.csvDone(count))
    } catch (error) {
      showProblem(error)
    }
  }
}

interface NothingProps {
  search: ListSearch
  newButton: ReactNode
  onClear(): void
}

/** Draws the empty list: without orders, or without orders that pass the filters. */
function Nothing({ search, newButton, onClear }: NothingProps) {
  const words = useWords(listWords)
  const isFiltered = Object.keys(without(search, 'sort', 'columns')).length > 0
  return isFiltered ? (
    <Empty title={words.nothingTitle} action={<Button onClick={onClear}>{words.clearFilters}</Button>} />
  ) : (
    <Empty title={words.emptyTitle} action={newButton} command={sample}>
      {words.emptyText}
    </Empty>
  )
}

/** Draws the number of rows, as far as they are counted. */
function Count({ search }: { search: ListSearch }) {
  const words = useWords(listWords)
  const format = useEnvironmentFormat()
  const total = useQuery<{ count: number; exact: boolean }>({
    ...totalEntry(queryOf(search)),
    enabled: false,
  }).data
  if (!total) return null
  const text = format.number(total.count)
  return (
    <Text size="sm" c="dimmed" title={words.rows}>
      {total.exact ? text : words.atLeast(text)}
    </Text>
  )
}
