// Lists the shortcuts of the page, after the key `?`.
import { Modal, Title } from '@mantine/core'
import { createStore } from '../platform/store.ts'
import { useTexts } from '../words/language.ts'
import { KeyCaps } from './hint.tsx'
import { QuietText } from './quiet-text.ts'
import styles from './sheet.module.css'
import { type KeyShortcut, shortcutStore, useShortcuts } from './shortcuts.ts'
import { shellTexts } from './words.ts'

export const sheetOpened = createStore(false)

/** Removes shortcuts whose keys a later shortcut takes. */
function keyed(candidates: readonly KeyShortcut[]): (KeyShortcut & { keys: string })[] {
  const able = candidates.filter(({ needs }) => needs === undefined)
  const has = (shortcut: KeyShortcut) => (able.findLast(({ keys }) => keys === shortcut.keys) ?? shortcut) === shortcut
  const found = candidates.flatMap((shortcut) =>
    shortcut.keys !== undefined && has(shortcut) ? [{ ...shortcut, keys: shortcut.keys }] : [],
  )
  return [...new Map(found.map((shortcut) => [shortcut.keys, shortcut])).values()]
}

export function ShortcutSheet() {
  const texts = useTexts(shellTexts)
  useShortcuts([{ keys: '?', label: texts.shortcuts, group: texts.general, run: () => sheetOpened.set(true) }])
  const activeShortcuts = keyed(shortcutStore.use())
  const groups = Map.groupBy(activeShortcuts, ({ group }) => group)
  // The shortcuts of the page come before the general shortcuts.
  const common = [texts.general, texts.pages]
  const named = [...groups].sort(([a], [b]) => common.indexOf(a) - common.indexOf(b))
  return (
    <Modal opened={sheetOpened.use()} onClose={() => sheetOpened.set(false)} title={texts.shortcuts} size="xl">
      <div style={{ columns: '2 18rem', columnGap: '2rem' }}>
        {named.map(([group, members]) => (
          <section key={group}>
            <Title order={3} mb="xs">
              {group}
            </Title>
            <dl className={styles.shortcuts}>
              {members.map(({ keys, label, needs }) => (
                <div key={keys}>
                  <dt>
                    {label}
                    {needs ? (
                      <QuietText span size="xs">
                        {' '}
                        {needs}
                      </QuietText>
                    ) : null}
                  </dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
