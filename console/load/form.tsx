// Creating and editing a load: its key, depots, start and what the vehicle takes, with the service's faults at their fields.
import { Alert, Button, Group, Modal, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDepots } from '../../contract/depot.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { createLoad, getLoadById, type LoadInput, type LoadSummary, updateLoadById } from '../../contract/load.ts'
import { client } from '../api/client.ts'
import { hasCode, placeFaults } from '../api/problems.ts'
import { read } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { showDone } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { symbol } from '../units.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { refreshLoads } from './refresh.ts'
import { isOpen } from './status.tsx'
import { loadWords } from './words.ts'

const fields = ['key', 'startDepotKey', 'endDepotKey', 'plannedStart', 'weightCapacity', 'volumeCapacity'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string | number>

interface LoadFormProps {
  /** The load to edit; null makes a new one. */
  load: LoadSummary | null
  /** The day that a new load starts on, as `2026-07-01`. */
  day?: string | undefined
  opened: boolean
  onClose: () => void
  onSaved?: (loadId: string) => void
}

export function LoadForm(props: LoadFormProps) {
  const words = useWords(loadWords)
  const shell = useWords(shellWords)
  const { load, opened, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={load ? words.editLoad(load.key) : words.newLoad}
      size="lg"
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Form {...props} key={load?.loadId ?? ''} />
    </Modal>
  )
}

function Form({ load, day, onClose, onSaved }: LoadFormProps) {
  const words = useWords(loadWords)
  const shell = useWords(shellWords)
  const environment = useQuery(read(getEnvironment)).data?.data
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const format = useFormat(environment?.timezone ?? 'UTC')
  const shown = (from: LoadSummary | null): Values => ({
    key: from?.key ?? '',
    startDepotKey: from?.startDepotKey ?? '',
    endDepotKey: from?.endDepotKey ?? '',
    plannedStart: from ? format.field(from.plannedStart) : '',
    weightCapacity: from?.weightCapacity ?? '',
    volumeCapacity: from?.volumeCapacity ?? '',
  })
  /** As saved when the form was opened, or when somebody else was found to have saved since. */
  const [base, setBase] = useState(load)
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [theirs, setTheirs] = useState<Values | null>(null)
  const [faults, setFaults] = useState<{ fields: Record<string, string>; others: string[] }>({ fields: {}, others: [] })
  const [isBusy, setBusy] = useState(false)
  const starts = base ? '' : `${day ?? ''}T${environment?.routeSettings.startTime ?? '08:00'}`
  const values: Values = { ...shown(base), ...(base || !day ? {} : { plannedStart: starts }), ...typed }
  const change = (field: Field) => (value: string | number | null) => setTyped({ ...typed, [field]: value ?? '' })

  const save = async () => {
    setBusy(true)
    try {
      const query = { timezone: environment?.timezone ?? 'UTC' }
      let loadId = base?.loadId
      if (base)
        await client.call(updateLoadById, {
          params: { loadId: base.loadId },
          query,
          // Only what was typed: what others have changed meanwhile stays as they left it.
          body: input(typed),
          ifMatch: `"${base.version}"`,
        })
      else loadId = (await client.call(createLoad, { query, body: input(values) as LoadInput })).data.loadId
      await refreshLoads()
      showDone(words.saved(String(values.key)))
      onSaved?.(loadId!)
      onClose()
    } catch (error) {
      if (base && hasCode(error, 'VERSION_MISMATCH')) await compare(base.loadId)
      else setFaults(placeFaults(error, fields))
    }
    setBusy(false)
  }
  /** Sets what somebody else has saved beside what was typed. */
  const compare = async (loadId: string) => {
    try {
      // Not from the cache, nor from a reading that is under way: both may be from before.
      const { data } = await client.call(getLoadById, { params: { loadId } })
      setTheirs(shown(data))
      setBase(data)
    } catch (error) {
      setFaults(placeFaults(error, fields))
    }
  }

  const meanwhile = (field: Field) => {
    const other = theirs?.[field]
    if (other === undefined || typed[field] === undefined || other === typed[field]) return undefined
    return words.theirs(other === '' ? words.empty : String(other).replace('T', ' '))
  }
  const common = (field: Field) => ({ error: faults.fields[field], description: meanwhile(field) })
  const depotChoices = depots.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))
  const fixed = base !== null && !isOpen(base.status)
  const units = environment?.displayPreferences
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {theirs && (
        <Alert color="yellow" mb="sm">
          {words.changedMeanwhile}
        </Alert>
      )}
      {faults.others.map((fault) => (
        <Alert key={fault} color="red" mb="sm">
          {fault}
        </Alert>
      ))}
      {fixed && (
        <Alert color="gray" mb="sm">
          {words.fixed}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          data-autofocus
          label={words.key}
          required
          value={values.key}
          onChange={(event) => change('key')(event.currentTarget.value)}
          {...common('key')}
        />
        <TextInput
          type="datetime-local"
          label={words.plannedStart}
          value={values.plannedStart}
          onChange={(event) => change('plannedStart')(event.currentTarget.value)}
          {...common('plannedStart')}
        />
        <Choose
          label={words.startDepot}
          placeholder={words.noDepot}
          choices={depotChoices}
          value={String(values.startDepotKey) || null}
          onChange={change('startDepotKey')}
          isClearable
          disabled={fixed}
          {...common('startDepotKey')}
        />
        <Choose
          label={words.endDepot}
          placeholder={words.noDepot}
          choices={depotChoices}
          value={String(values.endDepotKey) || null}
          onChange={change('endDepotKey')}
          isClearable
          disabled={fixed}
          {...common('endDepotKey')}
        />
        <NumberInput
          label={words.weightCapacity}
          value={values.weightCapacity}
          onChange={change('weightCapacity')}
          min={0}
          hideControls
          rightSection={units && symbol(units.weightUnit)}
          {...common('weightCapacity')}
        />
        <NumberInput
          label={words.volumeCapacity}
          value={values.volumeCapacity}
          onChange={change('volumeCapacity')}
          min={0}
          hideControls
          rightSection={units && symbol(units.volumeUnit)}
          {...common('volumeCapacity')}
        />
      </SimpleGrid>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {base ? shell.save : words.create}
        </Button>
      </Group>
    </form>
  )
}

/** An empty field clears what was there; seconds are not typed, but the interface wants them. */
function input(values: Partial<Values>): Partial<LoadInput> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (value === '' && field !== 'key') return [field, null]
      return [field, field === 'plannedStart' && /T\d\d:\d\d$/.test(String(value)) ? `${value}:00` : value]
    }),
  )
}
