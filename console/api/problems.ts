// Translates errors of the API: each field error to its field, all others into one sentence.
import { ApiProblem } from '../../client/client.ts'
import { type ApiError, errorText, type NameOf, plainText, type Refusal, refusalText } from '../words/errors.ts'
import { currentWords, language } from '../words/language.ts'
import { memberLabel, memberNames } from '../words/members.ts'
import { keyOfLoad } from './query.ts'
import { problemWords } from './words.ts'

/** Converts a JSON Pointer into the path of a form: `/consigneeAddress/line1` becomes `consigneeAddress.line1`. */
export const formPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

export interface Placed {
  /** Error text per path of the form. */
  fields: Record<string, string>
  /** Errors without a field in the form. */
  others: string[]
}

/** Assigns the field errors of a refusal to the fields of a form. An error inside a field belongs to that field. */
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

/** Returns the name of a quoted field or load as the planner knows it. */
const nameOf: NameOf = (quoted) => keyOfLoad(quoted) ?? memberLabel(quoted, currentWords(memberNames))

/** Replaces API names in a message that has no code. */
export const plainly = (message: string): string => plainText(message, nameOf)

/** Returns the text of a field error in the language in use. `shownAs` gives the names that a file uses for fields. */
export const faultMessage = (fault: ApiError, shownAs: NameOf = () => undefined): string =>
  errorText(fault, language.get(), (quoted) => shownAs(quoted) ?? nameOf(quoted))

/** Returns why a request or a row was refused. */
export const refusalMessage = (refused: Refusal): string => refusalText(refused, language.get(), nameOf)

/** Returns one sentence about an error, for a message or an alert. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return refusalMessage(error)
  if (error instanceof TypeError) return currentWords(problemWords).unreachable
  return error instanceof Error ? error.message : currentWords(problemWords).unknown
}

export const hasCode = (error: unknown, code: ApiProblem['code']): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code
