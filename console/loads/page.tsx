// Lists loads by status, depot and day, with their capacity use. A user creates, edits and deletes loads there.
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { IconDots, IconDownload, IconEdit, IconPrinter, IconRoute, IconSearch, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { type LoadSummary, loadStatuses } from '../../contract/load.ts'
import { buildQuery, findFailure } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useAddressText } from '../fields/address-text.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { LoadForm } from '../load/form.tsx'
import { isOpen } from '../load/status.tsx'
import { loadTexts } from '../load/words.ts'
import { saveLoadLabels } from '../road/papers.ts'
import { roadTexts } from '../road/words.ts'
import type { TableColumn } from '../shell/columns.ts'
import { DataTable } from '../shell/data-table.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import { useLoadColumns } from './columns.tsx'
import { loadsCommands } from './commands.ts'
import { useLoads } from './data.ts'
import { DeleteLoad } from './delete.tsx'
import { isFiltered, type LoadFilters, loadFilters } from './filters.ts'
import { useFile } from './list-file.ts'
import { usePrinting } from './list-print.ts'
import styles from './page.module.css'

const route = getRouteApi('/shell/loads')

export function LoadsPage() {
  const texts = useTexts(loadTexts)
  const environment = useQuery(buildQuery(getEnvironment))
  const [editing, setEditing] = useState<LoadSummary | 'new' | null>(null)
  const [deleting, setDeleting] = useState<LoadSummary | null>(null)
  const mayChange = useMay('loads:write')
  const filters = loadFilters(route.useSearch())
  const loads = useLoads(filters)
  const navigate = useNavigate()
  const newButton = useNewRecord({
    command: loadsCommands.add,
    group: texts.loads,
    isAllowed: mayChange,
    run: () => setEditing('new'),
  })
  const error = findFailure(environment, loads)
  if (error) return <FailureMessage error={error} />
  const settings = environment.data?.data
  const found = settings && loads.data?.pages.flatMap((page) => page.loads)
  const total = loads.data?.pages[0]?.total
  // The latest URL may be newer than the URL at the last render.
  const filter = (next: LoadFilters) =>
    navigate({ to: '/loads', search: (latest: LoadFilters) => ({ ...latest, ...next }), replace: true })
  return (
    <PageFrame
      title={texts.loads}
      {...(settings ? { zone: settings.timezone } : {})}
      titleExtra={total && <span className={styles.count}>{texts.loadCount(total.count)}</span>}
      actions={
        <>
          <TakeAway filters={filters} />
          {newButton}
        </>
      }
    >
      <Filters filters={filters} onChange={filter} />
      <LoadTable
        loads={found}
        empty={<NoLoads isFiltered={isFiltered(filters)} button={newButton} />}
        onEnd={() => loads.hasNextPage && !loads.isFetching && void loads.fetchNextPage()}
        mayChange={mayChange}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <LoadForm opened={editing !== null} load={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      <DeleteLoad load={deleting} onClose={() => setDeleting(null)} />
    </PageFrame>
  )
}

/** Draws the buttons that save the list as a file and print it, and registers their keys. */
function TakeAway({ filters }: { filters: LoadFilters }) {
  const texts = useTexts(loadTexts)
  const named = useNamed()
  const tools = [
    { command: loadsCommands.csv, icon: IconDownload, work: useFile(filters) },
    { command: loadsCommands.print, icon: IconPrinter, work: usePrinting(filters) },
  ]
  useShortcuts(tools.map(({ command, work }) => ({ command, group: texts.loads, run: () => void work() })))
  return tools.map(({ command, icon: Icon, work }) => (
    <ControlHint key={command.keys} {...named(command)}>
      <ActionIcon aria-label={named(command).label} onClick={() => void work()}>
        <Icon size={17} />
      </ActionIcon>
    </ControlHint>
  ))
}

function Filters({ filters, onChange }: { filters: LoadFilters; onChange: (filters: LoadFilters) => void }) {
  const texts = useTexts(loadTexts)
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const { q, status, depot, from, to } = filters
  const [typed, setTyped] = useAddressText(q ?? '', (text) => onChange({ q: text || undefined }))
  return (
    <Group gap="xs" className={styles.filters}>
      <TextInput
        aria-label={texts.searchKey}
        placeholder={texts.searchKey}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ChoiceInput
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        choices={loadStatuses.map((value) => ({ value, label: texts[value] }))}
        value={status ?? null}
        onChange={(value) => onChange({ status: value ?? undefined })}
        isClearable
      />
      <ChoiceInput
        aria-label={texts.startDepot}
        placeholder={texts.anyDepot}
        choices={depots.map(({ key, name }) => ({ value: key, label: name }))}
        value={depot ?? null}
        onChange={(value) => onChange({ depot: value ?? undefined })}
        isClearable
      />
      <span className={styles.day}>
        <span aria-hidden>{texts.from}</span>
        <WhenInput
          name={texts.from}
          valueType={dayKind}
          isDeferred
          value={from ?? null}
          onChange={(day) => onChange({ from: day ?? undefined })}
        />
      </span>
      <span className={styles.day}>
        <span aria-hidden>{texts.to}</span>
        <WhenInput
          name={texts.to}
          valueType={dayKind}
          isDeferred
          value={to ?? null}
          onChange={(day) => onChange({ to: day ?? undefined })}
        />
      </span>
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({ q: undefined, status: undefined, depot: undefined, from: undefined, to: undefined })
          }
        >
          {texts.clearFilters}
        </Button>
      )}
    </Group>
  )
}

