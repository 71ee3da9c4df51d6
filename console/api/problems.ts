// Translates errors of the API: each field error to its field, all others into one sentence.
import { ApiProblem } from '../../client/client.ts'
import {
  type ApiError,
  type ApiRefusal,
  formatErrorText,
  formatRefusal,
  type NameOf,
  type Vocabulary,
} from '../words/errors.ts'
import { currentLanguage, currentTexts } from '../words/language.ts'
import { getMemberLabel, memberNames } from '../words/members.ts'
import { findLoadKey } from './query.ts'
import { problemTexts } from './words.ts'

/** Converts a JSON Pointer into the path of a form: `/consigneeAddress/line1` becomes `consigneeAddress.line1`. */
export const parseFormPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

export interface AssignedErrors {
  /** Error text per path of the form. */
  fields: Record<string, string>
  /** Errors without a field in the form. */
  others: string[]
}

/** Assigns the field errors of a refusal to the fields of a form. An error inside a field belongs to that field. */
export function assignFieldErrors(error: unknown, fields: readonly string[]): AssignedErrors {
  const placed: AssignedErrors = { fields: {}, others: [] }
  if (!(error instanceof ApiProblem) || error.errors.length === 0) {
    placed.others.push(describeError(error))
    return placed
  }
  for (const fieldError of error.errors) {
    const path = parseFormPath(fieldError.path)
    const message = describeFieldError(fieldError)
    const field = fields.find((item) => item === path) ?? fields.find((item) => path.startsWith(`${item}.`))
    if (field === undefined) placed.others.push(path === '' ? message : `${nameOf(path) ?? path}: ${message}`)
    else placed.fields[field] ??= message
  }
  return placed
}

/** Returns the name of a quoted field or load as the planner knows it. */
const nameOf: NameOf = (quoted) => findLoadKey(quoted) ?? getMemberLabel(quoted, currentTexts(memberNames))

/** Returns the text of a field error in the language in use. `shownAs` gives the names that a file uses for fields. */
export const describeFieldError = (fieldError: ApiError, shownAs: NameOf = () => undefined): string =>
  formatErrorText(fieldError, currentLanguage.get(), (quoted) => shownAs(quoted) ?? nameOf(quoted))

/** Returns a reason in the language in use, with the sentences of `vocabulary`. */
export const describeReason = (reason: ApiError, vocabulary: Vocabulary): string =>
  formatErrorText(reason, currentLanguage.get(), nameOf, vocabulary)

/** Returns why a request or a row was refused. */
export const describeRefusal = (refused: ApiRefusal): string => formatRefusal(refused, currentLanguage.get(), nameOf)

/** Returns one sentence about an error, for a message or an alert. */
export function describeError(error: unknown): string {
  if (error instanceof ApiProblem) return describeRefusal(error)
  if (error instanceof TypeError) return currentTexts(problemTexts).unreachable
  return error instanceof Error ? error.message : currentTexts(problemTexts).unknown
}

export const hasCode = (error: unknown, code: ApiProblem['code']): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code
