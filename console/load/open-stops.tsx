// Shows the stops without an outcome before a load is completed: their number, their orders, and what the user can do.
import { Button, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getLoadProgress } from '../../contract/drive.ts'
import { describeError } from '../api/problems.ts'
import { buildQuery, findFailure } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { requestOutcomes } from '../road/requested-outcomes.ts'
import { outcomesTexts } from '../road/words.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { useTexts } from '../words/language.ts'
import { loadTexts } from './words.ts'

/** Maximum number of listed stops; further stops are only counted. */
const shownMax = 10

/** Reads the outcomes of the stops of a load while they are needed. */
export const useStopOutcomes = (loadId: string, isWanted: boolean) =>
  useQuery({ ...buildQuery(getLoadProgress, { params: { loadId } }), enabled: isWanted })

interface OpenStopsProps {
  outcomes: ReturnType<typeof useStopOutcomes>
  /** Runs before the dialog of outcomes opens. */
  onRecord(): void
}

export function OpenStops({ outcomes, onRecord }: OpenStopsProps) {
  const texts = useTexts(loadTexts)
  const { recordOutcomes } = useTexts(outcomesTexts)
  const mayProve = useMay('pods:write')
  const { data } = outcomes
  const failure = findFailure(outcomes)
  if (failure)
    return (
      <Text size="sm" mt="sm" c="var(--mantine-color-error)" role="alert">
        {texts.openStopsUnread} {describeError(failure)}
      </Text>
    )
  if (!data) return <LoadingLines lines={3} />
  const open = data.data.stops.filter(({ outcome }) => outcome === null)
  if (open.length === 0) return null
  return (
    <>
      <Text size="sm" mt="sm" fw={600}>
        {texts.openStops(open.length)}
      </Text>
      <List size="sm" mt={4} listStyleType="none" aria-label={texts.openStops(open.length)}>
        {open.slice(0, shownMax).map(({ consignmentId, position, key }) => (
          <List.Item key={consignmentId}>
            {position} · <bdi>{key}</bdi>
          </List.Item>
        ))}
        {open.length > shownMax && <List.Item>{texts.moreItems(open.length - shownMax)}</List.Item>}
      </List>
      <Text size="sm" mt="sm">
        {texts.openStopsAbout}
      </Text>
      {mayProve ? (
        <Button
          mt="sm"
          onClick={() => {
            onRecord()
            requestOutcomes(open.map(({ consignmentId }) => consignmentId))
          }}
        >
          {recordOutcomes}
        </Button>
      ) : null}
    </>
  )
}
