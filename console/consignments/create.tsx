// The form of a new order, empty or as a copy of another order.
import { Button, Skeleton, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { createConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { apiClient } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { useEnvironment } from '../api/environment.ts'
import { refreshEndpoints } from '../api/query.ts'
import { submitWith } from '../fields/sending.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { UnsavedGuard } from '../shell/unsaved-guard.tsx'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import { DraftErrors, useClose } from './detail.tsx'
import { GoodsSection } from './goods.tsx'
import list from './list.module.css'
import { buildConsignmentInput, buildConsignmentQuery, copyOf } from './record.ts'
import { readSearch } from './search.ts'
import { OrderSections } from './sections.tsx'
import { detailTexts } from './words.ts'

const route = getRouteApi('/shell/consignments')

export function NewConsignment() {
  const { from } = useSearch({ from: '/shell/consignments/new' })
  const environment = useEnvironment()
  const source = useQuery({ ...buildConsignmentQuery(from ?? ''), enabled: from !== undefined })
  const start =
    from === undefined
      ? { type: 'delivery', consigneeAddress: { country: environment?.displayPreferences.country ?? null } }
      : source.data && copyOf(source.data.data)
  return (
    <div className={`${list.side} ${list.detail}`}>
      {start && environment ? <Form key={from ?? ''} start={start} sourceId={from} /> : <Skeleton h={200} m="md" />}
    </div>
  )
}

function Form({ start, sourceId }: { start: Record<string, unknown>; sourceId: string | undefined }) {
  const texts = useTexts(detailTexts)
  const navigate = useNavigate()
  const search = readSearch(route.useSearch())
  const close = useClose()
  const record = useRef(start).current
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft({ record })
  const create = useMutation({
    mutationFn: () => apiClient.call(createConsignment, { body: buildConsignmentInput(draft.whole()) }),
    onSuccess({ data: { consignmentId } }) {
      void refreshEndpoints(listConsignments)
      void navigate({
        to: '/consignments/$consignmentId',
        params: { consignmentId },
        search,
        replace: true,
        ignoreBlocker: true,
      })
    },
    onError: draft.refuse,
  })
  const { error } = create
  // An invalid field may be out of sight, so the first invalid field gets the focus.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  useShortcuts([
    { keys: 'mod+Enter', label: texts.create, group: texts.consignment, whileTyping: true, run: () => create.mutate() },
    { keys: 'Escape', label: texts.close, group: texts.consignment, run: close },
  ])
  const props = { draft, isReadOnly: false }
  return (
    <form
      ref={form}
      className={styles.pane}
      aria-label={texts.newConsignment}
      onSubmit={submitWith(create.mutate)}
      onKeyDown={({ key, target }) => {
        // The form focuses a field by itself. Escape closes the form as long as the user has typed nothing.
        const typing = target instanceof HTMLInputElement && target.role !== 'combobox'
        if (key === 'Escape' && typing && !draft.isDirty()) close()
      }}
    >
      <Top isCreating={create.isPending} onClose={close} />
      <DraftErrors draft={draft} />
      <UnsavedGuard
        isUnsaved={draft.isDirty}
        isKept={({ pathname, search: next }) =>
          pathname === '/consignments/new' && (next as { from?: string }).from === sourceId
        }
      />
      <div className={styles.body}>
        <OrderSections {...props} isNew isImmediate={error !== null} />
        <GoodsSection {...props} />
      </div>
    </form>
  )
}

function Top({ isCreating, onClose }: { isCreating: boolean; onClose(): void }) {
  const texts = useTexts(detailTexts)
  return (
    <header className={styles.top}>
      <Title order={2}>{texts.newConsignment}</Title>
      <span className={styles.spring} />
      <ControlHint label={texts.create} keys="mod+Enter">
        <Button variant="filled" type="submit" loading={isCreating}>
          {texts.create}
        </Button>
      </ControlHint>
      <ToolButton label={texts.close} keys="Escape" icon={<IconX size={17} />} run={onClose} />
    </header>
  )
}
