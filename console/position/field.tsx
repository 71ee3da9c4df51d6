// Edits the location of an address: from the geocoder, or from a pin on the map.
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
import {
  type AddressPosition,
  buildGeocodeAddress,
  createPinPosition,
  createProposalPosition,
  createProposalsQuery,
  type PlainAddress,
} from './lookup.ts'
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
}

const fields = ['line1', 'city', 'postalCode', 'region', 'state', 'country'] as const

export function PositionField({ draft, path, isOpen = false, around }: PositionFieldProps) {
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
      <Group gap="xs">
        {mayGeocode && (
          <Button
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
        {isOpen ? null : (
          <Button leftSection={<IconMapPin size={14} />} aria-expanded={hasMap} onClick={() => setMap(!hasMap)}>
            {hasMap ? texts.hideMap : texts.onMap}
          </Button>
        )}
        {position && typeof source === 'string' ? <LocationSource source={source} /> : null}
      </Group>
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
          onUnread={(next) => keep(draft, path, next)}
          errors={errorsIn(draft, path)}
          distanceUnit={distanceUnit}
          {...(around ? { around } : {})}
        />
      ) : null}
    </Stack>
  )
}

const isAt = (position: GeoPosition | null, lat: number, lng: number) => position?.lat === lat && position.lng === lng

/** Stores invalid coordinates in the draft without saving them. If the user saves the form, the API rejects them. */
function keep(draft: RecordDraft, path: string, { lat, lng }: UncheckedPosition): void {
  draft.revert(`${path}.geoLocation`)
  draft.change(`${path}.geoLocation.lat`, lat)
  draft.change(`${path}.geoLocation.lng`, lng)
}

/** Places an error of the whole location at the latitude. */
function errorsIn(draft: RecordDraft, path: string) {
  const lng = draft.errorText(`${path}.geoLocation.lng`)
  return { lat: draft.errorText(`${path}.geoLocation${lng === undefined ? '' : '.lat'}`), lng }
}

/** Sets the location with its accuracy and source in one change, because they belong together. */
function put(draft: RecordDraft, path: string, position: AddressPosition): void {
  const { geoLocation, geoLocationAccuracy, geoLocationSource = null, placeId } = position
  const numbers = geoLocation
    ? { [`${path}.geoLocation.lat`]: geoLocation.lat, [`${path}.geoLocation.lng`]: geoLocation.lng }
    : { [`${path}.geoLocation`]: null }
  for (const name of ['geoLocation', 'geoLocation.lat', 'geoLocation.lng']) draft.revert(`${path}.${name}`)
  draft.putTogether({
    ...numbers,
    [`${path}.geoLocationAccuracy`]: geoLocationAccuracy,
    [`${path}.geoLocationSource`]: geoLocationSource,
    [`${path}.placeId`]: placeId,
  })
}
