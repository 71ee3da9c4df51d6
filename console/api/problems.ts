// What a refusal means to the one who typed: each fault at its field, the rest in words.
import { ApiProblem } from '../../client/client.ts'
import { currentWords } from '../words/language.ts'
import { problemWords } from './words.ts'

/** A JSON Pointer as a path of a form: `/consigneeAddress/line1` is `consigneeAddress.line1`. */
export const formPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

export interface Placed {
  /** Path of a form → what is wrong there. */
  fields: Record<string, string>
  /** What belongs to no field that is shown. */
  others: string[]
}

/** Sorts the faults of a refusal to the fields of a form; a fault within a field's own parts goes to that field. */
export function placeFaults(error: unknown, fields: readonly string[]): Placed {
  const placed: Placed = { fields: {}, others: [] }
  if (!(error instanceof ApiProblem) || error.errors.length === 0) {
    placed.others.push(messageOf(error))
    return placed
  }
  for (const { path, message } of error.errors) {
    const wanted = formPath(path)
    const field = fields.find((one) => one === wanted) ?? fields.find((one) => wanted.startsWith(`${one}.`))
    if (field === undefined) placed.others.push(wanted === '' ? message : `${wanted}: ${message}`)
    else placed.fields[field] ??= message
  }
  return placed
}

/** One sentence for a toast or an alert. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.errors[0]?.message ?? error.message
  if (error instanceof TypeError) return currentWords(problemWords).unreachable
  return error instanceof Error ? error.message : currentWords(problemWords).unknown
}

export const hasCode = (error: unknown, code: ApiProblem['code']): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code
