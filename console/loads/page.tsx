// The list of loads: found by state, depot and day; created, edited and deleted; each with how full it is.
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import {
  IconArrowRight,
  IconBarcode,
  IconDots,
  IconDownload,
  IconEdit,
  IconPlus,
  IconPrinter,
  IconRoute,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { type Environment, getEnvironment } from '../../contract/environment.ts'
import { type LoadSummary, loadStatuses } from '../../contract/load.ts'
import { failureOf, read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { useAddressText } from '../fields/address-text.ts'
import { Choose } from '../fields/choose.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { CapacityUse } from '../load/capacity.tsx'
import { LoadForm } from '../load/form.tsx'
import { isOpen, StatusBadge } from '../load/status.tsx'
import { loadWords } from '../load/words.ts'
import { saveLoadLabels } from '../road/papers.ts'
import { LoadProgressBar } from '../road/progress.tsx'
import { roadWords } from '../road/words.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { shellWords } from '../shell/words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { useLoads } from './data.ts'
import { DeleteLoad } from './delete.tsx'
import { isFiltered, type LoadFilters, loadFilters } from './filters.ts'
import { useFile } from './list-file.ts'
import { usePrinting } from './list-print.ts'
import styles from './page.module.css'

const route = getRouteApi('/shell/loads')

export function LoadsPage() {
  const words = useWords(loadWords)
  const environment = useQuery(read(getEnvironment))
  const [editing, setEditing] = useState<LoadSummary | 'new' | null>(null)
  const [deleting, setDeleting] = useState<LoadSummary | null>(null)
  const mayChange = useMay('loads:write')
  const filters = loadFilters(route.useSearch())
  const loads = useLoads(filters)
  const navigate = useNavigate()
  const create = () => setEditing('new')
  useShortcuts(mayChange ? [{ keys: 'n', label: words.newLoad, group: words.loads, run: create }] : [])
  const error = failureOf(environment, loads)
  if (error) return <Failure error={error} />
  const settings = environment.data?.data
  const found = settings && loads.data?.pages.flatMap((page) => page.loads)
  const total = loads.data?.pages[0]?.total
  // On top of where the address is by now, which may be further than what is drawn.
  const filter = (next: LoadFilters) =>
    navigate({ to: '/loads', search: (latest: LoadFilters) => ({ ...latest, ...next }), replace: true })
  const newButton = mayChange ? (
    <Hint label={words.newLoad} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={create}>
        {words.newLoad}
      </Button>
    </Hint>
  ) : null
  return (
    <Page
      title={words.loads}
      {...(settings ? { zone: settings.timezone } : {})}
      beside={total && <span className={styles.count}>{words.loadCount(total.count)}</span>}
      actions={
        <>
          <TakeAway filters={filters} />
          {newButton}
        </>
      }
    >
      <Filters filters={filters} onChange={filter} />
      {found?.length === 0 && !isFiltered(filters) && (
        <Empty title={words.none} action={newButton}>
          {words.noneHelp}
        </Empty>
      )}
      {found?.length === 0 && isFiltered(filters) && (
        <Empty
          title={words.noneFound}
          action={
            <Button variant="default" onClick={() => navigate({ to: '/loads', search: {} })}>
              {words.clearFilters}
            </Button>
          }
        />
      )}
      {!found && <Waiting />}
      {settings && found && found.length > 0 && (
        <LoadTable
          loads={found}
          environment={settings}
          onEnd={() => loads.hasNextPage && !loads.isFetching && void loads.fetchNextPage()}
          mayChange={mayChange}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      )}
      <LoadForm opened={editing !== null} load={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      <DeleteLoad load={deleting} onClose={() => setDeleting(null)} />
    </Page>
  )
}

/** All that the filters let through, as a file and on paper. */
const TakeAway = ({ filters }: { filters: LoadFilters }) => (
  <>
    <FileButton filters={filters} />
    <PrintButton filters={filters} />
  </>
)

function FileButton({ filters }: { filters: LoadFilters }) {
  const words = useWords(loadWords)
  const save = useFile(filters)
  useShortcuts([{ keys: 'mod+shift+e', label: words.csv, group: words.loads, run: () => void save() }])
  return (
    <Hint label={words.csv} keys="mod+shift+e">
      <ActionIcon aria-label={words.csv} onClick={() => void save()}>
        <IconDownload size={17} />
      </ActionIcon>
    </Hint>
  )
}

function PrintButton({ filters }: { filters: LoadFilters }) {
  const words = useWords(loadWords)
  const shell = useWords(shellWords)
  const print = usePrinting(filters)
  useShortcuts([{ keys: 'mod+p', label: shell.print, group: words.loads, run: () => void print() }])
  return (
    <Hint label={shell.print} keys="mod+p">
      <ActionIcon aria-label={shell.print} onClick={() => void print()}>
        <IconPrinter size={17} />
      </ActionIcon>
    </Hint>
  )
}

function Filters({ filters, onChange }: { filters: LoadFilters; onChange: (filters: LoadFilters) => void }) {
  const words = useWords(loadWords)
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const { q, status, depot, from, to } = filters
  const [typed, setTyped] = useAddressText(q ?? '', (text) => onChange({ q: text || undefined }))
  return (
    <Group gap="xs" className={styles.filters}>
      <TextInput
        aria-label={words.searchKey}
        placeholder={words.searchKey}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Choose
        aria-label={words.status}
        placeholder={words.anyStatus}
        choices={loadStatuses.map((value) => ({ value, label: words[value] }))}
        value={status ?? null}
        onChange={(value) => onChange({ status: value ?? undefined })}
        isClearable
      />
      <Choose
        aria-label={words.startDepot}
        placeholder={words.anyDepot}
        choices={depots.map(({ key, name }) => ({ value: key, label: name }))}
        value={depot ?? null}
        onChange={(value) => onChange({ depot: value ?? undefined })}
        isClearable
      />
      <span className={styles.day}>
        <span aria-hidden>{words.from}</span>
        <WhenInput
          name={words.from}
          kind={dayKind}
          isWhole
          value={from ?? null}
          onChange={(day) => onChange({ from: day ?? undefined })}
        />
      </span>
      <span className={styles.day}>
        <span aria-hidden>{words.to}</span>
        <WhenInput
          name={words.to}
          kind={dayKind}
          isWhole
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
          {words.clearFilters}
        </Button>
      )}
    </Group>
  )
}

interface LoadTableProps {
  loads: readonly LoadSummary[]
  environment: Environment
  /** The end of what is there comes into view. */
  onEnd: () => void
  mayChange: boolean
  onEdit: (load: LoadSummary) => void
  onDelete: (load: LoadSummary) => void
}

const rowHeight = 52

/** Rows are drawn where they are looked at: a year has many loads. */
function LoadTable(props: LoadTableProps) {
  const words = useWords(loadWords)
  const actionsOf = useActions(props)
  useRowCommands(() => props.loads.map((load) => ({ id: load.loadId, name: load.key, commands: actionsOf(load) })))
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: props.loads.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { onEnd } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the last row that is drawn changes
  useEffect(() => {
    if (last >= props.loads.length - 1) onEnd()
  }, [last, props.loads.length])
  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={frame} className={styles.frame} aria-label={words.loads} tabIndex={0}>
      <table className={styles.table} aria-rowcount={props.loads.length + 1}>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.plannedStart}</th>
            <th scope="col" className={styles.wide}>
              {words.depot}
            </th>
            <th scope="col" className={styles.number}>
              {words.stops}
            </th>
            <th scope="col" className={styles.use}>
              {words.weight}
            </th>
            <th scope="col" className={`${styles.wide} ${styles.use}`}>
              {words.volume}
            </th>
            <th scope="col">
              <span className="visually-hidden">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} aria-hidden />}
          {shown.map(({ index }) => (
            <LoadRow
              key={props.loads[index]!.loadId}
              {...props}
              load={props.loads[index]!}
              index={index}
              actions={actionsOf(props.loads[index]!)}
              measure={rows.measureElement}
            />
          ))}
          {after > 0 && <tr style={{ height: after }} aria-hidden />}
        </tbody>
      </table>
    </section>
  )
}