function NoLoads({ isFiltered, button }: { isFiltered: boolean; button: ReactNode }) {
  const texts = useTexts(loadTexts)
  const navigate = useNavigate()
  if (!isFiltered)
    return (
      <EmptyState title={texts.none} action={button}>
        {texts.noneHelp}
      </EmptyState>
    )
  const clear = <Button onClick={() => navigate({ to: '/loads', search: {} })}>{texts.clearFilters}</Button>
  return <EmptyState title={texts.noneFound} action={clear} />
}

interface LoadTableProps {
  loads: readonly LoadSummary[] | undefined
  empty: ReactNode
  /** Runs when the user scrolls to the end of the rows. */
  onEnd: () => void
  mayChange: boolean
  onEdit: (load: LoadSummary) => void
  onDelete: (load: LoadSummary) => void
}

/** Height of a row on a desktop, in pixels. */
const rowHeight = 52

function LoadTable(props: LoadTableProps) {
  const texts = useTexts(loadTexts)
  return (
    <DataTable
      label={texts.loads}
      columns={useColumns(props)}
      rows={props.loads}
      empty={props.empty}
      idOf={({ loadId }) => loadId}
      nameOf={({ key }) => key}
      commands={useActions(props)}
      attributes={({ key }) => ({ 'data-load': key })}
      scroll={{ frame: styles.frame, table: styles.table, rowHeight, onEnd: props.onEnd }}
    />
  )
}

/** Returns the commands of a load, for the menu of its row and for ⌘K. */
function useActions({ mayChange, onEdit, onDelete }: LoadTableProps) {
  const texts = useTexts(loadTexts)
  const road = useTexts(roadTexts)
  const navigate = useNavigate()
  return (load: LoadSummary) => [
    {
      label: texts.openPlan,
      icon: IconRoute,
      run: () => void navigate({ to: '/plan', search: { load: load.loadId } }),
    },
    ...(load.stopCount > 0 ? [{ label: road.labels, icon: IconDownload, run: () => void saveLoadLabels(load) }] : []),
    ...(mayChange ? [{ label: texts.edit, icon: IconEdit, run: () => onEdit(load) }] : []),
    ...(mayChange && isOpen(load.status) ? [{ label: texts.remove, icon: IconTrash, run: () => onDelete(load) }] : []),
  ]
}

function useColumns(props: LoadTableProps): TableColumn<LoadSummary>[] {
  const texts = useTexts(loadTexts)
  const { screen } = useLoadColumns()
  const actionsOf = useActions(props)
  const menu: TableColumn<LoadSummary> = {
    head: texts.actions,
    isActions: true,
    className: styles.actions,
    show: (load) => <RowMenu name={`${texts.actions}: ${load.key}`} actions={actionsOf(load)} />,
  }
  return [...screen, menu]
}

const RowMenu = ({ name, actions }: { name: string; actions: ReturnType<ReturnType<typeof useActions>> }) => (
  <Menu position="bottom-end" width="14rem">
    <Menu.Target>
      <ActionIcon size="sm" aria-label={name}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label, icon: Icon, run }) => (
        <Menu.Item key={label} leftSection={<Icon size={14} />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
