// The filters and the sort order of the pool, behind a button that states when filters hide orders.
import { ActionIcon, Button, Checkbox, MultiSelect, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { Settings } from '../../../contract/environment.ts'
import { useWords } from '../../words/language.ts'
import styles from './pool.module.css'
import { type Choosable, choicesOf, filtersOn, noFilter, poolSorts } from './pool.ts'
import type { Pool } from './use-pool.ts'
import { poolWords } from './words.ts'

export type Named = Pick<Settings, 'areas' | 'channels'>

export function PoolFilters({ pool, named }: { pool: Pool; named: Named }) {
  const words = useWords(poolWords)
  const { filter, setFilter } = pool
  const active = filtersOn(filter)
  const name = active > 0 ? `${words.filter}, ${words.filtersOn(active)}` : words.filter
  return (
    <Popover position="bottom-end" width="18rem" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon className={styles.filter} aria-label={name} data-hint={name}>
          <IconFilter size={16} />
          {active > 0 && <span className={styles.active}>{active}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.filter}>
        <Stack gap="xs">
          <SortChoice pool={pool} />
          <Several pool={pool} of="town" member="towns" label={words.town} />
          <Several pool={pool} of="areaKey" member="areas" label={words.area} names={named.areas} />
          <Several pool={pool} of="channelKey" member="channels" label={words.channel} names={named.channels} />
          <Several pool={pool} of="tags" member="tags" label={words.tag} />
          <Checkbox
            label={words.withoutLocation}
            checked={filter.position === 'without'}
            onChange={({ currentTarget }) =>
              setFilter({ ...filter, position: currentTarget.checked ? 'without' : 'any' })
            }
          />
          <Text size="xs" c="dimmed">
            {words.mapFollows}
          </Text>
          <Button
            variant="default"
            disabled={active === 0}
            onClick={() => setFilter({ ...noFilter, search: filter.search })}
          >
            {words.clearFilters}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function SortChoice({ pool }: { pool: Pool }) {
  const words = useWords(poolWords)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {words.sortBy}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={words.sortBy}
        value={pool.sort}
        onChange={pool.setSort}
        data={poolSorts.map((value) => ({ value, label: words[value] }))}
      />
    </div>
  )
}

interface SeveralProps {
  pool: Pool
  of: Choosable
  member: 'towns' | 'areas' | 'channels' | 'tags'
  label: string
  names?: readonly { key: string; name: string }[]
}

/** Draws a filter with several values; nothing without choices. */
function Several({ pool, of, member, label, names = [] }: SeveralProps) {
  const words = useWords(poolWords)
  const { filter, setFilter, all } = pool
  const choices = choicesOf(all, of)
  if (choices.every(({ value }) => value === '')) return null
  const nameOf = (value: string) =>
    value === '' ? words.none : (names.find(({ key }) => key === value)?.name ?? value)
  // The menu needs a value that is not empty.
  const shown = (value: string) => value || absent
  return (
    <MultiSelect
      className={styles.several}
      label={label}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      value={filter[member].map(shown)}
      onChange={(values) => setFilter({ ...filter, [member]: values.map((value) => (value === absent ? '' : value)) })}
      data={choices.map(({ value, count }) => ({ value: shown(value), label: `${nameOf(value)} (${count})` }))}
    />
  )
}
const absent = '\u0000'
