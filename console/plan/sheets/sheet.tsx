// Prints the run sheet of one load: each stop with address, phone, window, notes, goods, a signature line and a code.
import { useMemo } from 'react'
import type { StopArrival } from '../../../contract/arrivals.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { Load } from '../../../contract/load.ts'
import { QrCode } from '../../factor/picture.tsx'
import { loadTexts } from '../../load/words.ts'
import { getZonedDay } from '../../platform/day.ts'
import { convertFromStored, formatAmount, formatMeasure } from '../../platform/units.ts'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales, type Texts } from '../../words/words.ts'
import { type CrewRecords, findCrew } from '../times/crew.ts'
import type { PlanBasics } from '../times/data.ts'
import {
  addPostcodePositions,
  calculateJourney,
  calculateKilometres,
  listRoutePositions,
  planStop,
} from '../times/route.ts'
import { routeOf } from '../times/route-of.ts'
import { useRoads } from '../times/travel.ts'
import { planTexts } from '../times/words.ts'
import { useWindow } from '../views/time-line.tsx'
import { countPackages, listAddressLines, listPhones } from './lines.ts'
import styles from './sheets.module.css'
import { sheetTexts } from './words.ts'

interface SheetProps extends PlanBasics {
  crew: CrewRecords
  load: Load
  orders: readonly Consignment[]
}

export function RunSheet({ load, orders, environment, depots, crew }: SheetProps) {
  const texts = useTexts(sheetTexts)
  const { stops, planned, estimate, places } = useMemo(() => {
    const ordersById = new Map(orders.map((order) => [order.consignmentId, order]))
    const found = load.stops.flatMap(({ consignmentId }) => ordersById.get(consignmentId) ?? [])
    const route = routeOf(load, { environment, depots }, crew)
    const planned = addPostcodePositions(load, found.map(planStop))
    return { stops: found, planned, estimate: route, places: listRoutePositions(route, planned) }
  }, [load, orders, environment, depots, crew])
  const route = { ...estimate, roads: useRoads(places) }
  const { arrivals: times, ends } = calculateJourney(route, planned)
  const day = load.plannedStart && getZonedDay(new Date(load.plannedStart), environment.timezone)
  return (
    <section className={styles.sheet} aria-label={texts.ofLoad(load.key)} data-sheet={load.key}>
      <Head
        load={load}
        environment={environment}
        crew={crew}
        kilometres={calculateKilometres(route, planned)}
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
            <th>{texts.number}</th>
            <th>{texts.time}</th>
            <th>{texts.consignee}</th>
            <th>{texts.instructions}</th>
            <th>{texts.goods}</th>
            <th>{texts.signature}</th>
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

const together = (...values: (string | null | undefined)[]) => values.filter(Boolean).join(', ')

/** Returns the names of vehicle and driver; keys if they are deleted. Omits a missing vehicle or driver. */
function carriersOf(load: Load, crew: CrewRecords, texts: Texts<typeof sheetTexts>) {
  const { vehicle, driver } = findCrew(load, crew)
  return [
    [texts.vehicle, vehicle ? together(vehicle.name, vehicle.plate) : load.vehicleKey] as const,
    [texts.driver, driver ? together(driver.name, driver.phone) : load.driverKey] as const,
  ].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

type HeadProps = Pick<SheetProps, 'load' | 'environment' | 'crew'> & {
  kilometres: number | null
  ends: number | null
  /** Day of the start. An end on another day shows its date. */
  day: string | null
}

function Head({ load, environment, crew, kilometres, ends, day }: HeadProps) {
  const texts = useTexts(sheetTexts)
  const labels = useTexts(loadTexts)
  const plan = useTexts(planTexts)
  const format = useFormat(environment.timezone)
  const locale = languageLocales[currentLanguage.use()]
  const { weightUnit, volumeUnit, distanceUnit } = environment.displayPreferences
  const facts = [
    [
      labels.plannedStart,
      load.plannedStart ? `${format.date(load.plannedStart)} ${format.time(load.plannedStart)}` : '–',
    ],
    ...(ends === null ? [] : [[texts.end, `≈ ${format.timeOn(day, new Date(ends).toISOString())}`] as const]),
    [labels.startDepot, load.startDepotKey ?? '–'],
    [labels.endDepot, load.endDepotKey ?? '–'],
    ...carriersOf(load, crew, texts),
    [plan.stops, String(load.stopCount)],
    [labels.weight, formatMeasure(load.peakWeight, weightUnit, locale)],
    [labels.volume, formatMeasure(load.peakVolume, volumeUnit, locale)],
    ...(load.peakPackages ? [[plan.packages, formatAmount(load.peakPackages, null, locale)] as const] : []),
    ...(kilometres === null
      ? []
      : [['≈', formatMeasure(convertFromStored(kilometres, distanceUnit), distanceUnit, locale)] as const]),
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
  arrival: StopArrival | undefined
  /** Day of the load, if any. Times of other days show their date. */
  day: string | null
  environment: PlanBasics['environment']
}

function StopRow({ order, number, arrival, day, environment }: StopRowProps) {
  const texts = useTexts(sheetTexts)
  const plan = useTexts(planTexts)
  const format = useFormat(environment.timezone)
  const window = useWindow(environment.timezone, day)
  const locale = languageLocales[currentLanguage.use()]
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const { name } = planStop(order)
  const count = countPackages(order)
  const estimated = arrival?.arrives == null ? null : `≈ ${format.timeOn(day, new Date(arrival.arrives).toISOString())}`
  return (
    <tr className={styles.stop} data-row={order.key}>
      <td className={styles.number}>{number}</td>
      <td className={styles.time}>
        <strong>{window(order)}</strong>
        {order.planned ? <span>{texts.plannedAt(format.timeOn(day, order.planned))}</span> : <span>{estimated}</span>}
        <span>{plan[order.type]}</span>
      </td>
      <td className={styles.who}>
        <strong dir="auto">{name}</strong>
        {listAddressLines(order.consigneeAddress).map((line) => (
          <span key={line} dir="auto">
            {line}
          </span>
        ))}
        {order.consigneeContact?.personName && <span dir="auto">{order.consigneeContact.personName}</span>}
        {listPhones(order).map((phone) => (
          <span key={phone} dir="ltr" className={styles.phone}>
            {phone}
          </span>
        ))}
      </td>
      <td className={styles.notes} dir="auto">
        {order.consignmentInstructions}
      </td>
      <td className={styles.goods}>
        {count !== null && <span>{texts.packages(count)}</span>}
        {order.weight !== null && <span>{formatMeasure(order.weight, weightUnit, locale)}</span>}
        {order.volume !== null && <span>{formatMeasure(order.volume, volumeUnit, locale)}</span>}
      </td>
      <td>
        <div className={styles.signing}>
          <div className={styles.line} />
          <div className={styles.code}>
            <QrCode text={order.key} label={texts.code(order.key)} pixels={60} border={1} />
            <span dir="auto">{order.key}</span>
          </div>
        </div>
      </td>
    </tr>
  )
}
