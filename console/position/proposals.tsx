// Lists the proposed locations of an address with their source and accuracy.
import { Radio, Stack, Text } from '@mantine/core'
import type { PositionProposal } from '../../contract/geocode.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { positionTexts } from './words.ts'

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

export function LocationProposals({ result: { proposals, lookup }, chosen, onChoose }: ProposalsProps) {
  const texts = useTexts(positionTexts)
  return (
    <Stack gap="xs">
      {proposals.length === 0 ? (
        <Text size="sm" role="status">
          {texts.noProposals}
        </Text>
      ) : (
        <Radio.Group
          label={texts.proposals}
          value={chosen === null ? '' : String(chosen)}
          onChange={(value) => onChoose(Number(value))}
        >
          <Stack gap="xs" mt="xs">
            {proposals.map((proposal, index) => (
              <Radio
                key={JSON.stringify(proposal.geoLocation)}
                value={String(index)}
                label={<bdi>{proposal.label ?? `${proposal.geoLocation.lat}, ${proposal.geoLocation.lng}`}</bdi>}
                description={`${sourceOf(proposal, texts)} · ${texts[`accuracy${proposal.geoLocationAccuracy}`]}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {lookup === 'answered' ? null : <QuietText size="xs">{texts[lookup]}</QuietText>}
    </Stack>
  )
}

type Texts = ReturnType<typeof useTexts<typeof positionTexts>>

function sourceOf({ geoLocationSource: source, orders }: PositionProposal, texts: Texts): string {
  if (source === 'postalCode' || source === 'city') return texts[source](orders)
  return geocoders[source] ?? source
}

/** Draws the source of a location. */
export function LocationSource({ source }: { source: string }) {
  const texts = useTexts(positionTexts)
  const sourceNames: Record<string, string> = {
    ...geocoders,
    pin: texts.pin,
    postalCode: texts.fromPostalCode,
    city: texts.fromCity,
  }
  return (
    <QuietText size="xs">
      {texts.source} {sourceNames[source] ?? source}
    </QuietText>
  )
}
