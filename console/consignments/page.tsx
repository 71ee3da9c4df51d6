// The page of the order list: views, filters, rows, and the open order beside them.

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useDriverName } from '../api/driver-name.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { environmentId, useMay } from '../api/session.ts'
import { createCsvWriter } from '../platform/csv.ts'
import { getZonedDay } from '../platform/day.ts'
import { useOpenedOrder, useOpenOrder } from '../platform/open-order.ts'
import { downloadCsv } from '../platform/save-file.ts'
import { useStableHandlers } from '../platform/stable-handlers.ts'
import { ControlHint } from '../shell/hint.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { BulkBar } from './bulk.tsx'
import { formatFileHeading, getColumn, listFileColumns, readColumns, storeColumns } from './columns.tsx'
import { listCommands } from './commands.ts'
import styles from './list.module.css'
import { OrderList } from './list.tsx'
import { usePrinting } from './list-print.ts'
import { buildTotalEntry, iterateRows, type OrderRow } from './rows.ts'
import { type ListSearch, mergeSearch, queryOf, readSearch, removeParameters, toPlanAgain } from './search.ts'
import { useSelection } from './selection.ts'
import { ListToolbar } from './toolbar.tsx'
import { ViewBar } from './views.tsx'
import { listTexts } from './words.ts'

const route = getRouteApi('/shell/consignments')

const sample =
  `curl ${location.origin}/v1/consignment -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\\n` +
  `  -d '{"key":"ORDER-1","type":"delivery","consigneeAddress":{"line1":"1 High Street","city":"Leeds",` +
  `"postalCode":"LS1 1AA","country":"GB"}}'`

export function ConsignmentsPage() {
  const texts = useTexts(listTexts)
  const routeSearch = route.useSearch()
  const search = useMemo(() => readSearch(routeSearch), [routeSearch])
  const navigate = useNavigate()
  const selection = useSelection()
  const { timezone } = useSettings()
  const environment = environmentId.use()
  const mayWrite = useMay('consignments:write')
  const hasDetail = useRouterState({ select: ({ location }) => location.pathname.startsWith('/consignments/') })
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const detailId = useParams({ strict: false }).consignmentId
  const { order: overId } = useOpenedOrder()
  const { open } = useOpenOrder()
  const setSearch = (next: ListSearch) =>
    void navigate({ to: '.', search: (latest: ListSearch) => mergeSearch(latest, search, next), replace: true })
  const create = () => void navigate({ to: '/consignments/new', search })
  const handlers = useStableHandlers({ search: setSearch, save: useFile(search), print: usePrinting(search) })
  useShortcuts([
    ...(mayWrite ? [{ command: listCommands.add, group: texts.orders, run: create }] : []),
    {
      command: listCommands.failed,
      group: texts.orders,
      run: () => void navigate({ to: '/consignments', search: toPlanAgain }),
    },
    { command: listCommands.print, group: texts.orders, run: () => void handlers.print() },
    { command: listCommands.csv, group: texts.orders, run: () => void handlers.save() },
  ])
  const newButton = mayWrite ? <NewButton onClick={create} /> : null
  return (
    <PageFrame
      title={texts.orders}
      zone={timezone}
      titleExtra={<Count search={search} />}
      actions={hasDetail && isNarrow ? null : newButton}
    >
      <div className={styles.split} data-detail={hasDetail || undefined}>
        <div className={styles.side}>
          <ViewBar key={environment} search={search} />
          <ListToolbar search={search} onSearch={handlers.search} onSave={handlers.save} onPrint={handlers.print} />
          <OrderList
            key={environment}
            search={search}
            selection={selection}
            openId={detailId ?? overId}
            isOrderOpen={hasDetail}
            onSort={(sort) => setSearch({ ...search, sort })}
            onColumns={(columns) => setSearch({ ...search, columns: storeColumns(columns) })}
            // A user who views all fields of an order sees all fields of the next one.
            onOpen={(consignmentId, replace) =>
              detailId === undefined
                ? open(consignmentId)
                : void navigate({ to: '/consignments/$consignmentId', params: { consignmentId }, search, replace })
            }
            empty={<Nothing search={search} newButton={newButton} onClear={() => setSearch({})} />}
          />
          <BulkBar selection={selection} />
        </div>
        <Outlet />
      </div>
    </PageFrame>
  )
}

function NewButton({ onClick }: { onClick(): void }) {
  const add = useNamed()(listCommands.add)
  return (
    <ControlHint {...add}>
      <Button variant="filled" leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
        {add.label}
      </Button>
    </ControlHint>
  )
}

/** Returns a function that saves the filtered list with its visible columns as a file. */
function useFile(search: ListSearch): () => Promise<void> {
  const texts = useTexts(listTexts)
  const { customFields: fields, displayPreferences: units, pod } = useSettings()
  const writing = {
    words: texts,
    format: useEnvironmentFormat(),
    units,
    fields,
    reasons: pod.reasons,
    driverName: useDriverName(),
  }
  return async () => {
    const columns = listFileColumns(readColumns(search, fields).map(({ name }) => name))
    const write = createCsvWriter(currentLanguage.get())
    const lines = [write(columns.map((name) => formatFileHeading(name, writing)))]
    const cell = (row: OrderRow, column: ReturnType<typeof getColumn>) =>
      column.write?.(row, writing) ?? String(column.show(row, writing))
    const written = (row: OrderRow) => write(columns.map((name) => cell(row, getColumn(name, fields))))
    let count = 0
    try {
      for await (const rows of iterateRows(queryOf(search))) {
        count += rows.length
        lines.push(...rows.map(written))
      }
      downloadCsv(`consignments-${getZonedDay(new Date(), writing.format.zone)}.csv`, lines)
      showDone(texts.csvDone(count))
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
  const texts = useTexts(listTexts)
  const isFiltered = Object.keys(removeParameters(search, 'sort', 'columns')).length > 0
  return isFiltered ? (
    <EmptyState
      title={texts.nothingTitle}
      action={
        <Button variant="filled" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  ) : (
    <EmptyState title={texts.emptyTitle} action={newButton} command={sample}>
      {texts.emptyText}
    </EmptyState>
  )
}

/** Draws the number of rows counted so far. */
function Count({ search }: { search: ListSearch }) {
  const texts = useTexts(listTexts)
  const format = useEnvironmentFormat()
  const total = useQuery<{ count: number; exact: boolean }>({
    ...buildTotalEntry(queryOf(search)),
    enabled: false,
  }).data
  if (!total) return null
  const text = format.number(total.count)
  return <QuietText title={texts.rows}>{total.exact ? text : texts.atLeast(text)}</QuietText>
}
