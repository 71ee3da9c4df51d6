// Shows the fields of a vehicle in its drawer.
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { VehicleBreak } from '../../contract/fleet.ts'
import { type Draft, useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { ChoiceField, ClockField, NumberField, SwitchField, TextField, WordsField } from '../fields/fields.tsx'
import { symbol } from '../platform/units.ts'
import type { FieldsProps } from '../records/record-drawer.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { fleetWords } from './words.ts'

export function VehicleFields({ draft, disabled, isNew }: FieldsProps) {
  const words = useWords(fleetWords)
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const field = { draft, disabled }
  return (
    <>
      <section className={styles.group}>
        <TextField draft={draft} path="key" label={words.key} disabled={!isNew} maxLength={128} autoFocus={isNew} />
        <TextField {...field} path="name" label={words.name} />
        <TextField {...field} path="plate" label={words.plate} maxLength={50} />
        <SwitchField {...field} path="active" label={words.active} description={words.activeHelp} />
      </section>
      <section className={styles.group}>
        <h2>{words.capacities}</h2>
        <Group grow align="flex-start">
          <NumberField {...field} path="weightCapacity" label={`${words.weightCapacity} (${symbol(weightUnit)})`} />
          <NumberField {...field} path="volumeCapacity" label={`${words.volumeCapacity} (${symbol(volumeUnit)})`} />
          <NumberField {...field} path="packageCapacity" label={words.packageCapacity} />
        </Group>
        <WordsField {...field} path="skills" label={words.skills} description={words.skillsHelp} />
      </section>
      <Day {...field} />
      <Breaks {...field} />
      <section className={styles.group}>
        <h2>{words.limits}</h2>
        <Group grow align="flex-start">
          <NumberField {...field} path="maxDistance" label={words.maxDistance} />
          <NumberField {...field} path="maxDuration" label={words.maxDuration} />
        </Group>
        <Group grow align="flex-start">
          <NumberField {...field} path="maxStops" label={words.maxStops} />
          <NumberField {...field} path="trips" label={words.trips} />
          <NumberField {...field} path="speedFactor" label={words.speedFactor} description={words.speedFactorHelp} />
        </Group>
      </section>
      <section className={styles.group}>
        <h2>{words.costs}</h2>
        <Group grow align="flex-start">
          <NumberField {...field} path="fixedCost" label={words.fixedCost} />
          <NumberField {...field} path="costPerKm" label={words.costPerKm} />
        </Group>
        <Group grow align="flex-start">
          <NumberField {...field} path="costPerHour" label={words.costPerHour} />
          <NumberField {...field} path="emission" label={words.emission} />
        </Group>
      </section>
    </>
  )
}

function Day(field: { draft: Draft; disabled: boolean }) {
  const words = useWords(fleetWords)
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const choices = depots.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))
  return (
    <section className={styles.group}>
      <h2>{words.day}</h2>
      <ChoiceField {...field} path="startDepotKey" label={words.startDepot} choices={choices} />
      <ChoiceField
        {...field}
        path="endDepotKey"
        label={words.endDepot}
        description={words.endDepotHelp}
        choices={choices}
      />
      <Group grow align="flex-start">
        <ClockField {...field} path="shiftStart" label={words.shiftStart} />
        <ClockField {...field} path="shiftEnd" label={words.shiftEnd} />
      </Group>
    </section>
  )
}

const midday: VehicleBreak = { from: '12:00', to: '13:00', minutes: 30 }

function Breaks({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const words = useWords(fleetWords)
  const breaks = (draft.value('breaks') as VehicleBreak[] | null) ?? []
  return (
    <section className={styles.group}>
      <h2>{words.breaks}</h2>
      {breaks.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {words.breaksAbout}
        </Text>
      )}
      {breaks.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a break is known by
        <Break key={index} draft={draft} disabled={disabled} index={index} breaks={breaks} />
      ))}
      {disabled ? null : (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => draft.put('breaks', [...breaks, midday])}
        >
          {words.addBreak}
        </Button>
      )}
    </section>
  )
}

interface BreakProps {
  draft: Draft
  disabled: boolean
  index: number
  breaks: readonly VehicleBreak[]
}

/** Edits a break. Each part is a field of its own, in a draft that writes the whole list. */
function Break({ draft, disabled, index, breaks }: BreakProps) {
  const words = useWords(fleetWords)
  useShown(draft, `breaks.${index}`)
  const part = partOf(draft, breaks, index)
  const field = { draft: part, disabled }
  const place = index + 1
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <ClockField {...field} path="from" label={words.breakFrom(place)} />
      <ClockField {...field} path="to" label={words.breakTo(place)} />
      <NumberField {...field} path="minutes" label={words.breakMinutes(place)} />
      {disabled ? null : (
        <ActionIcon
          aria-label={words.removeBreak(place)}
          onClick={() =>
            draft.put(
              'breaks',
              breaks.filter((_, at) => at !== index),
            )
          }
        >
          <IconTrash size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Returns the draft of a break. An error of the whole break appears at its first field. */
function partOf(draft: Draft, breaks: readonly VehicleBreak[], index: number): Draft {
  const at = (path: string) => `breaks.${index}.${path}`
  const changed = (path: string, value: unknown) =>
    breaks.map((each, place) => (place === index ? { ...each, [path]: value } : each))
  return {
    ...draft,
    value: (path) => breaks[index]?.[path as keyof VehicleBreak] ?? null,
    change: (path, value) => draft.change('breaks', changed(path, value)),
    put: (path, value) => draft.put('breaks', changed(path, value)),
    fault: (path) => draft.fault(at(path)) ?? (path === 'from' ? draft.fault(`breaks.${index}`) : undefined),
    conflict: () => undefined,
    isDirty: () => draft.isDirty('breaks'),
    revert: () => draft.revert('breaks'),
    show: (path) => draft.show(at(path)),
  }
}
