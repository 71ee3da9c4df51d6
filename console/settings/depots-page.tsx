// Settings › Depots: the list, and one depot in a drawer: its address, contact and place on the map.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listConsignments } from '../../contract/consignments.ts'
import { createDepot, type Depot, deleteDepot, getDepot, listDepots, updateDepot } from '../../contract/depot.ts'
import { useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import type { RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import type { Column } from '../shell/columns.ts'
import { useWords } from '../words/language.ts'
import { depotCommands } from './commands.ts'
import { DepotFields } from './depot-fields.tsx'
import { settingsWords } from './words.ts'

const kind: RecordKind<Depot> = {
  list: listDepots,
  get: getDepot,
  create: createDepot,
  update: updateDepot,
  remove: deleteDepot,
  scope: 'depots:write',
  add: depotCommands.add,
  useTexts() {
    const words = useWords(settingsWords)
    return {
      title: words.depots,
      key: words.key,
      about: words.depotsAbout,
      empty: words.noDepots,
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
      useColumns={useColumns}
    />
  )
}

/** Shows how many orders use the depot. */
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

function useColumns(): Column<Depot>[] {
  const words = useWords(settingsWords)
  return [
    { head: words.name, show: ({ name }) => name },
    {
      head: words.address,
      show: ({ address: { line1, postalCode, city, country } }) =>
        [line1, postalCode, city, country].filter(Boolean).join(', '),
    },
    {
      head: words.contact,
      isSpare: true,
      show: ({ contact }) => contact?.personName ?? contact?.email ?? '–',
    },
    {
      head: words.position,
      isSpare: true,
      show: ({ address: { geoLocation } }) =>
        geoLocation ? `${geoLocation.lat}, ${geoLocation.lng}` : words.noPosition,
    },
  ]
}
