// The toolbar of the order list: search, active filters, further filters, columns, file and print.
import { ActionIcon, Button, CloseButton, Menu, TextInput } from '@mantine/core'
import { IconColumns3, IconDownload, IconFilter, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useRef, useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { listLoads } from '../../contract/load.ts'
import { outcomeNames } from '../../contract/road.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { useAddressText } from '../fields/address-text.ts'
import { roadTexts } from '../road/words.ts'
import { ControlHint } from '../shell/hint.tsx'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { useTexts } from '../words/language.ts'
import { toggleColumn } from './column-choice.ts'
import { type ColumnName, getColumnName, listColumnNames, readColumns, storeColumns } from './columns.tsx'
import { listCommands } from './commands.ts'
import {
  type DayBound,
  DayChip,
  type DayFilter,
  dayColumns,
  dayFilters,
  getToday,
  isBound,
  listBounds,
  setDayFilter,
  usualDays,
} from './days.tsx'
import styles from './list.module.css'
import { type FilterName, failedOutcomes, filterNames, type ListSearch, removeParameters } from './search.ts'
import { escapeFilterValue, TypedMenus } from './typed-filters.tsx'
import { listTexts } from './words.ts'

interface ToolbarProps {
  search: ListSearch
  onSearch(search: ListSearch): void
  onSave(): void
  onPrint(): void
}

export const ListToolbar = memo(function ListToolbar({ search, onSearch, onSave, onPrint }: ToolbarProps) {
  const named = useNamed()
  const [csv, print] = [named(listCommands.csv), named(listCommands.print)]
  return (
    <div className={styles.toolbar}>
      <SearchField
        value={search.search ?? ''}
        onChange={(text) => onSearch(text ? { ...search, search: text } : removeParameters(search, 'search'))}
      />
      <Chips search={search} onSearch={onSearch} />
      <span className={styles.spring} />
      <ColumnMenu search={search} onSearch={onSearch} />
      <ToolButton {...csv} icon={<IconDownload size={17} />} run={onSave} />
      <ToolButton {...print} icon={<IconPrinter size={17} />} run={onPrint} />
    </div>
  )
})

function SearchField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const texts = useTexts(listTexts)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useAddressText(value, onChange)
  useShortcuts([{ command: listCommands.find, group: texts.orders, run: () => field.current?.select() }])
  return (
    <ControlHint {...useNamed()(listCommands.find)}>
      <TextInput
        ref={field}
        type="search"
        className={styles.search ?? ''}
        aria-label={texts.search}
        placeholder={texts.search}
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
    </ControlHint>
  )
}

interface Option {
  value: string
  label: string
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')

type ChoiceFilter = Exclude<FilterName, DayBound>

/** Returns the choices of all filters with a fixed list of values. */
function useChoices(): Partial<Record<ChoiceFilter, Option[]>> {
  const texts = useTexts(listTexts)
  const road = useTexts(roadTexts)
  const { channels, areas } = useSettings()
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const loads = useQuery(buildQuery(listLoads)).data?.data ?? []
  const noneOption = { value: 'none', label: texts.none }
  const yesNo = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ]
  const named = (entries: readonly { key: string; name: string }[]) => [
    noneOption,
    ...entries.map(({ key, name }) => ({
      value: escapeFilterValue(key),
      label: name === key ? key : `${name} (${key})`,
    })),
  ]
  return {
    type: [
      { value: 'delivery', label: texts.delivery },
      { value: 'collection', label: texts.collection },
    ],
    depotKey: named(depots),
    channelKey: named(channels),
    areaKey: named(areas),
    loadId: [
      noneOption,
      ...loads.slice(0, 100).map(({ loadId, key }) => ({ value: escapeFilterValue(loadId), label: key })),
    ],
    assigned: yesNo,
    outcome: [
      noneOption,
      ...outcomeNames.map((value) => ({ value, label: road[value] })),
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
  const texts = useTexts(listTexts)
  const choices = useChoices()
  /** The filter whose days the user is typing, before it has a value. */
  const [asking, setAsking] = useState<DayFilter>()
  const used = filterNames.filter((name) => search[name] !== undefined)
  const labelOf = (name: ChoiceFilter) =>
    choices[name]?.find((option) => option.value === search[name])?.label ?? unescaped(search[name]!)
  const hasDays = (filter: DayFilter) => listBounds(filter).some((name) => search[name] !== undefined)
  return (
    <>
      {used
        .filter((name) => !isBound(name))
        .map((name) => (
          <span key={name} className={styles.chip}>
            {texts[name]}: <b>{labelOf(name)}</b>
            <CloseButton
              size="sm"
              aria-label={texts.removeFilter(texts[name])}
              onClick={() => onSearch(removeParameters(search, name))}
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
          <Button leftSection={<IconFilter size={14} aria-hidden />}>{texts.addFilter}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ChoiceMenus choices={choices} search={search} onSearch={onSearch} />
          <TypedMenus search={search} onSearch={onSearch} />
          <DayMenus search={search} onSearch={onSearch} onAsk={setAsking} />
        </Menu.Dropdown>
      </Menu>
      {used.length > 1 ? (
        <Button variant="subtle" color="gray" onClick={() => onSearch(removeParameters(search, ...filterNames))}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </>
  )
}

function ChoiceMenus({ choices, search, onSearch }: FilterProps & { choices: ReturnType<typeof useChoices> }) {
  const texts = useTexts(listTexts)
  return (Object.entries(choices) as [ChoiceFilter, Option[]][]).map(([name, options]) => (
    <Menu.Sub key={name}>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{texts[name]}</Menu.Sub.Item>
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
  const texts = useTexts(listTexts)
  const { zone } = useEnvironmentFormat()
  return dayFilters.map((filter) => (
    <Menu.Sub key={filter}>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{texts[dayColumns[filter]]}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {Object.entries(usualDays[filter]).map(([name, daysOf]) => (
          <Menu.Item key={name} onClick={() => onSearch(setDayFilter(search, filter, ...daysOf(getToday(zone))))}>
            {texts[name as keyof (typeof usualDays)[DayFilter]]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onAsk(filter)}>{texts.fromTo}</Menu.Item>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  ))
}

/** Draws the sort orders by custom fields, which no heading of the list offers. */
function FieldSorts({ search, onSearch }: FilterProps) {
  const texts = useTexts(listTexts)
  const sorted = useSettings().customFields.filter((field) => field.sorted)
  return sorted.map(({ key, name }) => {
    const sort = `customFields.${key}`
    return (
      <Menu.Item
        key={key}
        onClick={() => onSearch({ ...search, sort: search.sort === sort ? `-${sort}` : sort })}
        aria-current={search.sort?.endsWith(sort)}
      >
        {texts.sortBy(name)}
      </Menu.Item>
    )
  })
}

function ColumnMenu({ search, onSearch }: FilterProps) {
  const texts = useTexts(listTexts)
  const { customFields } = useSettings()
  const choice = readColumns(search, customFields)
  const toggle = (name: ColumnName) => onSearch({ ...search, columns: storeColumns(toggleColumn(choice, name)) })
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={texts.columns} title={texts.columns}>
          <IconColumns3 size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="28rem" style={{ overflowY: 'auto' }}>
        <FieldSorts search={search} onSearch={onSearch} />
        <Menu.Label>{texts.columns}</Menu.Label>
        {listColumnNames(customFields).map((name) => (
          <Menu.CheckboxItem
            key={name}
            disabled={name === 'key'}
            checked={choice.some((column) => column.name === name)}
            onChange={() => toggle(name)}
          >
            {getColumnName(name, texts, customFields)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
