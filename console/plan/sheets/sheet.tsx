// Prints the run sheet of one load: each stop with address, phone, window, notes, goods, a signature line and a code.
import { useMemo } from 'react'
import type { Arrival } from '../../../contract/arrivals.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { Load } from '../../../contract/load.ts'
import { Picture } from '../../factor/picture.tsx'
import { loadWords } from '../../load/words.ts'
import { dayOf } from '../../platform/day.ts'
import { amountOf, fromStored, measure } from '../../platform/units.ts'
import { useFormat } from '../../words/format.ts'
import { language, useWords } from '../../words/language.ts'
import { locales, type Words } from '../../words/words.ts'
import { type Crew, crewOf } from '../times/crew.ts'
import type { Basics } from '../times/data.ts'
import { journey, placedIn, placesOf, planStop, totalKilometres } from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useRoads } from '../times/travel.ts'
import { planWords } from '../times/words.ts'
import { useWindow } from '../views/time-line.tsx'
import { linesOfSheet, packageCount, phonesOf } from './lines.ts'
import styles from './sheets.module.css'
import { sheetWords } from './words.ts'

interface SheetProps extends Basics {
  crew: Crew
  load: Load
  orders: readonly Consignment[]
}

export function Sheet({ load, orders, environment, depots, crew }: SheetProps) {
  const words = useWords(sheetWords)
  const { stops, planned, estimate, places } = useMemo(() => {
    const known = new Map(orders.map((order) => [order.consignmentId, order]))
    const found = load.stops.flatMap(({ consignmentId }) => known.get(consignmentId) ?? [])
    const route = routeOf(load, { environment, depots }, crew)
    const planned = placedIn(load, found.map(planStop))
    return { stops: found, planned, estimate: route, places: placesOf(route, planned) }
  }, [load, orders, environment, depots, crew])
  const route = { ...estimate, roads: useRoads(places) }
  const { arrivals: times, ends } = journey(route, planned)
  const day = load.plannedStart && dayOf(new Date(load.plannedStart), environment.timezone)
  return (
    <section className={styles.sheet} aria-label={words.ofLoad(load.key)} data-sheet={load.key}>
      <Head
        load={load}
        environment={environment}
        crew={crew}
        way={totalKilometres(route, planned)}
        ends={ends}
        day={day}
      />
      <table className={styles.stops}>
        <colgroup>
          <col className={styles.numberWidth} />
          <col className={styles.timeWidth} />
          <col className={styles.whoWidth} />
          <col />
          <col className={styles.goodsWidth} />
          <col className={styles.signWidth} />
        </colgroup>
        <thead>
          {/* On paper, every page begins with its load. */}
          <tr className={styles.running}>
            <th colSpan={columnCount} dir="auto">
              {load.key}
            </th>
          </tr>
          <tr>
            <th>{words.number}</th>
            <th>{words.time}</th>
            <th>{words.consignee}</th>
            <th>{words.instructions}</th>
            <th>{words.goods}</th>
            <th>{words.signature}</th>
          </tr>
        </thead>
        <tbody>
          {stops.map((order, index) => (
            <StopRow
              key={order.consignmentId}
              order={order}
              number={index + 1}
              arrival={times[index]}
              day={day}
              environment={environment}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const columnCount = 6

const together = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** Returns the names of vehicle and driver; keys if they are deleted. Missing ones are left out. */
function carriersOf(load: Load, crew: Crew, words: Words<typeof sheetWords>) {
  const { vehicle, driver } = crewOf(load, crew)
  return [
    [words.vehicle, vehicle ? together(vehicle.name, vehicle.plate) : load.vehicleKey] as const,
    [words.driver, driver ? together(driver.name, driver.phone) : load.driverKey] as const,
  ].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

type HeadProps = Pick<SheetProps, 'load' | 'environment' | 'crew'> & {
  way: number | null
  ends: number | null
  /** Day of the start. An end on another day shows its date. */
  day: string | null
}

function Head({ load, environment, crew, way, ends, day }: HeadProps) {
  const words = useWords(sheetWords)
  const own = useWords(loadWords)
  const plan = useWords(planWords)
  const format = useFormat(environment.timezone)
  const locale = locales[language.use()]
  const { weightUnit, volumeUnit, distanceUnit } = environment.displayPreferences
  const facts = [
    [own.plannedStart, load.plannedStart ? `${format.date(load.plannedStart)} ${format.time(load.plannedStart)}` : '–'],
    ...(ends === null ? [] : [[words.end, `≈ ${format.timeOn(day, new Date(ends).toISOString())}`] as const]),
    [own.startDepot, load.startDepotKey ?? '–'],
    [own.endDepot, load.endDepotKey ?? '–'],
    ...carriersOf(load, crew, words),
    [plan.stops, String(load.stopCount)],
    [own.weight, measure(load.peakWeight, weightUnit, locale)],
    [own.volume, measure(load.peakVolume, volumeUnit, locale)],
    ...(load.peakPackages ? [[plan.packages, amountOf(load.peakPackages, null, locale)] as const] : []),
    ...(way === null ? [] : [['≈', measure(fromStored(way, distanceUnit), distanceUnit, locale)] as const]),
  ] as const
  return (
    <header className={styles.head}>
      <h2 dir="auto">{load.key}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

interface StopRowProps {
  order: Consignment
  number: number
  arrival: Arrival | undefined
  /** Day of the load, if any. Times of other days show their date. */
  day: string | null
  environment: Basics['environment']
}

function StopRow({ order, number, arrival, day, environment }: StopRowProps) {
  const words = useWords(sheetWords)
  const plan = useWords(planWords)
  const format = useFormat(environment.timezone)
  const window = useWindow(environment.timezone, day)
  const locale = locales[language.use()]
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const { name } = planStop(order)
  const count = packageCount(order)
  const estimated = arrival?.arrives == null ? null : `≈ ${format.timeOn(day, new Date(arrival.arrives).toISOString())}`
  return (
    <tr className={styles.stop} data-row={order.key}>
      <td className={styles.number}>{number}</td>
      <td className={styles.time}>
        <strong>{window(order)}</strong>
        {order.planned ? <span>{words.plannedAt(format.timeOn(day, order.planned))}</span> : <span>{estimated}</span>}
        <span>{plan[order.type]}</span>
      </td>
      <td className={styles.who}>
        <strong dir="auto">{name}</strong>
        {linesOfSheet(order.consigneeAddress).map((line) => (
          <span key={line} dir="auto">
            {line}
          </span>
        ))}
        {order.consigneeContact?.personName && <span dir="auto">{order.consigneeContact.personName}</span>}
        {phonesOf(order).map((phone) => (
          <span key={phone} dir="ltr" className={styles.phone}>
            {phone}
          </span>
        ))}
      </td>
      <td className={styles.notes} dir="auto">
        {order.consignmentInstructions}
      </td>
      <td className={styles.goods}>
        {count !== null && <span>{words.packages(count)}</span>}
        {order.weight !== null && <span>{measure(order.weight, weightUnit, locale)}</span>}
        {order.volume !== null && <span>{measure(order.volume, volumeUnit, locale)}</span>}
      </td>
      <td>
        <div className={styles.signing}>
          <div className={styles.line} />
          <div className={styles.code}>
            <Picture text={order.key} label={words.code(order.key)} pixels={60} border={1} />
            <span dir="auto">{order.key}</span>
          </div>
        </div>
      </td>
    </tr>
  )
}
