// Assigns an order to a load by keyboard. Loads that it fits come first. The dialog shows a refusal before it closes.
import { Button, Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LoadSummary, listLoadPages } from '../../../contract/load.ts'
import type { LoadOffer } from '../../../contract/offer.ts'
import { buildQuery } from '../../api/query.ts'
import { useDebouncedText } from '../../fields/debounced-text.ts'
import { StatusBadge } from '../../load/status.tsx'
import { getDayBounds, getZonedDay } from '../../platform/day.ts'
import { useFormat } from '../../words/format.ts'
import { useTexts } from '../../words/language.ts'
import { planTexts } from '../times/words.ts'
import styles from './assign-dialog.module.css'
import type { AssignmentControl, NamedOrder } from './assigning.ts'
import { useOffers, useOfferText } from './offers.ts'
import { RefusalNote } from './refusal.tsx'
import { manyTexts, pageTexts } from './words.ts'

interface AssignDialogProps {
  /** The orders to assign; empty while the dialog is closed. */
  orders: readonly NamedOrder[]
  /** Id of the present load. */
  current: string | null
  /** Day of the plan. Loads of this day come before loads of other days. */
  day: string
  zone: string
  assigning: Pick<AssignmentControl, 'refusal' | 'dismiss' | 'assign'>
  /** Creates a load for the orders. Returns whether it succeeded. Undefined if the dialog offers no new load. */
  onCreate?: ((key: string) => Promise<boolean>) | undefined
  onClose: () => void
}

export function AssignDialog(props: AssignDialogProps) {
  const texts = useTexts(pageTexts)
  const many = useTexts(manyTexts)
  const { orders, onClose } = props
  const [first] = orders
  return (
    <Modal
      opened={orders.length > 0}
      onClose={onClose}
      title={orders.length > 1 ? many.assignMany(many.orders(orders.length)) : first ? texts.assign(first.name) : ''}
    >
      {first && <Choice {...props} first={first} key={first.consignmentId} />}
    </Modal>
  )
}

const shownMax = 50

type ChoiceProps = AssignDialogProps & { first: NamedOrder }

/** Finds the loads that match the text: loads that fit first, then loads of the day, each by cost. */
function useFound({ orders, current, day, zone }: ChoiceProps, search: string) {
  const searchText = search.trim()
  const sentText = useDebouncedText(searchText)
  const query = {
    limit: String(shownMax),
    sort: '-plannedStart',
    status: 'planning,planned,released',
    ...(sentText ? { search: sentText } : {}),
  } as const
  const { from: plannedFrom, to: plannedTo } = getDayBounds(day)
  const ofDay = useQuery({
    ...buildQuery(listLoadPages, { query: { ...query, plannedFrom, plannedTo } }),
    placeholderData: keepPreviousData,
  })
  const open = useQuery({
    ...buildQuery(listLoadPages, { query }),
    placeholderData: keepPreviousData,
  })
  const closed = useQuery({
    ...buildQuery(listLoadPages, { query: { ...query, status: 'started,completed' } }),
    enabled: sentText !== '',
  })
  const loadsIn = (answer: typeof open) => answer.data?.data.loads ?? []
  // Both lists are limited, so either may lack loads of the other.
  const loadsById = new Map([...loadsIn(ofDay), ...loadsIn(open)].map((load) => [load.loadId, load]))
  const loads = [...loadsById.values()]
  const ids = orders.map(({ consignmentId }) => consignmentId)
  const offers = useOffers(ids, loads)
  const offerOf = new Map(offers?.map((offer, rank) => [offer.loadId, { ...offer, rank }]))
  // Until the response arrives, earlier results remain if they match the text, since Enter selects the first result.
  const isOld = sentText !== searchText || ofDay.isPlaceholderData || open.isPlaceholderData
  const isWanted = ({ key }: { key: string }) => !isOld || key.toLowerCase().includes(searchText.toLowerCase())
  // A load that does not fit can be selected too, and shows the reason.
  const isFitting = ({ loadId }: LoadSummary) => offerOf.get(loadId)?.fits === true
  const isOfDay = ({ plannedStart }: LoadSummary) =>
    plannedStart !== null && getZonedDay(new Date(plannedStart), zone) === day
  const rankOf = ({ loadId }: LoadSummary) => offerOf.get(loadId)?.rank ?? loads.length
  const sorted = loads.toSorted(
    (a, b) =>
      Number(isFitting(b)) - Number(isFitting(a)) || Number(isOfDay(b)) - Number(isOfDay(a)) || rankOf(a) - rankOf(b),
  )
  const found = sorted.filter((load) => load.loadId !== current && isWanted(load))
  // A key that differs only in its case is a typing error, not a new key.
  const isTyped = ({ key }: { key: string }) => key.toLowerCase() === searchText.toLowerCase()
  const tooLate = isOld ? undefined : loadsIn(closed).find(isTyped)
  const isNew = searchText !== '' && !isOld && !closed.isPending && !tooLate && !sorted.some(isTyped)
  return { found, offerOf, tooLate, newKey: isNew ? searchText : undefined }
}

