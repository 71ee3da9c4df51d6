// Shows the summary of an order: outcome, errors, recipient, times, goods and load.
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconNote, IconPhone, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatAddressLines, formatPhoneLink } from '../../contract/address.ts'
import type { Consignment } from '../../contract/consignment.ts'
import { listDrivers } from '../../contract/fleet.ts'
import { getLoadById, type Load } from '../../contract/load.ts'
import { listPods } from '../../contract/pod.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { LocationPreview } from '../map/location-preview.tsx'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { isSilent, useProgress } from '../road/progress.tsx'
import { roadTexts } from '../road/words.ts'
import { shellTexts } from '../shell/words.ts'
import { appTexts } from '../words/apps.ts'
import { getRecipientName, listFacts } from '../words/facts.ts'
import { useTexts } from '../words/language.ts'
import { formatFieldValue } from './custom-fields.tsx'
import { findOrderProblems, type OrderProblem } from './order-problems.ts'
import { useReasonName } from './outcome.tsx'
import { type PlanAgainAction, PlanAgainButton } from './plan-again-action.tsx'
import { type RecordOutcomeAction, RecordOutcomeButton } from './record-outcome-action.tsx'
import styles from './summary.module.css'
import { fieldValueTexts, summaryTexts } from './words.ts'

interface SummaryProps {
  order: Consignment
  planAgainAction: PlanAgainAction
  recordOutcomeAction: RecordOutcomeAction
}

export function OrderSummary({ order, planAgainAction, recordOutcomeAction }: SummaryProps) {
  const texts = useTexts(appTexts)
  const summaryLabels = useTexts(summaryTexts)
  const shell = useTexts(shellTexts)
  const { timezone } = useSettings()
  return (
    <div className={styles.summary}>
      <Outcome order={order} />
      {planAgainAction.ask ? (
        <Group gap="xs">
          <RecordOutcomeButton action={recordOutcomeAction} />
          <PlanAgainButton ask={planAgainAction.ask} />
        </Group>
      ) : null}
      <OrderProblems order={order} />
      <RecipientSection order={order} />
      <OnMap order={order} />
      <OrderFacts order={order} />
      <Notes title={texts.instructions} text={order.consignmentInstructions} />
      <Notes title={summaryLabels.planningInstructions} text={order.planningInstructions} />
      <Goods order={order} />
      <p className={styles.kind}>{shell.zone(timezone)}</p>
    </div>
  )
}

type OrderProps = { order: Consignment }

