// Shows orders without a location one after another, with proposals on the map. Enter accepts a proposal and continues.

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconExternalLink, IconPlayerTrackNext } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { townOf } from '../../contract/address.ts'
import { type Consignment, updateConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { listDepots } from '../../contract/depot.ts'
import { client } from '../api/client.ts'
import { useSettings } from '../api/environment.ts'
import { failureOf, read, refresh } from '../api/query.ts'
import type { UncheckedPosition } from '../map/geometry.ts'
import { PinPicker } from '../map/pin-picker.tsx'
import { useUnsaved } from '../platform/unsaved.ts'
import { lookedUp, type Position, pinned, positionOf, proposalsQuery } from '../position/lookup.ts'
import { Proposals } from '../position/proposals.tsx'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { reasonWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import styles from './positions.module.css'
import { queueWords } from './words.ts'

/** The query of orders without a location: due orders first, without delivered ones. */
const waiting = {
  located: 'false',
  outcome: 'none',
  sort: 'requiredFrom',
  view: 'full',
  limit: '100',
  total: 'true',
} as const

/** Returns whether the recipient was erased, so that no address remains. */
const isErased = ({ consigneeAddress: { line1, postalCode, city } }: Consignment) =>
  [line1, postalCode, city].every((text) => text === 'erased')

export function PositionsPage() {
  const words = useWords(queueWords)
  const list = useQuery(read(listConsignments, { query: waiting }))
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const orders = ((list.data?.data.consignments ?? []) as Consignment[]).filter((order) => !isErased(order))
  const left = orders.filter(({ consignmentId }) => !passed.has(consignmentId))
  const [current, next] = left
  // Reads the proposals of the next order in advance.
  useQuery(proposalsQuery(next && lookedUp(next.consigneeAddress)))
  const pass = (consignmentId: string) => setPassed((before) => new Set(before).add(consignmentId))
  const failure = failureOf(list)
  const { total } = list.data?.data ?? {}
  return (
    <Page
      title={words.title}
      beside={
        <Text size="sm" c="dimmed" role="status">
          {current && total ? words.left(Math.max(total.count, left.length), total.exact) : null}
        </Text>
      }
      actions={
        <Button component={Link} to="/consignments" search={{ located: 'false' } as never} variant="default">
          {words.list}
        </Button>
      }
    >
      {failure ? (
        <Failure error={failure} onRetry={() => list.refetch()} />
      ) : current ? (
        <Order key={current.consignmentId} order={current} onPass={() => pass(current.consignmentId)} />
      ) : list.data && orders.length > 0 ? (
        <Empty
          title={words.allSkipped}
          action={<Button onClick={() => setPassed(new Set())}>{words.startAgain}</Button>}
        />
      ) : list.data ? (
        <Empty
          title={words.done}
          action={
            <Button component={Link} to="/consignments" variant="default">
              {words.orders}
            </Button>
          }
        >
          {words.doneText}
        </Empty>
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

/** Controls the proposals of an order, the selected one, and its saving. */
function useDeciding({ consignmentId, key, version, consigneeAddress: address }: Consignment, onPass: () => void) {
  const words = useWords(queueWords)
  const found = useQuery(proposalsQuery(lookedUp(address)))
  const proposals = found.data?.proposals ?? []
  const [index, setIndex] = useState(0)
  const [pin, setPin] = useState<Position | null>(null)
  const proposed = proposals[index]
  const position = pin ?? (proposed ? positionOf(proposed) : null)
  /** Typed latitude and longitude while they are no valid location. */
  const [unread, setUnread] = useState<UncheckedPosition | null>(null)
  useUnsaved(unread !== null)
  const save = useMutation({
    mutationFn: (consigneeAddress: Position) =>
      client.call(updateConsignmentById, {
        params: { consignmentId },
        body: { consigneeAddress },
        ifMatch: `"${version}"`,
      }),
    onSuccess() {
      showDone(words.saved(key))
      onPass()
      void refresh(listConsignments)
    },
    onError(error) {
      showProblem(error)
      void refresh(listConsignments)
    },
  })
  const isSaving = save.isPending
  const isReady = unread === null && position?.geoLocation != null
  const accept = () => {
    if (isReady && !isSaving) save.mutate(position)
  }
  const setTo = (next: Position | null) => {
    setUnread(null)
    setPin(next)
  }
  const choose = (at: number) => {
    setTo(null)
    setIndex(at)
  }
  const group = words.title
  useShortcuts([
    { keys: 'Enter', label: words.accept, group, run: accept },
    { keys: 's', label: words.skip, group, run: onPass },
    { keys: 'n', label: words.next, group, run: () => choose((index + 1) % Math.max(1, proposals.length)) },
  ])
  return { found, index, pin, setPin: setTo, unread, setUnread, position, isReady, isSaving, accept, choose }
}

const noLocation: UncheckedPosition = { lat: null, lng: null }

function Order({ order, onPass }: { order: Consignment; onPass: () => void }) {
  const words = useWords(queueWords)
  const needs = useWords(reasonWords)
  const { distanceUnit } = useSettings().displayPreferences
  const { found, index, pin, setPin, unread, setUnread, position, isReady, isSaving, accept, choose } = useDeciding(
    order,
    onPass,
  )
  const depots = useQuery(read(listDepots)).data?.data ?? []
  const around = depots.flatMap((depot) => depot.address.geoLocation ?? [])
  return (
    <div className={styles.queue}>
      <Stack gap="md" p="md" className={styles.order ?? ''}>
        <Consignee order={order} />
        {found.data ? (
          <Proposals result={found.data} chosen={pin ? null : index} onChoose={choose} />
        ) : found.isError ? (
          <Failure error={found.error} onRetry={() => found.refetch()} />
        ) : (
          <Text size="sm" role="status">
            {words.looking}
          </Text>
        )}
        <Group gap="xs">
          <Hint label={words.accept} keys="Enter">
            <ReasonedButton
              leftSection={<IconCheck size={14} />}
              disabled={isSaving}
              reason={isReady ? null : unread ? needs.completeLocation : needs.chooseLocation}
              onClick={accept}
            >
              {words.accept}
            </ReasonedButton>
          </Hint>
          <Hint label={words.skip} keys="s">
            <Button variant="default" leftSection={<IconPlayerTrackNext size={14} />} onClick={onPass}>
              {words.skip}
            </Button>
          </Hint>
          <Button
            component={Link}
            to="/consignments/$consignmentId"
            params={{ consignmentId: order.consignmentId } as never}
            variant="subtle"
            leftSection={<IconExternalLink size={14} />}
          >
            {words.openOrder}
          </Button>
        </Group>
      </Stack>
      <div className={styles.map}>
        {found.isPending ? null : (
          <PinPicker
            key={index}
            typed={unread ?? position?.geoLocation ?? noLocation}
            onChange={(next) => setPin(pinned(next))}
            onUnread={setUnread}
            around={around}
            distanceUnit={distanceUnit}
          />
        )}
      </div>
    </div>
  )
}

function Consignee({ order }: { order: Consignment }) {
  const { key, consigneeAddress: address, consigneeContact: contact } = order
  const { region, state, country } = address
  const town = [townOf(address), region, state, country].filter(Boolean).join(', ')
  return (
    <div>
      <Title order={2} size="h3">
        <bdi>{key}</bdi>
      </Title>
      {[address.company ?? contact?.personName, address.line1, address.line2, town].map((line) =>
        line ? (
          <Text key={line} size="sm" dir="auto">
            {line}
          </Text>
        ) : null,
      )}
    </div>
  )
}
