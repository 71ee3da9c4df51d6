// The toolbar of the order list: search, active filters, further filters, columns, file and print.
import { ActionIcon, Button, CloseButton, Menu, TextInput } from '@mantine/core'
import { IconColumns3, IconDownload, IconFilter, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useRef, useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { listLoads } from '../../contract/load.ts'
import { outcomes } from '../../contract/road.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useAddressText } from '../fields/address-text.ts'
import { roadWords } from '../road/words.ts'
import { Hint } from '../shell/hint.tsx'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { useWords } from '../words/language.ts'
import { toggled } from './column-choice.ts'
import { type ColumnName, columnNamesOf, columnsOf, nameOfColumn, rememberColumns } from './columns.tsx'
import { listCommands } from './commands.ts'
import {
  type Bound,
  boundsOf,
  DayChip,
  type DayFilter,
  dayColumns,
  dayFilters,
  isBound,
  todayIn,
  usualDays,
  withDays,
} from './days.tsx'
import styles from './list.module.css'
import { type FilterName, failedOutcomes, filterNames, type ListSearch, without } from './search.ts'
import { escaped, TypedMenus } from './typed-filters.tsx'
import { listWords } from './words.ts'

interface ToolbarProps {
  search: ListSearch
  onSearch(search: ListSearch): void
  onSave(): void
  onPrint(): void
}

export const Toolbar = memo(function Toolbar({ search, onSearch, onSave, onPrint }: ToolbarProps) {
  const named = useNamed()
  const [csv, print] = [named(listCommands.csv), named(listCommands.print)]
  return (
    <div className={styles.toolbar}>
      <SearchField
        value={search.search ?? ''}
        onChange={(text) => onSearch(text ? { ...search, search: text } : without(search, 'search'))}
      />
      <Chips search={search} onSearch={onSearch} />
      <span className={styles.spring} />
      <ColumnMenu search={search} onSearch={onSearch} />
      <Hint {...csv}>
        <ActionIcon aria-label={csv.label} onClick={onSave}>
          <IconDownload size={17} />
        </ActionIcon>
      </Hint>
      <Hint {...print}>
        <ActionIcon aria-label={print.label} onClick={onPrint}>
          <IconPrinter size={17} />
        </ActionIcon>
      </Hint>
    </div>
  )
})

function SearchField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const words = useWords(listWords)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useAddressText(value, onChange)
  useShortcuts([{ command: listCommands.find, group: words.orders, run: () => field.current?.select() }])
  return (
    <Hint {...useNamed()(listCommands.find)}>
      <TextInput
        ref={field}
        type="search"
        className={styles.search ?? ''}
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={15} aria-hidden />}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          field.current?.blur()
          document.querySelector<HTMLElement>('[role=grid]')?.focus()
        }}
      />
    </Hint>
  )
}