function Outcome({ order: { consignmentId, outcome, outcomeTime } }: OrderProps) {
  const format = useEnvironmentFormat()
  const reasonName = useReasonName()
  const mayRead = useMay('pods:read')
  const pods = useQuery({ ...buildQuery(listPods, { query: { consignmentId } }), enabled: mayRead && outcome !== null })
  if (outcome === null) return null
  const counts = pods.data?.data.pods.find(({ replacedBy }) => replacedBy === null)
  const details = [
    outcomeTime && format.instant(outcomeTime),
    reasonName(counts?.failureReasonCode ?? null),
    counts?.remarks,
  ]
  return (
    <p className={styles.outcome}>
      <OutcomeBadge outcome={outcome} />
      <span dir="auto">{details.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

function OrderProblems({ order }: OrderProps) {
  const texts = useTexts(summaryTexts)
  const found = findOrderProblems(order, Date.now())
  const describe = (wrong: OrderProblem) => ('minutes' in wrong ? texts[wrong.kind](wrong.minutes) : texts[wrong.kind])
  if (found.length === 0) return null
  return (
    <ul className={styles.wrong} aria-label={texts.wrong}>
      {found.map((wrong) => (
        <li key={wrong.kind}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{describe(wrong)}</span>
        </li>
      ))}
    </ul>
  )
}

function RecipientSection({ order }: OrderProps) {
  const texts = useTexts(appTexts)
  const { consigneeAddress: address, consigneeContact: contact, key, type } = order
  const name = getRecipientName(address, contact?.personName, key)
  const numbers = [...new Set([formatPhoneLink(contact?.mobile), formatPhoneLink(contact?.phone)])].filter(
    (number) => number !== null,
  )
  return (
    <section className={styles.where}>
      <p className={styles.kind}>
        {texts[type]} · <bdi>{key}</bdi>
      </p>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {contact?.personName && contact.personName !== name ? (
        <p className={styles.person}>
          <IconUser size={15} aria-hidden />
          <bdi>{contact.personName}</bdi>
        </p>
      ) : null}
      <address>
        {formatAddressLines(address).map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      {numbers.map((number) => (
        <a key={number} href={`tel:${number}`} className={styles.phone}>
          <IconPhone size={15} aria-hidden />
          <bdi>{number}</bdi>
        </a>
      ))}
    </section>
  )
}

/** Draws the map of an order; nothing without a location. */
function OnMap({ order: { consigneeAddress } }: OrderProps) {
  const summaryLabels = useTexts(summaryTexts)
  const { distanceUnit } = useSettings().displayPreferences
  const { geoLocation: position } = consigneeAddress
  if (!position) return null
  return (
    <div className={styles.map}>
      <LocationPreview label={summaryLabels.where} position={position} distanceUnit={distanceUnit} />
    </div>
  )
}

function OrderFacts({ order }: OrderProps) {
  const texts = useTexts(appTexts)
  const summaryLabels = useTexts(summaryTexts)
  const format = useEnvironmentFormat()
  const { displayPreferences: units } = useSettings()
  const facts = listFacts(order, {
    words: texts,
    format,
    units,
    planned: format.instant,
    window: format.range(order.requiredFrom, order.requiredTo),
  })
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {order.committed ? <Fact name={summaryLabels.committed}>{format.instant(order.committed)}</Fact> : null}
      <OnItsLoad order={order} />
      <CustomFieldFacts order={order} />
    </dl>
  )
}

/** Draws the tags and custom fields, including values of fields that the settings no longer define. */
function CustomFieldFacts({ order: { customFields: values = {}, tags = [] } }: OrderProps) {
  const texts = useTexts(fieldValueTexts)
  const format = useEnvironmentFormat()
  const { customFields } = useSettings()
  const fieldIndex = (key: string) => customFields.findIndex((field) => field.key === key)
  const keys = Object.keys(values).sort((a, b) => fieldIndex(a) - fieldIndex(b))
  return (
    <>
      {keys.map((key) => {
        const field = customFields[fieldIndex(key)]
        return (
          <Fact key={key} name={field?.name ?? key}>
            <bdi>{formatFieldValue(values[key]!, field?.type, { format, yes: texts.yes, no: texts.no })}</bdi>
          </Fact>
        )
      })}
      {tags.length > 0 ? (
        <Fact name={texts.tags}>
          <bdi>{tags.join(', ')}</bdi>
        </Fact>
      ) : null}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Draws the load of an order, its expected time, and the driver's phone number. */
function OnItsLoad({ order: { consignmentId, loadId, stopPosition, outcome } }: OrderProps) {
  const summaryLabels = useTexts(summaryTexts)
  const mayRead = useMay('loads:read')
  const load = useQuery({
    ...buildQuery(getLoadById, { params: { loadId: loadId ?? '' } }),
    enabled: loadId !== null && mayRead,
  }).data?.data
  if (loadId === null) return <Fact name={summaryLabels.load}>{summaryLabels.noLoad}</Fact>
  return (
    <>
      {load && outcome === null ? <Expected load={load} consignmentId={consignmentId} /> : null}
      <Fact name={summaryLabels.load}>
        <Link to="/plan" search={{ load: loadId } as never}>
          <bdi>{load?.key ?? loadId}</bdi>
        </Link>
        {` · ${summaryLabels.stopOf(stopPosition)}`}
      </Fact>
      {load ? <DriverOf load={load} /> : null}
    </>
  )
}

/** Draws the expected time of a load under way, as in the plan and on the tracking page. */
function Expected({ load, consignmentId }: { load: Load; consignmentId: string }) {
  const summaryLabels = useTexts(summaryTexts)
  const road = useTexts(roadTexts)
  const format = useEnvironmentFormat()
  const progress = useProgress(load)
  const stops = progress?.stops ?? []
  const stopIndex = stops.findIndex((stop) => stop.consignmentId === consignmentId)
  const stop = stops[stopIndex]
  if (progress && isSilent(progress))
    return (
      <Fact name={summaryLabels.expected}>
        <Alarm text={road.silent} />
      </Fact>
    )
  if (load.status !== 'started' || !stop?.estimated) return null
  const ahead = stops.slice(0, stopIndex).filter(({ outcome }) => outcome === null).length
  return (
    <Fact name={summaryLabels.expected}>
      {format.instant(stop.estimated)}
      {` · ${summaryLabels.stopsAhead(ahead)}`}
      {stop.late ? <Alarm text={road.wasLate} /> : null}
    </Fact>
  )
}

const Alarm = ({ text }: { text: string }) => (
  <strong className={styles.late}>
    <IconClockExclamation size={15} aria-hidden />
    {text}
  </strong>
)

function DriverOf({ load: { driverKey } }: { load: Load }) {
  const summaryLabels = useTexts(summaryTexts)
  const mayRead = useMay('fleet:read')
  const drivers = useQuery({ ...buildQuery(listDrivers), enabled: mayRead && driverKey !== null }).data?.data ?? []
  if (driverKey === null) return null
  const driver = drivers.find(({ key }) => key === driverKey)
  return (
    <Fact name={summaryLabels.driver}>
      <bdi>{driver?.name ?? driverKey}</bdi>
      {driver?.phone ? (
        <>
          {' · '}
          <a href={`tel:${driver.phone.replace(/[^+0-9]/g, '')}`}>
            <bdi>{driver.phone}</bdi>
          </a>
        </>
      ) : null}
    </Fact>
  )
}

function Notes({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <section className={styles.notes}>
      <h3>
        <IconNote size={15} aria-hidden />
        {title}
      </h3>
      <p>
        <bdi>{text}</bdi>
      </p>
    </section>
  )
}

/** Maximum number of listed goods. The full form has all of them. */
const goodsMax = 6

function Goods({ order: { packages, productLines, plannedPackages } }: OrderProps) {
  const texts = useTexts(appTexts)
  const summaryLabels = useTexts(summaryTexts)
  const renderMore = (count: number) => (count > goodsMax ? <li>{summaryLabels.moreItems(count - goodsMax)}</li> : null)
  return (
    <>
      {packages.length > 0 || plannedPackages !== null ? (
        <section className={styles.goods}>
          <h3>{texts.packagesCount(packages.length || (plannedPackages ?? 0))}</h3>
          <ul>
            {packages.slice(0, goodsMax).map(({ packageId, barcode }, index) => (
              <li key={packageId}>
                <span>{texts.packageNumber(index + 1)}</span> <bdi>{barcode}</bdi>
              </li>
            ))}
            {renderMore(packages.length)}
          </ul>
        </section>
      ) : null}
      {productLines.length > 0 ? (
        <section className={styles.goods}>
          <h3>{texts.linesCount(productLines.length)}</h3>
          <ul>
            {productLines.slice(0, goodsMax).map(({ productLineId, quantity, description, productCode }) => (
              <li key={productLineId}>
                <strong>{quantity}</strong> <bdi>{description || productCode}</bdi>
              </li>
            ))}
            {renderMore(productLines.length)}
          </ul>
        </section>
      ) : null}
    </>
  )
}
