// Shows the result of each order after a change of many.
import { Badge, Group, Modal, Table } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { DataTable } from '../shell/data-table.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { isFailed, type Outcome } from './changing.ts'
import { orderWords } from './words.ts'

const shownMax = 500

/** Draws the results, failed orders first. */
export function Results({ outcomes, onClose }: { outcomes: Outcome[] | undefined; onClose(): void }) {
  const words = useWords(orderWords)
  const shell = useWords(shellWords)
  const sorted = outcomes?.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a))) ?? []
  const failed = sorted.filter(isFailed).length
  return (
    <Modal
      opened={outcomes !== undefined}
      onClose={onClose}
      size="xl"
      title={words.results}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <Group mb="sm">
        <Badge color="good">{words.allDone(sorted.length - failed)}</Badge>
        <Badge color="red">{words.someFailed(failed)}</Badge>
      </Group>
      <Table.ScrollContainer minWidth={400} maxHeight="60vh">
        <DataTable
          inset={{ stickyHeader: true }}
          rows={sorted.slice(0, shownMax)}
          idOf={({ key }) => key}
          columns={[
            { head: words.key, show: ({ key }) => <bdi>{key}</bdi> },
            {
              head: words.results,
              show: (outcome) => (
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  {isFailed(outcome) ? <IconX size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
                  <span>
                    {words[`result_${outcome.status}`]} {outcome.message ?? ''}
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
