// Translates errors of the API: each field error to its field, all others into one sentence.
import { ApiProblem } from '../../client/client.ts'
import { type ApiError, errorText, type NameOf, plainText, type Refusal, refusalText } from '../words/errors.ts'
import { currentWords, language } from '../words/language.ts'
import { memberLabel, memberNames } from '../words/members.ts'
import { keyOfLoad } from './query.ts'
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
  for (const fault of error.errors) {
    const wanted = formPath(fault.path)
    const message = faultMessage(fault)
    const field = fields.find((one) => one === wanted) ?? fields.find((one) => wanted.startsWith(`${one}.`))
    if (field === undefined) placed.others.push(wanted === '' ? message : `${nameOf(wanted) ?? wanted}: ${message}`)
    else placed.fields[field] ??= message
  }
  return placed
}

/** What the service quotes, as the planner knows it. */
const nameOf: NameOf = (quoted) => keyOfLoad(quoted) ?? memberLabel(quoted, currentWords(memberNames))

/** A sentence of the service that has no code to find another by. */
export const plainly = (message: string): string => plainText(message, nameOf)

/** Says what is wrong with one value, in the language in use. A file may have other names for its fields. */
export const faultMessage = (fault: ApiError, shownAs: NameOf = () => undefined): string =>
  errorText(fault, language.get(), (quoted) => shownAs(quoted) ?? nameOf(quoted))

/** Says why a request, or one row of many, was refused. */
export const refusalMessage = (refused: Refusal): string => refusalText(refused, language.get(), nameOf)

/** One sentence for a toast or an alert. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return refusalMessage(error)
  if (error instanceof TypeError) return currentWords(problemWords).unreachable
  return error instanceof Error ? error.message : currentWords(problemWords).unknown
}

export const hasCode = (error: unknown, code: ApiProblem['code']): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code
