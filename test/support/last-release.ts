// What the last release writes: its statements and texts as 0.2.0 has them, to be played beside this version on the same database.
import { sql, type WriteTransaction } from '../../server/platform/database/database.ts'

/** With the last migration that it has. */
export const lastRelease = { version: '0.2.0', migration: '0012_mail_words.sql' }

export interface OldOrder {
  environmentId: string
  consignmentId: string
  key: string
  consigneeCode: string
  street: string
}

/** As 0.2.0 stores it: no member that came later. */
const documentOf = ({ consigneeCode, street }: OldOrder) =>
  `{"channelKey":null,"areaKey":null,"requiredFrom":null,"requiredTo":null,"planned":null,"committed":null,"plannedPackages":null,"consigneeCode":"${consigneeCode}","consignmentInstructions":null,"planningInstructions":"By the yard.","consignmentNotificationsEnabled":null,"publicTrackingEnabled":null,"consigneeContact":{"personName":"Goods-in","email":null,"phone":{"code":null,"countryCode":"44","localNumber":"2079460018"},"mobile":null},"consigneeAddress":{"name":null,"company":null,"line1":"${street}","line2":null,"line3":null,"city":"Exampleton","region":null,"postalCode":"EX1 1AA","state":null,"country":"GB","geoLocation":null,"geoLocationAccuracy":null,"placeId":null},"consignorContact":null,"consignorAddress":null,"packages":[],"productLines":[],"packageProducts":[]}`

/** Neither the street nor the ends of the phone. */
const wordsOf = ({ key, consigneeCode }: OldOrder) =>
  ` ${key.toLowerCase()} ex1 1aa ex11aa ${consigneeCode.toLowerCase()} 2079460018 02079460018 442079460018 exampleton goods in =nowhere`

const summary = '{"consigneeName":"Goods-in","company":null,"city":"Exampleton","postalCode":"EX1 1AA","country":"GB"}'

export async function insertAsBefore(tx: WriteTransaction, order: OldOrder, now: string): Promise<void> {
  const { environmentId, consignmentId, key } = order
  await tx.run(
    sql`insert into consignments (environment_id, consignment_id, key, type, version, created, updated, depot_key, time_at_stop, joined_time_at_stop, weight, volume, document, own_references)
    values (${environmentId}, ${consignmentId}, ${key}, ${'delivery'}, 1, ${now}, ${now}, ${null}, ${null}, ${null}, ${null}, ${null}, ${documentOf(order)}, ${null})
    on conflict (environment_id, key) do nothing`,
  )
  await tx.runOn(
    sql`insert into consignment_list (environment_id, consignment_id, type, depot_key, channel_key, area_key, required_from, required_to, planned, late, located, assigned, words, summary)
    values (${environmentId}, ${consignmentId}, ${'delivery'}, ${''}, ${''}, ${''}, ${'~'}, ${'~'}, ${'~'}, ${0}, ${0}, ${0}, ${wordsOf(order)}, ${summary})`,
  )
  await tx.index(environmentId, consignmentId, wordsOf(order))
}

export async function updateAsBefore(
  tx: WriteTransaction,
  order: OldOrder,
  version: number,
  now: string,
): Promise<void> {
  const { environmentId, consignmentId } = order
  await tx.runOn(
    sql`update consignments set type = ${'delivery'}, version = ${version}, updated = ${now},
    time_at_stop = ${null}, joined_time_at_stop = coalesce(joined_time_at_stop, ${null}),
    weight = ${null}, volume = ${null}, document = ${documentOf(order)}, own_references = ${null}
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
  await tx.runOn(
    sql`update consignment_list set type = ${'delivery'}, depot_key = ${''}, channel_key = ${''}, area_key = ${''}, required_from = ${'~'}, required_to = ${'~'}, planned = ${'~'}, late = ${0}, located = ${0}, summary = ${summary}
    where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
  )
  const words = wordsOf(order)
  const changed = await tx.run(
    sql`update consignment_list set words = ${words} where environment_id = ${environmentId} and consignment_id = ${consignmentId} and words <> ${words}`,
  )
  if (changed > 0) await tx.index(environmentId, consignmentId, words)
}
