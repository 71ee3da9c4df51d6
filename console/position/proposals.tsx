// Lists the proposed locations of an address with their source and accuracy.
import { Radio, Stack, Text } from '@mantine/core'
import type { PositionProposal } from '../../contract/geocode.ts'
import { useWords } from '../words/language.ts'
import { positionWords } from './words.ts'

const geocoders: Partial<Record<PositionProposal['geoLocationSource'], string>> = {
  nominatim: 'Nominatim',
  photon: 'Photon',
  pelias: 'Pelias',
}

interface ProposalsProps {
  result: { proposals: readonly PositionProposal[]; lookup: 'off' | 'answered' | 'limited' | 'failed' }
  /** Index of the selected proposal; null for a pin. */
  chosen: number | null
  onChoose: (index: number) => void
}

export function Proposals({ result: { proposals, lookup }, chosen, onChoose }: ProposalsProps) {
  const words = useWords(positionWords)
  return (
    <Stack gap="xs">
      {proposals.length === 0 ? (
        <Text size="sm" role="status">
          {words.noProposals}
        </Text>
      ) : (
        <Radio.Group
          label={words.proposals}
          value={chosen === null ? '' : String(chosen)}
          onChange={(value) => onChoose(Number(value))}
        >
          <Stack gap="xs" mt="xs">
            {proposals.map((proposal, index) => (
              <Radio
                key={JSON.stringify(proposal.geoLocation)}
                value={String(index)}
                label={<bdi>{proposal.label ?? `${proposal.geoLocation.lat}, ${proposal.geoLocation.lng}`}</bdi>}
                description={`${sourceOf(proposal, words)} · ${words[`accuracy${proposal.geoLocationAccuracy}`]}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {lookup === 'answered' ? null : (
        <Text size="xs" c="dimmed">
          {words[lookup]}
        </Text>
      )}
    </Stack>
  )
}

type Words = ReturnType<typeof useWords<typeof positionWords>>

function sourceOf({ geoLocationSource: source, orders }: PositionProposal, words: Words): string {
  if (source === 'postalCode' || source === 'city') return words[source](orders)
  return geocoders[source] ?? source
}

/** Draws the source of a location. */
export function Source({ source }: { source: string }) {
  const words = useWords(positionWords)
  const said: Record<string, string> = {
    ...geocoders,
    pin: words.pin,
    postalCode: words.fromPostalCode,
    city: words.fromCity,
  }
  return (
    <Text size="xs" c="dimmed">
      {words.source} {said[source] ?? source}
    </Text>
  )
}
