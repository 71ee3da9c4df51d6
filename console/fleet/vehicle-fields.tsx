// Shows the fields of a vehicle in its drawer.
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listDepots } from '../../contract/depot.ts'
import type { VehicleBreak } from '../../contract/fleet.ts'
import { type RecordDraft, useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { ChoiceField, ClockField, NumberField, SwitchField, TextField, TextsField } from '../fields/fields.tsx'
import { getUnitSymbol } from '../platform/units.ts'
import type { FieldsProps } from '../records/record-drawer.tsx'
import styles from '../shell/content.module.css'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { fleetTexts } from './words.ts'

export function VehicleFields({ draft, disabled, isNew }: FieldsProps) {
  const texts = useTexts(fleetTexts)
  const { weightUnit, volumeUnit } = useSettings().displayPreferences
  const field = { draft, disabled }
  return (
    <>
      <section className={styles.group}>
        <TextField draft={draft} path="key" label={texts.key} disabled={!isNew} maxLength={128} autoFocus={isNew} />
        <TextField {...field} path="name" label={texts.name} />
        <TextField {...field} path="plate" label={texts.plate} maxLength={50} />
        <SwitchField {...field} path="active" label={texts.active} description={texts.activeHelp} />
      </section>
      <section className={styles.group}>
        <h2>{texts.capacities}</h2>
        <Group grow align="flex-start">
          <NumberField
            {...field}
            path="weightCapacity"
            label={`${texts.weightCapacity} (${getUnitSymbol(weightUnit)})`}
          />
          <NumberField
            {...field}
            path="volumeCapacity"
            label={`${texts.volumeCapacity} (${getUnitSymbol(volumeUnit)})`}
          />
          <NumberField {...field} path="packageCapacity" label={texts.packageCapacity} />
        </Group>
        <TextsField {...field} path="skills" label={texts.skills} description={texts.skillsHelp} />
      </section>
      <Day {...field} />
      <Breaks {...field} />
      <section className={styles.group}>
        <h2>{texts.limits}</h2>
        <Group grow align="flex-start">
          <NumberField {...field} path="maxDistance" label={texts.maxDistance} />
          <NumberField {...field} path="maxDuration" label={texts.maxDuration} />
        </Group>
        <Group grow align="flex-start">
          <NumberField {...field} path="maxStops" label={texts.maxStops} />
          <NumberField {...field} path="trips" label={texts.trips} />
          <NumberField {...field} path="speedFactor" label={texts.speedFactor} description={texts.speedFactorHelp} />
        </Group>
      </section>
      <section className={styles.group}>
        <h2>{texts.costs}</h2>
        <Group grow align="flex-start">
          <NumberField {...field} path="fixedCost" label={texts.fixedCost} />
          <NumberField {...field} path="costPerKm" label={texts.costPerKm} />
        </Group>
        <Group grow align="flex-start">
          <NumberField {...field} path="costPerHour" label={texts.costPerHour} />
          <NumberField {...field} path="emission" label={texts.emission} />
        </Group>
      </section>
    </>
  )
}

function Day(field: { draft: RecordDraft; disabled: boolean }) {
  const texts = useTexts(fleetTexts)
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const choices = depots.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))
  return (
    <section className={styles.group}>
      <h2>{texts.day}</h2>
      <ChoiceField {...field} path="startDepotKey" label={texts.startDepot} choices={choices} />
      <ChoiceField
        {...field}
        path="endDepotKey"
        label={texts.endDepot}
        description={texts.endDepotHelp}
        choices={choices}
      />
      <Group grow align="flex-start">
        <ClockField {...field} path="shiftStart" label={texts.shiftStart} />
        <ClockField {...field} path="shiftEnd" label={texts.shiftEnd} />
      </Group>
    </section>
  )
}

const midday: VehicleBreak = { from: '12:00', to: '13:00', minutes: 30 }

function Breaks({ draft, disabled }: { draft: RecordDraft; disabled: boolean }) {
  const texts = useTexts(fleetTexts)
  const breaks = (draft.value('breaks') as VehicleBreak[] | null) ?? []
  return (
    <section className={styles.group}>
      <h2>{texts.breaks}</h2>
      {breaks.length === 0 ? null : <QuietText>{texts.breaksAbout}</QuietText>}
      {breaks.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a break has no id except its position
        <Break key={index} draft={draft} disabled={disabled} index={index} breaks={breaks} />
      ))}
      {disabled ? null : (
        <Button
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => draft.put('breaks', [...breaks, midday])}
        >
          {texts.addBreak}
        </Button>
      )}
    </section>
  )
}

interface BreakProps {
  draft: RecordDraft
  disabled: boolean
  index: number
  breaks: readonly VehicleBreak[]
}

/** Edits a break. Each part of it has a separate field, and the draft writes the whole list. */
function Break({ draft, disabled, index, breaks }: BreakProps) {
  const texts = useTexts(fleetTexts)
  useShown(draft, `breaks.${index}`)
  const breakDraft = partOf(draft, breaks, index)
  const field = { draft: breakDraft, disabled }
  const number = index + 1
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <ClockField {...field} path="from" label={texts.breakFrom(number)} />
      <ClockField {...field} path="to" label={texts.breakTo(number)} />
      <NumberField {...field} path="minutes" label={texts.breakMinutes(number)} />
      {disabled ? null : (
        <ActionIcon
          aria-label={texts.removeBreak(number)}
          onClick={() =>
            draft.put(
              'breaks',
              breaks.filter((_, position) => position !== index),
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
function partOf(draft: RecordDraft, breaks: readonly VehicleBreak[], index: number): RecordDraft {
  const breakPath = (path: string) => `breaks.${index}.${path}`
  const changed = (path: string, value: unknown) =>
    breaks.map((entry, position) => (position === index ? { ...entry, [path]: value } : entry))
  return {
    ...draft,
    value: (path) => breaks[index]?.[path as keyof VehicleBreak] ?? null,
    change: (path, value) => draft.change('breaks', changed(path, value)),
    put: (path, value) => draft.put('breaks', changed(path, value)),
    errorText: (path) =>
      draft.errorText(breakPath(path)) ?? (path === 'from' ? draft.errorText(`breaks.${index}`) : undefined),
    conflict: () => undefined,
    isDirty: () => draft.isDirty('breaks'),
    revert: () => draft.revert('breaks'),
    show: (path) => draft.show(breakPath(path)),
  }
}
