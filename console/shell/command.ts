// Something that can be done or set on a page, as it is found from another.
import type { Scope } from '../../contract/endpoint.ts'

export interface Elsewhere {
  /** The page. */
  to: string
  /** What it is called there: a command, or a field. */
  label: string
  /** Of a command, if it has any. */
  keys?: string
  /** One of the settings, to be filled in. */
  isField?: boolean
  scope?: Scope
}
