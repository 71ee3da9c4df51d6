// Shows one record of a list in a drawer, where a user creates, edits and deletes it.
import { Button, Drawer, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndpointShape, TokenScope } from '../../contract/endpoint.ts'
import { apiClient } from '../api/client.ts'
import { type RecordDraft, useDraft } from '../api/draft.ts'
import { buildQuery, refreshEndpoints, refreshResponse, saveOver } from '../api/query.ts'
import { FormErrors } from '../fields/refusals.tsx'
import { submitWith } from '../fields/sending.tsx'
import type { PageCommand } from '../shell/command.ts'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import { formatRowLabel } from '../shell/row-commands.ts'
import { useNamed, useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'

export interface KeyedRecord {
  key: string
  name: string
}

/** The differences between vehicles, drivers and depots. */
export interface RecordKind<T extends KeyedRecord> {
  list: EndpointShape
  get: EndpointShape
  create: EndpointShape
  update: EndpointShape
  remove: EndpointShape
  scope: TokenScope
  add: PageCommand
  useTexts(): RecordTexts
  /** Returns the name of a record's row. */
  nameOf(record: T): string
  Fields(props: FieldsProps): ReactNode
  /** Returns the initial values of a new record. */
  useFresh(): Record<string, unknown>
  /** Draws the consequences of a deletion, beside its question. */
  Stays(props: { record: T; isOpen: boolean }): ReactNode
  /** Draws further content of an existing record, beside its fields. */
  Beside?(props: { record: T }): ReactNode
}
export interface RecordTexts {
  title: string
  /** Heading of the column of keys. */
  key: string
  about: string
  /** Text of the empty list. */
  empty: string
  remove: string
  created(key: string): string
  removed(key: string): string
}
export interface FieldsProps {
  draft: RecordDraft
  disabled: boolean
  isNew: boolean
}

interface RecordDrawerProps<T extends KeyedRecord> {
  kind: RecordKind<T>
  /** The record; undefined for a new one. */
  record: T | undefined
  opened: boolean
  mayWrite: boolean
  onClose(): void
}

export function RecordDrawer<T extends KeyedRecord>({ kind, record, opened, mayWrite, onClose }: RecordDrawerProps<T>) {
  const add = useNamed()(kind.add).label
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title={record?.name ?? add}>
      {record ? (
        <Saved key={record.key} kind={kind} record={record} mayWrite={mayWrite} onDeleted={onClose} />
      ) : (
        <Fresh kind={kind} onCreated={onClose} />
      )}
    </Drawer>
  )
}

interface SavedProps<T extends KeyedRecord> {
  kind: RecordKind<T>
  record: T
  mayWrite: boolean
  onDeleted(): void
}

function Saved<T extends KeyedRecord>({ kind, record, mayWrite, onDeleted }: SavedProps<T>) {
  const texts = kind.useTexts()
  const { key } = record
  const recordQuery = buildQuery(kind.get, { query: { key } } as never)
  // An event may announce the deletion while the drawer closes. A deleted record is not read again.
  const [isGone, setGone] = useState(false)
  const answer = useQuery({ ...recordQuery, enabled: !isGone })
  const [asks, setAsks] = useState(false)
  const draft = useDraft({
    record: (answer.data?.data ?? record) as unknown as Record<string, unknown>,
    async save(patch) {
      const isAsLeft = await saveOver(recordQuery.queryKey, (precondition) =>
        apiClient.call(kind.update, { query: { key }, body: patch, ...precondition } as never),
      )
      await refreshEndpoints(kind.list)
      return isAsLeft
    },
    reload: () => refreshResponse(recordQuery.queryKey),
  })
  const remove = async () => {
    // The event of the deletion may arrive before the response.
    setGone(true)
    try {
      await apiClient.call(kind.remove, { query: { key } } as never)
    } catch (error) {
      setGone(false)
      throw error
    }
    await refreshEndpoints(kind.list)
    showDone(texts.removed(key))
    onDeleted()
  }
  useShortcuts(
    mayWrite ? [{ label: formatRowLabel(key, texts.remove), group: texts.title, run: () => setAsks(true) }] : [],
  )
  return (
    <Stack gap="md">
      <FormErrors errors={draft.generalErrors} />
      <kind.Fields draft={draft} disabled={!mayWrite} isNew={false} />
      {kind.Beside && !isGone ? <kind.Beside record={(answer.data?.data ?? record) as T} /> : null}
      {mayWrite ? (
        <div>
          <Button color="red" leftSection={<IconTrash size={14} />} onClick={() => setAsks(true)}>
            {texts.remove}
          </Button>
        </div>
      ) : null}
      <ConfirmationDialog
        opened={asks}
        title={texts.remove}
        action={texts.remove}
        isDangerous
        onConfirm={remove}
        onClose={() => setAsks(false)}
      >
        <kind.Stays record={record} isOpen={asks} />
      </ConfirmationDialog>
    </Stack>
  )
}

function Fresh<T extends KeyedRecord>({ kind, onCreated }: { kind: RecordKind<T>; onCreated(): void }) {
  const texts = kind.useTexts()
  const add = useNamed()(kind.add).label
  const [busy, setBusy] = useState(false)
  // A new record is sent by its button only, because half-typed values are no record.
  const draft = useDraft({ record: kind.useFresh() })
  async function create(): Promise<void> {
    setBusy(true)
    const body = filled(draft.whole())
    try {
      await apiClient.call(kind.create, { body } as never)
      await refreshEndpoints(kind.list)
      showDone(texts.created(String(body.key)))
      onCreated()
    } catch (error) {
      draft.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submitWith(create)}>
      <Stack gap="md">
        <FormErrors errors={draft.generalErrors} />
        <kind.Fields draft={draft} disabled={false} isNew />
        <div>
          <Button variant="filled" type="submit" loading={busy}>
            {add}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Removes empty values at every depth. */
function filled(record: Record<string, unknown>): Record<string, unknown> {
  const isGroup = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const members = Object.entries(record)
    .map(([name, value]) => [name, isGroup(value) ? filled(value) : value] as const)
    .filter(([, value]) => value !== null && value !== '' && !(isGroup(value) && Object.keys(value).length === 0))
  return Object.fromEntries(members)
}
