// What became of each of many orders.
import { Badge, Group, Modal, Table } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { isFailed, type Outcome } from './changing.ts'
import { orderWords } from './words.ts'

const shownMax = 500

/** Failed ones first: they are what there is to do. */
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
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.key}</Table.Th>
              <Table.Th>{words.results}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.slice(0, shownMax).map((outcome) => (
              <Table.Tr key={outcome.key}>
                <Table.Td>
                  <bdi>{outcome.key}</bdi>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap" align="flex-start">
                    {isFailed(outcome) ? <IconX size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
                    <span>
                      {words[`result_${outcome.status}`]} {outcome.message ?? ''}
                    </span>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Modal>
  )
}