interface Option {
  value: string
  label: string
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')

type ChoiceFilter = Exclude<FilterName, Bound>

/** Returns the choices of filters with choices. */
function useChoices(): Partial<Record<ChoiceFilter, Option[]>> {
  const words = useWords(listWords)
  const road = useWords(roadWords)
  const { channels, areas } = useSettings()
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const loads = useQuery(read(listLoads)).data?.data ?? []
  const none = { value: 'none', label: words.none }
  const yesNo = [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ]
  const named = (some: readonly { key: string; name: string }[]) => [
    none,
    ...some.map(({ key, name }) => ({ value: escaped(key), label: name === key ? key : `${name} (${key})` })),
  ]
  return {
    type: [
      { value: 'delivery', label: words.delivery },
      { value: 'collection', label: words.collection },
    ],
    depotKey: named(depots),
    channelKey: named(channels),
    areaKey: named(areas),
    loadId: [none, ...loads.slice(0, 100).map(({ loadId, key }) => ({ value: escaped(loadId), label: key }))],
    assigned: yesNo,
    outcome: [
      none,
      ...outcomes.map((value) => ({ value, label: road[value] })),
      { value: failedOutcomes, label: road.failedOrPartial },
    ],
    wasLate: yesNo,
    late: yesNo,
    located: yesNo,
    onExportList: yesNo,
  }
}

type FilterProps = Pick<ToolbarProps, 'search' | 'onSearch'>

function Chips({ search, onSearch }: FilterProps) {
  const words = useWords(listWords)
  const choices = useChoices()
  /** The filter whose days the user is typing, before it has a value. */
  const [asking, setAsking] = useState<DayFilter>()
  const used = filterNames.filter((name) => search[name] !== undefined)
  const labelOf = (name: ChoiceFilter) =>
    choices[name]?.find((option) => option.value === search[name])?.label ?? unescaped(search[name]!)
  const hasDays = (filter: DayFilter) => boundsOf(filter).some((name) => search[name] !== undefined)
  return (
    <>
      {used
        .filter((name) => !isBound(name))
        .map((name) => (
          <span key={name} className={styles.chip}>
            {words[name]}: <b>{labelOf(name)}</b>
            <CloseButton
              size="sm"
              aria-label={words.removeFilter(words[name])}
              onClick={() => onSearch(without(search, name))}
            />
          </span>
        ))}
      {dayFilters
        .filter((filter) => hasDays(filter) || asking === filter)
        .map((filter) => (
          <DayChip
            key={filter}
            filter={filter}
            search={search}
            isNew={asking === filter}
            onSearch={onSearch}
            onLeave={() => setAsking(undefined)}
          />
        ))}
      <Menu position="bottom-start" returnFocus={asking === undefined}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
            {words.addFilter}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ChoiceMenus choices={choices} search={search} onSearch={onSearch} />
          <TypedMenus search={search} onSearch={onSearch} />
          <DayMenus search={search} onSearch={onSearch} onAsk={setAsking} />
        </Menu.Dropdown>
      </Menu>
      {used.length > 1 ? (
        <Button variant="subtle" color="gray" onClick={() => onSearch(without(search, ...filterNames))}>
          {words.clearFilters}
        </Button>
      ) : null}
    </>
  )
}

function ChoiceMenus({ choices, search, onSearch }: FilterProps & { choices: ReturnType<typeof useChoices> }) {
  const words = useWords(listWords)
  return (Object.entries(choices) as [ChoiceFilter, Option[]][]).map(([name, options]) => (
    <Menu.Sub key={name}>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{words[name]}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        {options.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => onSearch({ ...search, [name]: value })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  ))
}

function DayMenus({ search, onSearch, onAsk }: FilterProps & { onAsk(filter: DayFilter): void }) {
  const words = useWords(listWords)
  const { zone } = useEnvironmentFormat()
  return dayFilters.map((filter) => (
    <Menu.Sub key={filter}>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{words[dayColumns[filter]]}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {Object.entries(usualDays[filter]).map(([name, daysOf]) => (
          <Menu.Item key={name} onClick={() => onSearch(withDays(search, filter, ...daysOf(todayIn(zone))))}>
            {words[name as keyof (typeof usualDays)[DayFilter]]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onAsk(filter)}>{words.fromTo}</Menu.Item>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  ))
}

/** Draws the sort orders by custom fields, which no heading of the list offers. */
function FieldSorts({ search, onSearch }: FilterProps) {
  const words = useWords(listWords)
  const sorted = useSettings().customFields.filter((field) => field.sorted)
  return sorted.map(({ key, name }) => {
    const sort = `customFields.${key}`
    return (
      <Menu.Item
        key={key}
        onClick={() => onSearch({ ...search, sort: search.sort === sort ? `-${sort}` : sort })}
        aria-current={search.sort?.endsWith(sort)}
      >
        {words.sortBy(name)}
      </Menu.Item>
    )
  })
}

function ColumnMenu({ search, onSearch }: FilterProps) {
  const words = useWords(listWords)
  const { customFields } = useSettings()
  const shown = columnsOf(search, customFields)
  const toggle = (name: ColumnName) => onSearch({ ...search, columns: rememberColumns(toggled(shown, name)) })
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={words.columns} title={words.columns}>
          <IconColumns3 size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="28rem" style={{ overflowY: 'auto' }}>
        <FieldSorts search={search} onSearch={onSearch} />
        <Menu.Label>{words.columns}</Menu.Label>
        {columnNamesOf(customFields).map((name) => (
          <Menu.CheckboxItem
            key={name}
            disabled={name === 'key'}
            checked={shown.some((one) => one.name === name)}
            onChange={() => toggle(name)}
          >
            {nameOfColumn(name, words, customFields)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
