// One depot: created with a button, edited in place, deleted after it is said how many orders still name it.
import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import {
  createDepot,
  type Depot,
  type DepotInput,
  deleteDepot,
  getDepot,
  listDepots,
  updateDepot,
} from '../../contract/depot.ts'
import { client } from '../api/client.ts'
import { type Draft, patchOf, useDraft } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { placeFaults } from '../api/problems.ts'
import { read, refresh, reread, saveOver } from '../api/query.ts'
import { ChoiceField, TextField } from '../fields/fields.tsx'
import { PositionField } from '../position/field.tsx'
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { ofRow } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { useCountries } from './display-page.tsx'
import { settingsWords } from './words.ts'

interface DepotDrawerProps {
  /** Left out: a new one. */
  depot: Depot | undefined
  opened: boolean
  mayWrite: boolean
  onClose(): void
}

export function DepotDrawer({ depot, opened, mayWrite, onClose }: DepotDrawerProps) {
  const words = useWords(settingsWords)
  const shell = useWords(shellWords)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={depot?.name ?? words.addDepot}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      {depot ? (
        <SavedDepot key={depot.key} depot={depot} mayWrite={mayWrite} onDeleted={onClose} />
      ) : (
        <NewDepot onCreated={onClose} />
      )}
    </Drawer>
  )
}

function SavedDepot({ depot, mayWrite, onDeleted }: { depot: Depot; mayWrite: boolean; onDeleted(): void }) {
  const words = useWords(settingsWords)
  const depotQuery = read(getDepot, { query: { key: depot.key } })
  // The live stream tells of the deletion while the drawer closes: what is gone is not read again.
  const [isGone, setGone] = useState(false)
  const answer = useQuery({ ...depotQuery, enabled: !isGone })
  const [asks, setAsks] = useState(false)
  const draft = useDraft({
    record: answer.data?.data ?? depot,
    async save(patch) {
      const isAsLeft = await saveOver(depotQuery.queryKey, (precondition) =>
        client.call(updateDepot, { query: { key: depot.key }, body: patch, ...precondition }),
      )
      await refresh(listDepots)
      return isAsLeft
    },
    reload: () => reread(depotQuery.queryKey),
  })
  const label = ofRow(depot.key, words.deleteDepot)
  useShortcuts(mayWrite ? [{ label, group: words.depots, run: () => setAsks(true) }] : [])
  return (
    <Stack gap="md">
      <DepotFields draft={draft} disabled={!mayWrite} isNew={false} />
      {mayWrite ? (
        <div>
          <Button variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={() => setAsks(true)}>
            {words.deleteDepot}
          </Button>
        </div>
      ) : null}
      <DeleteDialog depot={depot} opened={asks} onClose={() => setAsks(false)} onGone={setGone} onDeleted={onDeleted} />
    </Stack>
  )
}