/** What can be done with a load, for the menu of its row and for ⌘K. */
function useActions({ mayChange, onEdit, onDelete }: LoadTableProps) {
  const words = useWords(loadWords)
  const road = useWords(roadWords)
  const navigate = useNavigate()
  return (load: LoadSummary) => [
    {
      ...{ label: words.openPlan, icon: IconRoute },
      run: () => void navigate({ to: '/plan', search: { load: load.loadId } }),
    },
    ...(load.stopCount > 0 ? [{ label: road.labels, icon: IconBarcode, run: () => void saveLoadLabels(load) }] : []),
    ...(mayChange ? [{ label: words.edit, icon: IconEdit, run: () => onEdit(load) }] : []),
    ...(mayChange && isOpen(load.status) ? [{ label: words.remove, icon: IconTrash, run: () => onDelete(load) }] : []),
  ]
}

type RowProps = LoadTableProps & {
  load: LoadSummary
  index: number
  actions: ReturnType<ReturnType<typeof useActions>>
  /** Rows are as tall as their screen makes them. */
  measure: (row: HTMLTableRowElement | null) => void
}

function LoadRow({ load, index, environment, actions, measure }: RowProps) {
  const words = useWords(loadWords)
  const format = useFormat(environment.timezone)
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const open = { to: '/plan', search: { load: load.loadId } } as const
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} data-load={load.key} data-row={load.loadId}>
      <th scope="row">
        <Link {...open} className={styles.key}>
          {load.key}
        </Link>
      </th>
      <td className={styles.state}>
        <StatusBadge status={load.status} />
        <LoadProgressBar load={load} zone={environment.timezone} />
      </td>
      <td className="figures">
        {load.plannedStart ? format.instant(load.plannedStart) : <span className={styles.quiet}>{words.noStart}</span>}
        <Actual load={load} zone={environment.timezone} />
      </td>
      <td className={styles.wide}>
        <span className={styles.way}>
          {load.startDepotKey ?? words.noDepot}
          <IconArrowRight size={13} aria-hidden className={styles.arrow} />
          {load.endDepotKey ?? words.noDepot}
        </span>
      </td>
      <td className={`${styles.number} figures`} data-label={words.stops}>
        {load.stopCount}
      </td>
      <td className={styles.weight}>
        <CapacityUse title={words.weight} peak={load.peakWeight} capacity={load.weightCapacity} unit={weightUnit} />
      </td>
      <td className={styles.wide}>
        <CapacityUse title={words.volume} peak={load.peakVolume} capacity={load.volumeCapacity} unit={volumeUnit} />
      </td>
      <td className={styles.actions}>
        <Menu position="bottom-end" width="14rem">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`${words.actions}: ${load.key}`}>
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
      </td>
    </tr>
  )
}

/** When it really started and ended. */
function Actual({ load: { actualStart, actualEnd }, zone }: { load: LoadSummary; zone: string }) {
  const road = useWords(roadWords)
  const format = useFormat(zone)
  return (
    <span className={styles.actual}>
      {actualStart && <span>{road.startedAt(format.instant(actualStart))}</span>}
      {actualEnd && <span>{road.completedAt(format.instant(actualEnd))}</span>}
    </span>
  )
}
