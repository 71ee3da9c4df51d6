// The sheet behind `?`: every key that does something on this page.
import { Modal, SimpleGrid, Table, Title } from '@mantine/core'
import { createStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import { Keys } from './hint.tsx'
import { shortcuts, useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

export const sheetOpened = createStore(false)

export function ShortcutSheet() {
  const words = useWords(shellWords)
  useShortcuts([{ keys: '?', label: words.shortcuts, group: words.general, run: () => sheetOpened.set(true) }])
  const all = shortcuts.use()
  // Of two with the same keys the one that came last has them.
  const had = all.filter(({ keys }, index) => all.findLastIndex((one) => one.keys === keys) === index)
  const groups = Map.groupBy(had, ({ group }) => group)
  return (
    <Modal
      opened={sheetOpened.use()}
      onClose={() => sheetOpened.set(false)}
      title={words.shortcuts}
      size="xl"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <Title order={3} mb="xs">
              {group}
            </Title>
            <Table verticalSpacing={3} horizontalSpacing={0} withRowBorders={false}>
              <Table.Tbody>
                {[...new Map(members.map((one) => [one.keys, one])).values()].map(({ keys, label }) => (
                  <Table.Tr key={keys}>
                    <Table.Td>{label}</Table.Td>
                    <Table.Td w="6rem">
                      <Keys keys={keys} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </SimpleGrid>
    </Modal>
  )
}
