// Shows orders without a location one after another, with proposals on the map. Enter accepts a proposal and continues.

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconExternalLink, IconPlayerTrackNext } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTown } from '../../contract/address.ts'
import { type Consignment, updateConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { listDepots } from '../../contract/depot.ts'
import { apiClient } from '../api/client.ts'
import { useSettings } from '../api/environment.ts'
import { buildQuery, findFailure, refreshEndpoints } from '../api/query.ts'
import { isPosition, type UncheckedPosition } from '../map/geometry.ts'
import { PinPicker } from '../map/pin-picker.tsx'
import { useUnsaved } from '../platform/unsaved.ts'
import { CoordinateField } from '../position/coordinate-field.tsx'
import {
  type AddressPosition,
  buildGeocodeAddress,
  createPinPosition,
  createProposalPosition,
  createProposalsQuery,
} from '../position/lookup.ts'
import { LocationProposals } from '../position/proposals.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { ControlHint } from '../shell/hint.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import styles from './positions.module.css'
import { queueTexts } from './words.ts'

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
  const texts = useTexts(queueTexts)
  const list = useQuery(buildQuery(listConsignments, { query: waiting }))
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const orders = ((list.data?.data.consignments ?? []) as Consignment[]).filter((order) => !isErased(order))
  const remainingOrders = orders.filter(({ consignmentId }) => !passed.has(consignmentId))
  const [current, next] = remainingOrders
  // Reads the proposals of the next order in advance.
  useQuery(createProposalsQuery(next && buildGeocodeAddress(next.consigneeAddress)))
  const pass = (consignmentId: string) => setPassed((previous) => new Set(previous).add(consignmentId))
  const failure = findFailure(list)
  const { total } = list.data?.data ?? {}
  return (
    <PageFrame
      title={texts.title}
      titleExtra={
        <QuietText role="status">
          {current && total ? texts.left(Math.max(total.count, remainingOrders.length), total.exact) : null}
        </QuietText>
      }
      actions={
        <Button component={Link} to="/consignments" search={{ located: 'false' } as never}>
          {texts.list}
        </Button>
      }
    >
      {failure ? (
        <FailureMessage error={failure} onRetry={() => list.refetch()} />
      ) : current ? (
        <Order key={current.consignmentId} order={current} onPass={() => pass(current.consignmentId)} />
      ) : list.data && orders.length > 0 ? (
        <EmptyState
          title={texts.allSkipped}
          action={
            <Button variant="filled" onClick={() => setPassed(new Set())}>
              {texts.startAgain}
            </Button>
          }
        />
      ) : list.data ? (
        <EmptyState
          title={texts.done}
          action={
            <Button component={Link} to="/consignments">
              {texts.orders}
            </Button>
          }
        >
          {texts.doneText}
        </EmptyState>
      ) : (
        <LoadingLines />
      )}
    </PageFrame>
  )
}

