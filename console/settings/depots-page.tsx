// Settings › Depots: the list, and one depot in a drawer: its address, contact and place on the map.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listConsignments } from '../../contract/consignments.ts'
import { createDepot, type Depot, deleteDepot, getDepot, listDepots, updateDepot } from '../../contract/depot.ts'
import { useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import type { RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage, type TableProps } from '../records/records-page.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { DepotFields } from './depot-fields.tsx'
import { settingsWords } from './words.ts'

const kind: RecordKind<Depot> = {
  list: listDepots,
  get: getDepot,
  create: createDepot,
  update: updateDepot,
  remove: deleteDepot,
  scope: 'depots:write',
  useTexts() {
    const words = useWords(settingsWords)
    return {
      title: words.depots,
      about: words.depotsAbout,
      empty: words.noDepots,
      add: words.addDepot,
      remove: words.deleteDepot,
      created: () => words.depotCreated,
      removed: words.depotDeleted,
    }
  },
  nameOf: ({ name }) => name,
  Fields: DepotFields,
  useFresh: () => ({ address: { country: useSettings().displayPreferences.country } }),
  Stays: Naming,
}

export function DepotsPage() {
  const navigate = useNavigate()
  const { depot } = useSearch({ from: '/shell/settings/depots' })
  return (
    <RecordsPage
      kind={kind}
      chosen={depot}
      onOpen={(key) => navigate({ to: '/settings/depots', search: key === undefined ? {} : { depot: key } })}
      Table={Depots}
    />
  )
}

/** How many orders name it still. */
function Naming({ record: { key }, isAsked }: { record: Depot; isAsked: boolean }) {
  const words = useWords(settingsWords)
  // A comma would separate two keys; `none` would mean those without a depot.
  const named = key === 'none' ? '\\none' : key.replace(/[\\,]/g, '\\$&')
  const orders = useQuery({
    ...read(listConsignments, { query: { depotKey: named, limit: '1', total: 'true', view: 'compact' } }),
    enabled: isAsked,
  }).data?.data.total
  return (
    <>
      {orders ? words.namedBy(orders.count, orders.exact) : words.counting} {words.depotStays}
    </>
  )
}

function Depots({ records, chosen, onOpen }: TableProps<Depot>) {
  const words = useWords(settingsWords)
  return (
    <table className={styles.table} aria-label={words.depots}>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.address}</th>
          <th scope="col" className={styles.spare}>
            {words.contact}
          </th>
          <th scope="col" className={styles.spare}>
            {words.position}
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ key, name, address, contact }) => (
          <tr key={key} data-row={key} aria-current={key === chosen ? 'true' : undefined}>
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen(key)}>
                {key}
              </button>
            </td>
            <td>{name}</td>
            <td>{[address.line1, address.postalCode, address.city, address.country].filter(Boolean).join(', ')}</td>
            <td className={styles.spare}>{contact?.personName ?? contact?.email ?? '–'}</td>
            <td className={styles.spare}>
              {address.geoLocation ? `${address.geoLocation.lat}, ${address.geoLocation.lng}` : words.noPosition}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