function Choice(props: ChoiceProps) {
  const { orders, first: order, zone, assigning, onClose } = props
  const texts = useTexts(pageTexts)
  const plan = useTexts(planTexts)
  const format = useFormat(zone)
  const [search, setSearch] = useState('')
  // The list is always open, so Escape closes the dialog.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { found, offerOf, tooLate, newKey } = useFound(props, search)
  const describeOffer = useOfferText()
  const first = found[0]?.loadId
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first choice changes
  useEffect(() => {
    if (search !== '') combobox.selectFirstOption()
  }, [first])
  const choose = async (loadId: string) => {
    const load = found.find((candidate) => candidate.loadId === loadId)
    if (load && (await assigning.assign(orders, load, { kind: 'order', id: order.consignmentId }))) onClose()
  }
  return (
    <>
      {assigning.refusal?.target.kind === 'order' && (
        <RefusalNote refusal={assigning.refusal} onDismiss={assigning.dismiss} />
      )}
      <Combobox store={combobox} onOptionSubmit={(value) => void choose(value)} withinPortal={false}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
            leftSection={<IconSearch size={14} aria-hidden />}
            placeholder={texts.findLoad}
            role="combobox"
            aria-label={texts.findLoad}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={styles.options} aria-label={plan.loads}>
          {found.map((load) => (
            <Combobox.Option key={load.loadId} value={load.loadId} className={styles.option}>
              <strong>{load.key}</strong>
              <span>{load.plannedStart ? format.instant(load.plannedStart) : ''}</span>
              <span>{plan.stopCount(load.stopCount)}</span>
              <span>{[load.vehicleKey, load.driverKey].filter(Boolean).join(' · ')}</span>
              <OfferPrice offer={offerOf.get(load.loadId)} describe={describeOffer} />
              <StatusBadge status={load.status} />
            </Combobox.Option>
          ))}
          {tooLate && <Combobox.Empty>{texts.tooLate(tooLate.key)}</Combobox.Empty>}
          {found.length === 0 && !tooLate && <Combobox.Empty>{texts.noneFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
      {newKey !== undefined && <Creating {...props} newKey={newKey} />}
    </>
  )
}

interface OfferPriceProps {
  offer: LoadOffer | undefined
  describe(offer: LoadOffer): string
}

/** Draws what the orders add to the route, or why they do not fit; nothing until the offer is known. */
function OfferPrice({ offer, describe }: OfferPriceProps) {
  if (!offer) return null
  if (!offer.fits) return <span className={styles.whyNot}>{describe(offer)}</span>
  return (
    <span className={styles.fits}>
      <IconCheck size={14} aria-hidden /> {describe(offer)}
    </span>
  )
}

/** Draws the button that creates a load. Enter does not press it, because an unknown key may be a typing error. */
function Creating({ newKey, onCreate, onClose }: ChoiceProps & { newKey: string }) {
  const texts = useTexts(pageTexts)
  if (!onCreate) return null
  const create = async () => {
    if (await onCreate(newKey)) onClose()
  }
  return (
    <Button mt="sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => void create()}>
      {texts.createLoad(newKey)}
    </Button>
  )
}
