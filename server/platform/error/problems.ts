// Problems as they travel: thrown by rules, carried over threads, written as the error envelope.
import { valueLimits } from '../../../contract/error-values.ts'
import {
  type ErrorValues,
  type Fault,
  type FaultCode,
  type ProblemCode,
  type ProblemExtras,
  problems,
} from '../../../contract/problem.ts'
import { isUnavailable } from '../database/database.ts'
import { firstCharacters } from '../value/characters.ts'

/** A fault, and the problem it makes when it is the only kind of fault; without one it is a BAD_REQUEST. */
export interface Finding extends Fault {
  problem?: ProblemCode
}

/** Largest number of errors in a response: nobody corrects a body by reading more of them. */
export const faultsMax = 1_000
/** Replaces all further errors, which are counted but not described. */
export const further: Fault = { path: '', code: 'further', message: 'There are further faults.' }

export interface ProblemDetails {
  message?: string
  errors?: Fault[]
  /** Values of the problem itself; field errors have their own. */
  values?: ErrorValues
  extras?: ProblemExtras
  retryAfterSeconds?: number
  headers?: Record<string, string>
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  /** Its cause is for the log alone. */
  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.message ?? problems[code].when, options)
    this.code = code
    this.details = details
  }
  get status(): number {
    return problems[this.code].status
  }
}

/** Combines all errors of a request into one problem. An error of shape outweighs an error of reference. */
export function problemOf(findings: Finding[]): Problem {
  const shape = findings.some((finding) => finding.problem === undefined)
  const code = shape ? 'BAD_REQUEST' : findings[0]!.problem!
  const errors = findings.slice(0, faultsMax).map(({ path, code, message, values }) => ({
    path,
    code,
    message,
    ...(values === undefined ? {} : { values: boundedValues(values) }),
  }))
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more, see errors)` : ''
  return new Problem(code, { message: `${findings[0]!.message}${more}`, errors })
}

/** Cuts texts and lists to the limits of the contract. The body of a request may contain longer ones. */
const boundedValues = (values: ErrorValues): ErrorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value
        : typeof value === 'string'
          ? firstCharacters(value, valueLimits.textLength)
          : value.slice(0, valueLimits.texts).map((text) => firstCharacters(text, valueLimits.textLength)),
    ]),
  )

export const badRequest = (path: string, code: FaultCode, message: string, values?: ErrorValues): Problem =>
  problemOf([{ path, code, message, ...(values === undefined ? {} : { values }) }])

/** Returns the error of a missing record; `idOfKey` is the id of the record with this text as its key, if it exists. */
export const notThere = (record: string, idOfKey: string | undefined): Problem => {
  const hint = idOfKey === undefined ? '' : ` But one has this as its key: its id is \`${idOfKey}\`.`
  return new Problem('NOT_FOUND', { message: `This ${record} does not exist in this environment.${hint}` })
}

/** Returns the problem that a caller gets for an error: its own, or one without details. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error))
    return new Problem('UNAVAILABLE', { message: `${error.message} Nothing was changed.`, retryAfterSeconds: 1 })
  return new Problem('INTERNAL', {
    message:
      'The service failed unexpectedly. Report the requestId to the operator, who can find the cause in the log.',
  })
}

export function problemBody(problem: Problem, requestId: string): string {
  const { errors, extras, values } = problem.details
  return JSON.stringify({
    status: 'ERROR',
    data: {
      code: problem.code,
      message: problem.message,
      ...(values === undefined ? {} : { values }),
      ...extras,
      ...(errors?.length ? { errors } : {}),
      requestId,
    },
  })
}