/** Controls the proposals of an order, the selected one, and its saving. */
function useDeciding({ consignmentId, key, version, consigneeAddress: address }: Consignment, onPass: () => void) {
  const texts = useTexts(queueTexts)
  const found = useQuery(createProposalsQuery(buildGeocodeAddress(address)))
  const proposals = found.data?.proposals ?? []
  const [index, setIndex] = useState(0)
  const [pin, setPin] = useState<AddressPosition | null>(null)
  const proposed = proposals[index]
  const position = pin ?? (proposed ? createProposalPosition(proposed) : null)
  /** Typed latitude and longitude that are not a valid location. */
  const [unread, setUnread] = useState<UncheckedPosition | null>(null)
  useUnsaved(unread !== null)
  const save = useMutation({
    mutationFn: (consigneeAddress: AddressPosition) =>
      apiClient.call(updateConsignmentById, {
        params: { consignmentId },
        body: { consigneeAddress },
        ifMatch: `"${version}"`,
      }),
    onSuccess() {
      showDone(texts.saved(key))
      onPass()
      void refreshEndpoints(listConsignments)
    },
    onError(error) {
      showProblem(error)
      void refreshEndpoints(listConsignments)
    },
  })
  const isSaving = save.isPending
  const isReady = unread === null && position?.geoLocation != null
  const accept = () => {
    if (isReady && !isSaving) save.mutate(position)
  }
  const setTo = (next: AddressPosition | null) => {
    setUnread(null)
    setPin(next)
  }
  /** Sets typed coordinates as a pin. The coordinates of the selected proposal keep their source. */
  const type = (next: UncheckedPosition) => {
    const { lat, lng } = proposed?.geoLocation ?? noLocation
    if (next.lat === lat && next.lng === lng) setTo(null)
    else if (isPosition(next)) setTo(createPinPosition(next))
    else setUnread(next)
  }
  const choose = (proposalIndex: number) => {
    setTo(null)
    setIndex(proposalIndex)
  }
  const group = texts.title
  useShortcuts([
    { keys: 'Enter', label: texts.accept, group, run: accept },
    { keys: 's', label: texts.skip, group, run: onPass },
    { keys: 'n', label: texts.next, group, run: () => choose((index + 1) % Math.max(1, proposals.length)) },
  ])
  return { found, index, pin, setPin: setTo, unread, type, position, isReady, isSaving, accept, choose }
}

const noLocation: UncheckedPosition = { lat: null, lng: null }

function Order({ order, onPass }: { order: Consignment; onPass: () => void }) {
  const texts = useTexts(queueTexts)
  const needs = useTexts(reasonTexts)
  const { distanceUnit } = useSettings().displayPreferences
  const { found, index, pin, setPin, unread, type, position, isReady, isSaving, accept, choose } = useDeciding(
    order,
    onPass,
  )
  const depots = useQuery(buildQuery(listDepots)).data?.data ?? []
  const typed = unread ?? position?.geoLocation ?? noLocation
  const depotPositions = depots.flatMap((depot) => depot.address.geoLocation ?? [])
  return (
    <div className={styles.queue}>
      <Stack gap="md" p="md" className={styles.order ?? ''}>
        <Consignee order={order} />
        {found.data ? (
          <LocationProposals result={found.data} chosen={pin || unread ? null : index} onChoose={choose} />
        ) : found.isError ? (
          <FailureMessage error={found.error} onRetry={() => found.refetch()} />
        ) : (
          <Text size="sm" role="status">
            {texts.looking}
          </Text>
        )}
        <div className={styles.coordinates}>
          <CoordinateField
            typed={typed}
            onType={type}
            onChange={(next) => setPin(createPinPosition(next))}
            onEnter={accept}
          />
        </div>
        <Group gap="xs">
          <ControlHint label={texts.accept} keys="Enter">
            <ReasonedButton
              leftSection={<IconCheck size={14} />}
              disabled={isSaving}
              reason={isReady ? null : unread ? needs.completeLocation : needs.chooseLocation}
              onClick={accept}
            >
              {texts.accept}
            </ReasonedButton>
          </ControlHint>
          <ControlHint label={texts.skip} keys="s">
            <Button leftSection={<IconPlayerTrackNext size={14} />} onClick={onPass}>
              {texts.skip}
            </Button>
          </ControlHint>
          <Button
            component={Link}
            to="/consignments/$consignmentId"
            params={{ consignmentId: order.consignmentId } as never}
            variant="subtle"
            leftSection={<IconExternalLink size={14} />}
          >
            {texts.openOrder}
          </Button>
        </Group>
      </Stack>
      <div className={styles.map}>
        {found.isPending ? null : (
          <PinPicker
            key={index}
            typed={typed}
            onChange={(next) => setPin(createPinPosition(next))}
            around={depotPositions}
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
  const town = [formatTown(address), region, state, country].filter(Boolean).join(', ')
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
