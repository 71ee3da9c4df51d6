// Lists the shortcuts of the page, after the key `?`.
import { Modal, Table, Text, Title } from '@mantine/core'
import { createStore } from '../platform/store.ts'
import { useWords } from '../words/language.ts'
import { Keys } from './hint.tsx'
import { type Shortcut, shortcuts, useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

export const sheetOpened = createStore(false)

/** Removes shortcuts whose keys a later shortcut takes. */
function keyed(all: readonly Shortcut[]): (Shortcut & { keys: string })[] {
  const able = all.filter(({ needs }) => needs === undefined)
  const has = (one: Shortcut) => (able.findLast(({ keys }) => keys === one.keys) ?? one) === one
  const found = all.flatMap((one) => (one.keys !== undefined && has(one) ? [{ ...one, keys: one.keys }] : []))
  return [...new Map(found.map((one) => [one.keys, one])).values()]
}

export function ShortcutSheet() {
  const words = useWords(shellWords)
  useShortcuts([{ keys: '?', label: words.shortcuts, group: words.general, run: () => sheetOpened.set(true) }])
  const all = keyed(shortcuts.use())
  const groups = Map.groupBy(all, ({ group }) => group)
  // The shortcuts of the page come before those of every page.
  const common = [words.general, words.pages]
  const named = [...groups].sort(([one], [other]) => common.indexOf(one) - common.indexOf(other))
  return (
    <Modal
      opened={sheetOpened.use()}
      onClose={() => sheetOpened.set(false)}
      title={words.shortcuts}
      size="xl"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div style={{ columns: '2 18rem', columnGap: '2rem' }}>
        {named.map(([group, members]) => (
          <section key={group}>
            <Title order={3} mb="xs">
              {group}
            </Title>
            <Table mb="md" verticalSpacing={3} horizontalSpacing={0} withRowBorders={false}>
              <Table.Tbody>
                {members.map(({ keys, label, needs }) => (
                  <Table.Tr key={keys}>
                    <Table.Td>
                      {label}
                      {needs ? (
                        <Text span size="xs" c="dimmed">
                          {' '}
                          {needs}
                        </Text>
                      ) : null}
                    </Table.Td>
                    <Table.Td w="6rem">
                      <Keys keys={keys} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </div>
    </Modal>
  )
}
