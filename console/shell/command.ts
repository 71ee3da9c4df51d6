// Commands of the pages: their keys, labels and scopes, for the page itself and for ⌘K on the other pages.
import type { TokenScope } from '../../contract/endpoint.ts'
import type { UiLanguage } from '../words/words.ts'
import { shellTexts } from './words.ts'

export interface PageCommand {
  /** A command without keys is in ⌘K alone. */
  keys?: string
  label: Readonly<Record<UiLanguage, string>>
  /** Scope that the role must include. */
  scope?: TokenScope
}
/** The commands of one page. */
export type PageCommands = Readonly<Record<string, PageCommand>>

/** Returns the command that adds a record to a list. */
export const addRecord = (label: PageCommand['label'], scope: TokenScope) => ({ keys: 'n', label, scope })
export const printCommand = { keys: 'mod+p', label: shellTexts.print }

/** A command or a field of another page. */
export interface PageTarget {
  /** Path of the page. */
  to: string
  label: string
  keys?: string | undefined
  /** A field of the settings, which ⌘K gives the focus. */
  isField?: boolean
  scope?: TokenScope | undefined
}
