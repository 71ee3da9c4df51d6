// Shows the summary of an order: outcome, errors, recipient, times, goods and load.
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconNote, IconPhone, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressLines, phoneLink } from '../../contract/address.ts'
import type { Consignment } from '../../contract/consignment.ts'
import { listDrivers } from '../../contract/fleet.ts'
import { getLoadById, type Load } from '../../contract/load.ts'
import { listPods } from '../../contract/pod.ts'
import { useEnvironmentFormat, useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Place } from '../map/place.tsx'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { isSilent, useProgress } from '../road/progress.tsx'
import { roadWords } from '../road/words.ts'
import { shellWords } from '../shell/words.ts'
import { appWords } from '../words/apps.ts'
import { calledOf, factsOf } from '../words/facts.ts'
import { useWords } from '../words/language.ts'
import { type Again, AgainButton } from './again.tsx'
import { useReasonName } from './outcome.tsx'
import { shownValue } from './own-fields.tsx'
import styles from './summary.module.css'
import { type Telling, TellingButton } from './telling.tsx'
import { fieldValueWords, summaryWords } from './words.ts'
import { type Wrong, wrongWith } from './wrong.ts'

interface SummaryProps {
  order: Consignment
  again: Again
  tell: Telling
}

export function Summary({ order, again, tell }: SummaryProps) {
  const words = useWords(appWords)
  const own = useWords(summaryWords)
  const shell = useWords(shellWords)
  const { timezone } = useSettings()
  return (
    <div className={styles.summary}>
      <Outcome order={order} />
      {again.ask ? (
        <Group gap="xs">
          <TellingButton tell={tell} />
          <AgainButton ask={again.ask} />
        </Group>
      ) : null}
      <WhatIsWrong order={order} />
      <Where order={order} />
      <OnMap order={order} />
      <When order={order} />
      <Notes title={words.instructions} text={order.consignmentInstructions} />
      <Notes title={own.planningInstructions} text={order.planningInstructions} />
      <Goods order={order} />
      <p className={styles.kind}>{shell.zone(timezone)}</p>
    </div>
  )
}

type Part = { order: Consignment }

