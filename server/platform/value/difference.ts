// Compares two states of a record. The result is a list of steps that lead from one state to the other and back.

/**
 * One step at a JSON Pointer. Without `old`, it adds a field, or inserts an element before existing ones. Without
 * `new`, it removes a field or an element, and the following elements move up. Steps apply in order and are undone in
 * the reverse order.
 */
export interface FieldDifference {
  path: string
  old?: unknown
  new?: unknown
}

type Json = unknown
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escaped = (name: string) =>
  name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

/** Lists the fields that differ. An undefined field equals an absent one. */
export function findDifferences(before: Json, after: Json): FieldDifference[] {
  const found: FieldDifference[] = []
  compare(before, after, '', found)
  return found
}

function compare(before: Json, after: Json, path: string, found: FieldDifference[]): void {
  if (before === after) return
  if (before === undefined) found.push({ path, new: after })
  else if (after === undefined) found.push({ path, old: before })
  else if (Array.isArray(before) && Array.isArray(after)) compareElements(before, after, path, found)
  else if (isObject(before) && isObject(after)) {
    for (const name in before) compare(before[name], after[name], `${path}/${escaped(name)}`, found)
    for (const name in after)
      if (before[name] === undefined && after[name] !== undefined)
        found.push({ path: `${path}/${escaped(name)}`, new: after[name] })
  } else found.push({ path, old: before, new: after })
}

/**
 * Compares the elements between the common start and the common end of two lists, so that removing one element is one
 * step.
 */
function compareElements(before: Json[], after: Json[], path: string, found: FieldDifference[]): void {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end++
  const commonEnd = shorter - end
  for (let index = start; index < commonEnd; index++) compare(before[index], after[index], `${path}/${index}`, found)
  for (let index = commonEnd; index < after.length - end; index++)
    found.push({ path: `${path}/${index}`, new: after[index] })
  // The last element is removed first, so that the other indexes stay valid.
  for (let index = before.length - end - 1; index >= commonEnd; index--)
    found.push({ path: `${path}/${index}`, old: before[index] })
}

function isSame(first: Json, second: Json): boolean {
  if (first === second) return true
  const found: FieldDifference[] = []
  compare(first, second, '', found)
  return found.length === 0
}
