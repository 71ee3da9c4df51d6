// Registers the keys of components, and runs the shortcut of a pressed key.
import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { createStore } from '../platform/store.ts'
import { currentLanguage } from '../words/language.ts'
import type { PageCommand } from './command.ts'

export interface KeyShortcut {
  /** Keys such as `j`, `shift+j`, `mod+k`, `Escape` or the sequence `g c`. A shortcut without keys is in ⌘K alone. */
  keys?: string | undefined
  /** Name of the action, for the list of shortcuts and for tooltips. */
  label: string
  group: string
  /** Whether the shortcut belongs to the open record. ⌘K lists it before the shortcuts of the page. */
  isOfOpen?: boolean
  run(event: KeyboardEvent): void
  /** Whether the keys also work while the user types. */
  whileTyping?: boolean
  /** The missing condition, which ⌘K and the list show. The keys are then free for other shortcuts. */
  needs?: string
}

export const shortcutStore = createStore<readonly (KeyShortcut & { layer: number })[]>([])

/** Layer of the component. The keys of a drawer or dialog take precedence over the keys of the page. */
export const ShortcutLayer = createContext(0)

/** A shortcut with the keys and the label of a command. */
type CommandShortcut = Omit<KeyShortcut, 'keys' | 'label'> & { command: PageCommand }

/** Returns a function that gives the keys of a command and its label in the language in use. */
export function useNamed() {
  const spoken = currentLanguage.use()
  return <C extends PageCommand>({ keys, label }: C) => ({ keys: keys as C['keys'], label: label[spoken] })
}

/** Registers shortcuts while the component is on the page. */
export function useShortcuts(requested: readonly (KeyShortcut | CommandShortcut)[]): void {
  const layer = useContext(ShortcutLayer)
  const named = useNamed()
  const resolved = requested.map(
    (entry): KeyShortcut => ('command' in entry ? { ...entry, ...named(entry.command) } : entry),
  )
  const latest = useRef(resolved)
  latest.current = resolved
  const signature = resolved.map(({ keys, label, needs }) => `${keys} ${label} ${needs}`).join('\n')
  // A layout effect registers keys before their button is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of keys or labels registers them again
  useLayoutEffect(() => {
    const registered = latest.current.map((shortcut, index) => ({
      ...shortcut,
      layer,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }))
    shortcutStore.set([...shortcutStore.get(), ...registered].sort((a, b) => a.layer - b.layer))
    return () => shortcutStore.set(shortcutStore.get().filter((shortcut) => !registered.includes(shortcut)))
  }, [signature])
}

const sequenceMs = 1_000
let lastPress = { key: '', atMs: 0 }

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key
  const modifiers = event.metaKey || event.ctrlKey ? ['mod'] : []
  if (event.altKey) modifiers.push('alt')
  // A shifted sign such as `?` is already another key; letters and named keys are not.
  if (event.shiftKey && (key.length > 1 || /^\p{L}$/u.test(key))) modifiers.push('shift')
  return [...modifiers, key.length === 1 ? key.toLowerCase() : key].join('+')
}

export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = nameOf(event)
  const typing = isTyping(event.target)
  const inDialog = document.querySelector('[role=dialog][aria-modal=true]') !== null
  const sequence = performance.now() - lastPress.atMs < sequenceMs ? `${lastPress.key} ${name}` : undefined
  lastPress = { key: typing ? '' : name, atMs: performance.now() }
  const fits = ({ keys, needs }: KeyShortcut): boolean =>
    keys !== undefined && needs === undefined && (keys === sequence || keys === name)
  // The shortcut that was registered last is nearest to the user's focus.
  const found = shortcutStore
    .get()
    .filter((shortcut) => fits(shortcut) && (shortcut.whileTyping || (!typing && !inDialog)))
    .sort((a, b) => b.keys!.length - a.keys!.length)
  const nearest = found.findLast(({ keys }) => keys!.length === found[0]!.keys!.length)
  if (!nearest) return
  event.preventDefault()
  nearest.run(event)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keySymbols: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  Enter: 'Enter',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Space: 'Space',
}

/** Returns the key caps of a shortcut: `g c` has two, `mod+k` is `⌘K`. */
export const formatKeys = (keys: string): string[] =>
  keys.split(' ').map((combination) =>
    combination
      .split('+')
      .map((key) => keySymbols[key] ?? key.toUpperCase())
      .join(isMac ? '' : ' '),
  )