function Outcome({ order: { consignmentId, outcome, outcomeTime } }: Part) {
  const format = useEnvironmentFormat()
  const reasonName = useReasonName()
  const mayRead = useMay('pods:read')
  const pods = useQuery({ ...read(listPods, { query: { consignmentId } }), enabled: mayRead && outcome !== null })
  if (outcome === null) return null
  const counts = pods.data?.data.pods.find(({ replacedBy }) => replacedBy === null)
  const said = [
    outcomeTime && format.instant(outcomeTime),
    reasonName(counts?.failureReasonCode ?? null),
    counts?.remarks,
  ]
  return (
    <p className={styles.outcome}>
      <OutcomeBadge outcome={outcome} />
      <span dir="auto">{said.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

function WhatIsWrong({ order }: Part) {
  const words = useWords(summaryWords)
  const found = wrongWith(order, Date.now())
  const say = (wrong: Wrong) => ('minutes' in wrong ? words[wrong.kind](wrong.minutes) : words[wrong.kind])
  if (found.length === 0) return null
  return (
    <ul className={styles.wrong} aria-label={words.wrong}>
      {found.map((wrong) => (
        <li key={wrong.kind}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{say(wrong)}</span>
        </li>
      ))}
    </ul>
  )
}

function Where({ order }: Part) {
  const words = useWords(appWords)
  const { consigneeAddress: address, consigneeContact: contact, key, type } = order
  const name = calledOf(address, contact?.personName, key)
  const numbers = [...new Set([phoneLink(contact?.mobile), phoneLink(contact?.phone)])].filter(
    (number) => number !== null,
  )
  return (
    <section className={styles.where}>
      <p className={styles.kind}>
        {words[type]} · <bdi>{key}</bdi>
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
        {addressLines(address).map((line) => (
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
function OnMap({ order: { consigneeAddress } }: Part) {
  const own = useWords(summaryWords)
  const { distanceUnit } = useSettings().displayPreferences
  const { geoLocation: position } = consigneeAddress
  if (!position) return null
  return (
    <div className={styles.map}>
      <Place label={own.where} position={position} distanceUnit={distanceUnit} />
    </div>
  )
}

function When({ order }: Part) {
  const words = useWords(appWords)
  const own = useWords(summaryWords)
  const format = useEnvironmentFormat()
  const { displayPreferences: units } = useSettings()
  const facts = factsOf(order, {
    words,
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
      {order.committed ? <Fact name={own.committed}>{format.instant(order.committed)}</Fact> : null}
      <OnItsLoad order={order} />
      <OwnFacts order={order} />
    </dl>
  )
}

/** Draws the tags and custom fields, including values of fields that the settings no longer define. */
function OwnFacts({ order: { customFields: values = {}, tags = [] } }: Part) {
  const words = useWords(fieldValueWords)
  const format = useEnvironmentFormat()
  const { customFields } = useSettings()
  const said = (key: string) => customFields.findIndex((field) => field.key === key)
  const keys = Object.keys(values).sort((one, other) => said(one) - said(other))
  return (
    <>
      {keys.map((key) => {
        const field = customFields[said(key)]
        return (
          <Fact key={key} name={field?.name ?? key}>
            <bdi>{shownValue(values[key]!, field?.type, { format, yes: words.yes, no: words.no })}</bdi>
          </Fact>
        )
      })}
      {tags.length > 0 ? (
        <Fact name={words.tags}>
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
function OnItsLoad({ order: { consignmentId, loadId, stopPosition, outcome } }: Part) {
  const own = useWords(summaryWords)
  const mayRead = useMay('loads:read')
  const load = useQuery({
    ...read(getLoadById, { params: { loadId: loadId ?? '' } }),
    enabled: loadId !== null && mayRead,
  }).data?.data
  if (loadId === null) return <Fact name={own.load}>{own.noLoad}</Fact>
  return (
    <>
      {load && outcome === null ? <Expected load={load} consignmentId={consignmentId} /> : null}
      <Fact name={own.load}>
        <Link to="/plan" search={{ load: loadId } as never}>
          <bdi>{load?.key ?? loadId}</bdi>
        </Link>
        {` · ${own.stopOf(stopPosition)}`}
      </Fact>
      {load ? <DriverOf load={load} /> : null}
    </>
  )
}

/** Draws the expected time of a load under way, as in the plan and on the tracking page. */
function Expected({ load, consignmentId }: { load: Load; consignmentId: string }) {
  const own = useWords(summaryWords)
  const road = useWords(roadWords)
  const format = useEnvironmentFormat()
  const progress = useProgress(load)
  const stops = progress?.stops ?? []
  const at = stops.findIndex((stop) => stop.consignmentId === consignmentId)
  const stop = stops[at]
  if (progress && isSilent(progress))
    return (
      <Fact name={own.expected}>
        <Alarm text={road.silent} />
      </Fact>
    )
  if (load.status !== 'started' || !stop?.estimated) return null
  const ahead = stops.slice(0, at).filter(({ outcome }) => outcome === null).length
  return (
    <Fact name={own.expected}>
      {format.instant(stop.estimated)}
      {` · ${own.stopsAhead(ahead)}`}
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
  const own = useWords(summaryWords)
  const mayRead = useMay('fleet:read')
  const drivers = useQuery({ ...read(listDrivers), enabled: mayRead && driverKey !== null }).data?.data ?? []
  if (driverKey === null) return null
  const driver = drivers.find(({ key }) => key === driverKey)
  return (
    <Fact name={own.driver}>
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

function Goods({ order: { packages, productLines, plannedPackages } }: Part) {
  const words = useWords(appWords)
  const own = useWords(summaryWords)
  const rest = (count: number) => (count > goodsMax ? <li>{own.moreItems(count - goodsMax)}</li> : null)
  return (
    <>
      {packages.length > 0 || plannedPackages !== null ? (
        <section className={styles.goods}>
          <h3>{words.packagesCount(packages.length || (plannedPackages ?? 0))}</h3>
          <ul>
            {packages.slice(0, goodsMax).map(({ packageId, barcode }, index) => (
              <li key={packageId}>
                <span>{words.packageNumber(index + 1)}</span> <bdi>{barcode}</bdi>
              </li>
            ))}
            {rest(packages.length)}
          </ul>
        </section>
      ) : null}
      {productLines.length > 0 ? (
        <section className={styles.goods}>
          <h3>{words.linesCount(productLines.length)}</h3>
          <ul>
            {productLines.slice(0, goodsMax).map(({ productLineId, quantity, description, productCode }) => (
              <li key={productLineId}>
                <strong>{quantity}</strong> <bdi>{description || productCode}</bdi>
              </li>
            ))}
            {rest(productLines.length)}
          </ul>
        </section>
      ) : null}
    </>
  )
}
