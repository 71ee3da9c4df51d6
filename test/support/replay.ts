// Takes a record back in time: undoes the differences of its changes, as a reader of the history would.
import type { FieldDifference } from '../../server/platform/value/difference.ts'

// biome-ignore lint/suspicious/noExplicitAny: a record of any shape
type Any = any

/** The state before the steps. */
export function undo(state: unknown, differences: readonly FieldDifference[]): unknown {
  const root = { state: structuredClone(state) }
  for (const { path, ...step } of differences.toReversed()) {
    const names = ['state', ...path.split('/').slice(1)].map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = names.pop()!
    const parent = names.reduce<Any>((value, name) => value[name], root)
    const removed = !('new' in step)
    const added = !('old' in step)
    if (Array.isArray(parent) && added) parent.splice(Number(last), 1)
    else if (Array.isArray(parent) && removed) parent.splice(Number(last), 0, step.old)
    else if (added) delete parent[last]
    else parent[last] = step.old
  }
  return root.state
}
