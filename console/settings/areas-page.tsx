// Settings › Areas: the keys that orders name as their area, each with an outline on the map if it has one.
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { listDepots } from '../../contract/depot.ts'
import type { Settings } from '../../contract/environment.ts'
import { pageLimits } from '../../contract/page.ts'
import { useSettings } from '../api/environment.ts'
import { read } from '../api/query.ts'
import { AreaEditor } from '../map/area-editor.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { areaCommands } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

type Area = Settings['areas'][number]

export function AreasPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  const navigate = useNavigate()
  const areas = draft.value('areas') as Area[]
  const { area: chosen } = useSearch({ from: '/shell/settings/areas' })
  const current = areas.findIndex(({ key }) => key === chosen)
  return (
    <SettingsPage title={words.areas} about={words.areasAbout} draft={draft} wide>
      <ListTable<Area>
        draft={draft}
        path="areas"
        title={words.areas}
        add={areaCommands.add}
        empty={words.noAreas}
        emptyText={words.noAreasText}
        current={current < 0 ? undefined : current}
        more={[
          {
            title: words.outline,
            cell: ({ key, polygon }) => (
              <Button
                variant="default"
                disabled={key === ''}
                aria-pressed={key === chosen}
                onClick={() => navigate({ to: '/settings/areas', search: key === chosen ? {} : { area: key } })}
              >
                {polygon ? words.corners(polygon.length) : words.noOutline}
              </Button>
            ),
          },
        ]}
      />
      {current < 0 ? null : <Outline draft={draft} areas={areas} index={current} />}
    </SettingsPage>
  )
}

/** The latest orders with a location, one page: enough to show where orders go. */
const located = { located: 'true', view: 'full', limit: String(pageLimits.rows) } as const

function Outline({ draft, areas, index }: { draft: SettingsDraft; areas: Area[]; index: number }) {
  const words = useWords(settingsWords)
  const depots = useQuery(read(listDepots)).data?.data
  const orders = useQuery(read(listConsignments, { query: located })).data?.data.consignments as
    | Consignment[]
    | undefined
  const depotPlaces = useMemo(() => (depots ?? []).flatMap(({ address }) => address.geoLocation ?? []), [depots])
  const orderPlaces = useMemo(
    () => (orders ?? []).flatMap(({ consigneeAddress }) => consigneeAddress.geoLocation ?? []),
    [orders],
  )
  const { distanceUnit } = useSettings().displayPreferences
  const { name, polygon } = areas[index]!
  return (
    <section className={styles.group}>
      <h2>{words.outlineOf(name)}</h2>
      {draft.mayWrite ? (
        <AreaEditor
          key={index}
          polygon={polygon ?? null}
          depots={depotPlaces}
          orders={orderPlaces}
          distanceUnit={distanceUnit}
          onChange={(next) =>
            draft.put(
              'areas',
              areas.map((area, at) => (at === index ? { key: area.key, name: area.name, polygon: next } : area)),
            )
          }
        />
      ) : (
        <Text size="sm">{words.corners(polygon?.length ?? 0)}</Text>
      )}
    </section>
  )
}
