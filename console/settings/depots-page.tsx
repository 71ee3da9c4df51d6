// Settings › Depots: the list, and one depot in a drawer: its address, contact and place on the map.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatAddressLines } from '../../contract/address.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { createDepot, type Depot, deleteDepot, getDepot, listDepots, updateDepot } from '../../contract/depot.ts'
import { useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import type { RecordKind } from '../records/record-drawer.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import type { TableColumn } from '../shell/columns.ts'
import { useTexts } from '../words/language.ts'
import { depotCommands } from './commands.ts'
import { DepotFields } from './depot-fields.tsx'
import { settingsTexts } from './words.ts'

const depotRecords: RecordKind<Depot> = {
  list: listDepots,
  get: getDepot,
  create: createDepot,
  update: updateDepot,
  remove: deleteDepot,
  scope: 'depots:write',
  add: depotCommands.add,
  useTexts() {
    const texts = useTexts(settingsTexts)
    return {
      title: texts.depots,
      key: texts.key,
      about: texts.depotsAbout,
      empty: texts.noDepots,
      remove: texts.deleteDepot,
      created: () => texts.depotCreated,
      removed: texts.depotDeleted,
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
      kind={depotRecords}
      chosen={depot}
      onOpen={(key) => navigate({ to: '/settings/depots', search: key === undefined ? {} : { depot: key } })}
      useColumns={useColumns}
    />
  )
}

/** Shows how many orders use the depot. */
function Naming({ record: { key }, isOpen }: { record: Depot; isOpen: boolean }) {
  const texts = useTexts(settingsTexts)
  // A comma would separate two keys; `none` would select orders without a depot.
  const named = key === 'none' ? '\\none' : key.replace(/[\\,]/g, '\\$&')
  const orders = useQuery({
    ...buildQuery(listConsignments, { query: { depotKey: named, limit: '1', total: 'true', view: 'compact' } }),
    enabled: isOpen,
  }).data?.data.total
  return (
    <>
      {orders ? texts.namedBy(orders.count, orders.exact) : texts.counting} {texts.depotStays}
    </>
  )
}

function useColumns(): TableColumn<Depot>[] {
  const texts = useTexts(settingsTexts)
  return [
    { head: texts.name, show: ({ name }) => name },
    {
      head: texts.address,
      show: ({ address }) => [...formatAddressLines(address), address.country].join(', '),
    },
    {
      head: texts.contact,
      isSpare: true,
      show: ({ contact }) => contact?.personName ?? contact?.email ?? '–',
    },
    {
      head: texts.position,
      isSpare: true,
      show: ({ address: { geoLocation } }) =>
        geoLocation ? `${geoLocation.lat}, ${geoLocation.lng}` : texts.noPosition,
    },
  ]
}
