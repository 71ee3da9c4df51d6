// Commands of the pages: their keys, labels and scopes, for the page itself and for ⌘K on the other pages.
import type { Scope } from '../../contract/endpoint.ts'
import type { Language } from '../words/words.ts'
import { shellWords } from './words.ts'

export interface Command {
  /** A command without keys is in ⌘K alone. */
  keys?: string
  label: Readonly<Record<Language, string>>
  /** What the role must allow. */
  scope?: Scope
}
/** The commands of one page. */
export type Commands = Readonly<Record<string, Command>>

/** Returns the command that adds a record to a list. */
export const addRecord = (label: Command['label'], scope: Scope) => ({ keys: 'n', label, scope })
export const printCommand = { keys: 'mod+p', label: shellWords.print }

/** A command or a field of another page. */
export interface Elsewhere {
  /** Path of the page. */
  to: string
  label: string
  keys?: string | undefined
  /** A field of the settings, which ⌘K gives the focus. */
  isField?: boolean
  scope?: Scope | undefined
}
