// Settings › Areas: the areas of orders by key, each with an outline on the map if it has one.
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Consignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { listDepots } from '../../contract/depot.ts'
import type { EnvironmentSettings } from '../../contract/environment.ts'
import { pageLimits } from '../../contract/page.ts'
import { useSettings } from '../api/environment.ts'
import { buildQuery } from '../api/query.ts'
import { AreaEditor } from '../map/area-editor.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { areaCommands } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsTexts } from './words.ts'

type Area = EnvironmentSettings['areas'][number]

export function AreasPage() {
  const texts = useTexts(settingsTexts)
  const draft = useSettingsDraft()
  const navigate = useNavigate()
  const areas = draft.value('areas') as Area[]
  const { area: chosen } = useSearch({ from: '/shell/settings/areas' })
  const current = areas.findIndex(({ key }) => key === chosen)
  return (
    <SettingsPage title={texts.areas} about={texts.areasAbout} draft={draft} wide>
      <ListTable<Area>
        draft={draft}
        path="areas"
        title={texts.areas}
        add={areaCommands.add}
        empty={texts.noAreas}
        emptyText={texts.noAreasText}
        current={current < 0 ? undefined : current}
        extraColumns={[
          {
            title: texts.outline,
            cell: ({ key, polygon }) => (
              <Button
                disabled={key === ''}
                aria-pressed={key === chosen}
                onClick={() => navigate({ to: '/settings/areas', search: key === chosen ? {} : { area: key } })}
              >
                {polygon ? texts.corners(polygon.length) : texts.noOutline}
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
  const texts = useTexts(settingsTexts)
  const depots = useQuery(buildQuery(listDepots)).data?.data
  const orders = useQuery(buildQuery(listConsignments, { query: located })).data?.data.consignments as
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
      <h2>{texts.outlineOf(name)}</h2>
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
              areas.map((area, position) =>
                position === index ? { key: area.key, name: area.name, polygon: next } : area,
              ),
            )
          }
        />
      ) : (
        <Text size="sm">{texts.corners(polygon?.length ?? 0)}</Text>
      )}
    </section>
  )
}
