// The filters and the sort order of the pool, behind a button that states when filters hide orders.
import { ActionIcon, Button, Checkbox, MultiSelect, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { QuietText } from '../../shell/quiet-text.ts'
import { useTexts } from '../../words/language.ts'
import styles from './pool.module.css'
import { countFilters, type FilterField, listChoices, noFilter, poolSorts } from './pool.ts'
import type { OrderPool } from './use-pool.ts'
import { poolTexts } from './words.ts'

export type NamedSettings = Pick<EnvironmentSettings, 'areas' | 'channels'>

export function PoolFilters({ pool, named }: { pool: OrderPool; named: NamedSettings }) {
  const texts = useTexts(poolTexts)
  const { filter, setFilter } = pool
  const active = countFilters(filter)
  const name = active > 0 ? `${texts.filter}, ${texts.filtersOn(active)}` : texts.filter
  return (
    <Popover position="bottom-end" width="18rem" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon className={styles.filter} aria-label={name} data-hint={name}>
          <IconFilter size={16} />
          {active > 0 && <span className={styles.active}>{active}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.filter}>
        <Stack gap="xs">
          <SortChoice pool={pool} />
          <Several pool={pool} field="town" member="towns" label={texts.town} />
          <Several pool={pool} field="areaKey" member="areas" label={texts.area} names={named.areas} />
          <Several pool={pool} field="channelKey" member="channels" label={texts.channel} names={named.channels} />
          <Several pool={pool} field="tags" member="tags" label={texts.tag} />
          <Checkbox
            label={texts.withoutLocation}
            checked={filter.position === 'without'}
            onChange={({ currentTarget }) =>
              setFilter({ ...filter, position: currentTarget.checked ? 'without' : 'any' })
            }
          />
          <QuietText size="xs">{texts.mapFollows}</QuietText>
          <Button disabled={active === 0} onClick={() => setFilter({ ...noFilter, search: filter.search })}>
            {texts.clearFilters}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function SortChoice({ pool }: { pool: OrderPool }) {
  const texts = useTexts(poolTexts)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.sortBy}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={texts.sortBy}
        value={pool.sort}
        onChange={pool.setSort}
        data={poolSorts.map((value) => ({ value, label: texts[value] }))}
      />
    </div>
  )
}

interface SeveralProps {
  pool: OrderPool
  field: FilterField
  member: 'towns' | 'areas' | 'channels' | 'tags'
  label: string
  names?: readonly { key: string; name: string }[]
}

/** Draws a filter with several values; nothing without choices. */
function Several({ pool, field, member, label, names = [] }: SeveralProps) {
  const texts = useTexts(poolTexts)
  const { filter, setFilter, all } = pool
  const choices = listChoices(all, field)
  if (choices.every(({ value }) => value === '')) return null
  const nameOf = (value: string) =>
    value === '' ? texts.none : (names.find(({ key }) => key === value)?.name ?? value)
  // The menu needs a value that is not empty.
  const encodeValue = (value: string) => value || absent
  return (
    <MultiSelect
      className={styles.several}
      label={label}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      value={filter[member].map(encodeValue)}
      onChange={(values) => setFilter({ ...filter, [member]: values.map((value) => (value === absent ? '' : value)) })}
      data={choices.map(({ value, count }) => ({ value: encodeValue(value), label: `${nameOf(value)} (${count})` }))}
    />
  )
}
const absent = '\u0000'
