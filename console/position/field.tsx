// Edits the location of an address: as typed coordinates, from the geocoder, or from a pin on the map.
import { Button, Group, Stack } from '@mantine/core'
import { IconMapPin, IconMapSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GeoPosition } from '../../contract/travel.ts'
import { type RecordDraft, useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { useMay } from '../api/session.ts'
import { isPosition, type UncheckedPosition } from '../map/geometry.ts'
import { PinPicker } from '../map/pin-picker.tsx'
import { useTexts } from '../words/language.ts'
import { CoordinateField } from './coordinate-field.tsx'
import {
  type AddressPosition,
  buildGeocodeAddress,
  createPinPosition,
  createProposalPosition,
  createProposalsQuery,
  type PlainAddress,
} from './lookup.ts'
import styles from './position.module.css'
import { LocationProposals, LocationSource } from './proposals.tsx'
import { positionTexts } from './words.ts'

interface PositionFieldProps {
  draft: RecordDraft
  /** Path of the address in the record. */
  path: string
  /** Whether the map is open from the start. */
  isOpen?: boolean
  /** The area of the map without a location. */
  around?: readonly GeoPosition[]
  isReadOnly?: boolean
}

const fields = ['line1', 'city', 'postalCode', 'region', 'state', 'country'] as const

export function PositionField({ draft, path, isOpen = false, around, isReadOnly = false }: PositionFieldProps) {
  const texts = useTexts(positionTexts)
  const { distanceUnit } = useSettings().displayPreferences
  const mayGeocode = useMay('consignments:write')
  const [hasMap, setMap] = useState(isOpen)
  const [asked, setAsked] = useState<ReturnType<typeof buildGeocodeAddress>>()
  const found = useQuery(createProposalsQuery(asked))
  useShown(draft, `${path}.geoLocation`)
  const typed = { lat: draft.value(`${path}.geoLocation.lat`), lng: draft.value(`${path}.geoLocation.lng`) }
  const position = isPosition(typed) ? typed : null
  const address = Object.fromEntries(fields.map((field) => [field, draft.value(`${path}.${field}`)])) as PlainAddress
  const source = draft.value(`${path}.geoLocationSource`)
  const searchAddress = buildGeocodeAddress(address)
  const chosen = found.data?.proposals.findIndex(({ geoLocation: { lat, lng } }) => isAt(position, lat, lng)) ?? -1
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs" align="flex-start">
        <div className={styles.field}>
          <CoordinateField
            typed={typed}
            onType={(next) => keep(draft, path, next)}
            onChange={(next) => put(draft, path, createPinPosition(next))}
            error={draft.errorText(`${path}.geoLocation`)}
            isDirty={geoLocationPaths(path).some(draft.isDirty)}
            disabled={isReadOnly}
          />
        </div>
        {mayGeocode && !isReadOnly && (
          <Button
            className={styles.besideField}
            leftSection={<IconMapSearch size={14} />}
            disabled={searchAddress === undefined}
            loading={found.isFetching}
            onClick={() => {
              setAsked(searchAddress)
              setMap(true)
            }}
          >
            {texts.lookUp}
          </Button>
        )}
        {isOpen || isReadOnly ? null : (
          <Button
            className={styles.besideField}
            leftSection={<IconMapPin size={14} />}
            aria-expanded={hasMap}
            onClick={() => setMap(!hasMap)}
          >
            {hasMap ? texts.hideMap : texts.onMap}
          </Button>
        )}
      </Group>
      {position && typeof source === 'string' ? <LocationSource source={source} /> : null}
      {found.data ? (
        <LocationProposals
          result={found.data}
          chosen={chosen < 0 ? null : chosen}
          onChoose={(index) => put(draft, path, createProposalPosition(found.data.proposals[index]!))}
        />
      ) : null}
      {hasMap ? (
        <PinPicker
          typed={typed}
          onChange={(next) => put(draft, path, createPinPosition(next))}
          distanceUnit={distanceUnit}
          country={address.country ?? null}
          {...(around ? { around } : {})}
        />
      ) : null}
    </Stack>
  )
}

const isAt = (position: GeoPosition | null, lat: number, lng: number) => position?.lat === lat && position.lng === lng

const geoLocationPaths = (path: string) =>
  ['geoLocation', 'geoLocation.lat', 'geoLocation.lng'].map((name) => `${path}.${name}`)

/**
 * Stores typed coordinates in the draft without saving them. If they are invalid and the user saves the form, the API
 * rejects them.
 */
function keep(draft: RecordDraft, path: string, { lat, lng }: UncheckedPosition): void {
  for (const name of geoLocationPaths(path)) draft.revert(name)
  const values = { [`${path}.geoLocation.lat`]: lat, [`${path}.geoLocation.lng`]: lng }
  if (Object.entries(values).every(([name, value]) => draft.value(name) === value)) return
  for (const [name, value] of Object.entries(values)) draft.change(name, value)
}

/** Sets the location with its accuracy and source in one change, because they belong together. */
function put(draft: RecordDraft, path: string, position: AddressPosition): void {
  const { geoLocation, geoLocationAccuracy, geoLocationSource = null, placeId } = position
  const numbers = geoLocation
    ? { [`${path}.geoLocation.lat`]: geoLocation.lat, [`${path}.geoLocation.lng`]: geoLocation.lng }
    : { [`${path}.geoLocation`]: null }
  for (const name of geoLocationPaths(path)) draft.revert(name)
  draft.putTogether({
    ...numbers,
    [`${path}.geoLocationAccuracy`]: geoLocationAccuracy,
    [`${path}.geoLocationSource`]: geoLocationSource,
    [`${path}.placeId`]: placeId,
  })
}
