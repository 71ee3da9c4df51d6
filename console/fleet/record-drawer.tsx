// One vehicle or driver in a drawer: created with a button, edited in place, deleted after a question.
import { Alert, Button, Drawer, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { client } from '../api/client.ts'
import { type Draft, useDraft } from '../api/draft.ts'
import { read, refresh, reread, saveOver } from '../api/query.ts'
import { Confirm } from '../shell/confirm.tsx'
import { ofRow } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { fleetWords } from './words.ts'

export interface FleetRecord {
  key: string
  name: string
}

/** What differs between vehicles and drivers. */
export interface FleetKind<T extends FleetRecord> {
  list: EndpointShape
  get: EndpointShape
  create: EndpointShape
  update: EndpointShape
  remove: EndpointShape
  add: 'addVehicle' | 'addDriver'
  delete: 'deleteVehicle' | 'deleteDriver'
  stays: 'vehicleStays' | 'driverStays'
  Fields(props: FieldsProps): ReactNode
  /** What a new one starts with. */
  fresh: Partial<T>
  /** What belongs to one that is there, beside its fields. */
  Beside?(props: { record: T }): ReactNode
}
export interface FieldsProps {
  draft: Draft
  disabled: boolean
  isNew: boolean
}

interface RecordDrawerProps<T extends FleetRecord> {
  kind: FleetKind<T>
  /** Left out: a new one. */
  record: T | undefined
  opened: boolean
  mayWrite: boolean
  onClose(): void
}

export function RecordDrawer<T extends FleetRecord>({ kind, record, opened, mayWrite, onClose }: RecordDrawerProps<T>) {
  const words = useWords(fleetWords)
  const shell = useWords(shellWords)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={record?.name ?? words[kind.add]}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      {record ? (
        <Saved key={record.key} kind={kind} record={record} mayWrite={mayWrite} onDeleted={onClose} />
      ) : (
        <Fresh kind={kind} onCreated={onClose} />
      )}
    </Drawer>
  )
}

interface SavedProps<T extends FleetRecord> {
  kind: FleetKind<T>
  record: T
  mayWrite: boolean
  onDeleted(): void
}

function Saved<T extends FleetRecord>({ kind, record, mayWrite, onDeleted }: SavedProps<T>) {
  const words = useWords(fleetWords)
  const { key } = record
  const recordQuery = read(kind.get, { query: { key } } as never)
  // The live stream tells of the deletion while the drawer closes: what is gone is not read again.
  const [isGone, setGone] = useState(false)
  const answer = useQuery({ ...recordQuery, enabled: !isGone })
  const [asks, setAsks] = useState(false)
  const draft = useDraft({
    record: (answer.data?.data ?? record) as unknown as Record<string, unknown>,
    async save(patch) {
      const isAsLeft = await saveOver(recordQuery.queryKey, (precondition) =>
        client.call(kind.update, { query: { key }, body: patch, ...precondition } as never),
      )
      await refresh(kind.list)
      return isAsLeft
    },
    reload: () => reread(recordQuery.queryKey),
  })
  const remove = async () => {
    // Before the answer: the stream may tell of the deletion first.
    setGone(true)
    try {
      await client.call(kind.remove, { query: { key } } as never)
    } catch (error) {
      setGone(false)
      throw error
    }
    await refresh(kind.list)
    showDone(words.deleted(key))
    onDeleted()
  }
  useShortcuts(mayWrite ? [{ label: ofRow(key, words[kind.delete]), group: key, run: () => setAsks(true) }] : [])
  return (
    <Stack gap="md">
      <Others draft={draft} />
      <kind.Fields draft={draft} disabled={!mayWrite} isNew={false} />
      {kind.Beside && !isGone ? <kind.Beside record={(answer.data?.data ?? record) as T} /> : null}
      {mayWrite ? (
        <div>
          <Button variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={() => setAsks(true)}>
            {words[kind.delete]}
          </Button>
        </div>
      ) : null}
      <Confirm
        opened={asks}
        title={words[kind.delete]}
        action={words[kind.delete]}
        isDangerous
        onConfirm={remove}
        onClose={() => setAsks(false)}
      >
        {words[kind.stays]}
      </Confirm>
    </Stack>
  )
}

function Fresh<T extends FleetRecord>({ kind, onCreated }: { kind: FleetKind<T>; onCreated(): void }) {
  const words = useWords(fleetWords)
  const [busy, setBusy] = useState(false)
  // Nothing is sent until the button is pressed: what is half typed is nothing yet.
  const draft = useDraft({ record: kind.fresh as Record<string, unknown> })
  async function create(): Promise<void> {
    setBusy(true)
    const body = Object.fromEntries(Object.entries(draft.whole()).filter(([, value]) => value !== null && value !== ''))
    try {
      await client.call(kind.create, { body } as never)
      await refresh(kind.list)
      showDone(words.created(String(body.key)))
      onCreated()
    } catch (error) {
      draft.refuse(error)
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
        <Others draft={draft} />
        <kind.Fields draft={draft} disabled={false} isNew />
        <div>
          <Button type="submit" loading={busy}>
            {words[kind.add]}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const Others = ({ draft }: { draft: Draft }) =>
  draft.others.map((message) => (
    <Alert key={message} color="red" role="alert">
      {message}
    </Alert>
  ))