function NewDepot({ onCreated }: { onCreated(): void }) {
  const words = useWords(settingsWords)
  const { country } = useSettings().displayPreferences
  const [faults, setFaults] = useState<{ fields: Record<string, string>; others: string[] }>({ fields: {}, others: [] })
  const [busy, setBusy] = useState(false)
  const draft = useDraft({ record: { address: { country } } })
  // Nothing is sent until the button is pressed: a depot that is half typed is none.
  const shown: Draft = { ...draft, fault: (path) => faults.fields[path], others: faults.others }
  async function create(): Promise<void> {
    setBusy(true)
    const body = patchOf(
      fields.map((path) => [path, draft.value(path)] as const).filter(([, value]) => value !== null && value !== ''),
    )
    try {
      await client.call(createDepot, { body: body as unknown as DepotInput })
      await refresh(listDepots)
      showDone(words.depotCreated)
      onCreated()
    } catch (error) {
      setFaults(placeFaults(error, fields))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Stack gap="md">
        <DepotFields draft={shown} disabled={false} isNew />
        <div>
          <Button type="submit" loading={busy}>
            {words.addDepot}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const fields = [
  'key',
  'name',
  'address.name',
  'address.company',
  'address.line1',
  'address.line2',
  'address.line3',
  'address.postalCode',
  'address.city',
  'address.region',
  'address.state',
  'address.country',
  'address.geoLocation',
  'address.geoLocation.lat',
  'address.geoLocation.lng',
  'address.geoLocationAccuracy',
  'address.geoLocationSource',
  'address.placeId',
  'contact.personName',
  'contact.email',
  'contact.phone.countryCode',
  'contact.phone.localNumber',
  'contact.mobile.countryCode',
  'contact.mobile.localNumber',
] as const

function DepotFields({ draft, disabled, isNew }: { draft: Draft; disabled: boolean; isNew: boolean }) {
  const words = useWords(settingsWords)
  const field = { draft, disabled }
  return (
    <>
      {draft.others.map((message) => (
        <Alert key={message} color="red" role="alert">
          {message}
        </Alert>
      ))}
      <section className={styles.group}>
        <TextField draft={draft} path="key" label={words.key} disabled={!isNew} />
        <TextField {...field} path="name" label={words.name} />
      </section>
      <section className={styles.group}>
        <h2>{words.address}</h2>
        <TextField {...field} path="address.company" label={words.company} />
        <TextField {...field} path="address.line1" label={words.line1} />
        <TextField {...field} path="address.line2" label={words.line2} />
        <TextField {...field} path="address.line3" label={words.line3} />
        <Group grow align="flex-start">
          <TextField {...field} path="address.postalCode" label={words.postalCode} />
          <TextField {...field} path="address.city" label={words.city} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="address.region" label={words.region} />
          <TextField {...field} path="address.state" label={words.state} />
        </Group>
        <ChoiceField {...field} path="address.country" label={words.country} choices={useCountries()} isRequired />
      </section>
      <section className={styles.group}>
        <h2>{words.position}</h2>
        <Position draft={draft} disabled={disabled} />
      </section>
      <section className={styles.group}>
        <h2>{words.contact}</h2>
        <TextField {...field} path="contact.personName" label={words.person} />
        <TextField {...field} path="contact.email" label={words.email} />
        <Group grow align="flex-start">
          <TextField {...field} path="contact.phone.countryCode" label={words.phoneCountry} />
          <TextField {...field} path="contact.phone.localNumber" label={words.phone} />
        </Group>
        <Group grow align="flex-start">
          <TextField {...field} path="contact.mobile.countryCode" label={words.mobileCountry} />
          <TextField {...field} path="contact.mobile.localNumber" label={words.mobile} />
        </Group>
      </section>
    </>
  )
}

function Position({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const words = useWords(settingsWords)
  if (!disabled) return <PositionField draft={draft} path="address" isOpen />
  const position = draft.value('address.geoLocation') as { lat: number; lng: number } | null
  return <Text size="sm">{position ? `${position.lat}, ${position.lng}` : words.noPosition}</Text>
}

interface DeleteDialogProps {
  depot: Depot
  opened: boolean
  onClose(): void
  onGone(isGone: boolean): void
  onDeleted(): void
}

function DeleteDialog({ depot, opened, onClose, onGone, onDeleted }: DeleteDialogProps) {
  const words = useWords(settingsWords)
  // A comma would separate two keys; `none` would mean those without a depot.
  const named = depot.key === 'none' ? '\\none' : depot.key.replace(/[\\,]/g, '\\$&')
  const orders = useQuery({
    ...read(listConsignments, { query: { depotKey: named, limit: '1', total: 'true', view: 'compact' } }),
    enabled: opened,
  }).data?.data.total
  const remove = async () => {
    // Before the answer: the stream may tell of the deletion first.
    onGone(true)
    try {
      await client.call(deleteDepot, { query: { key: depot.key } })
    } catch (error) {
      onGone(false)
      throw error
    }
    await refresh(listDepots)
    showDone(words.depotDeleted(depot.key))
    onDeleted()
  }
  return (
    <Confirm
      opened={opened}
      title={words.deleteDepot}
      action={words.deleteDepot}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {orders ? words.namedBy(orders.count, orders.exact) : words.counting} {words.depotStays}
    </Confirm>
  )
}
