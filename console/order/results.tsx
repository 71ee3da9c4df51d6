// Shows the result of each order after a change of many.
import { Badge, Group, Modal, Table } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { DataTable } from '../shell/data-table.tsx'
import { useTexts } from '../words/language.ts'
import { type ChangeResult, isFailed } from './changing.ts'
import { orderTexts } from './words.ts'

const shownMax = 500

/** Draws the results, failed orders first. */
export function ResultsDialog({ outcomes, onClose }: { outcomes: ChangeResult[] | undefined; onClose(): void }) {
  const texts = useTexts(orderTexts)
  const sorted = outcomes?.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a))) ?? []
  const failed = sorted.filter(isFailed).length
  return (
    <Modal opened={outcomes !== undefined} onClose={onClose} size="xl" title={texts.results}>
      <Group mb="sm">
        <Badge color="good">{texts.allDone(sorted.length - failed)}</Badge>
        <Badge color="red">{texts.someFailed(failed)}</Badge>
      </Group>
      <Table.ScrollContainer minWidth={400} maxHeight="60vh">
        <DataTable
          inset={{ stickyHeader: true }}
          rows={sorted.slice(0, shownMax)}
          idOf={({ key }) => key}
          columns={[
            { head: texts.key, show: ({ key }) => <bdi>{key}</bdi> },
            {
              head: texts.results,
              show: (outcome) => (
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  {isFailed(outcome) ? <IconX size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
                  <span>
                    {texts[`result_${outcome.status}`]} {outcome.message ?? ''}
                  </span>
                </Group>
              ),
            },
          ]}
        />
      </Table.ScrollContainer>
    </Modal>
  )
}
