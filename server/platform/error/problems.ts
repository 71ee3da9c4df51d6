// Defines problems: rules throw them, threads pass them on as data, and responses contain them in the error envelope.
import { valueLimits } from '../../../contract/error-values.ts'
import {
  type ErrorValues,
  type FieldError,
  type FieldErrorCode,
  helpPath,
  type ProblemCode,
  type ProblemExtras,
  problemDefinitions,
} from '../../../contract/problem.ts'
import { isUnavailable } from '../database/database.ts'
import { truncateText } from '../value/characters.ts'

/** An error of a request, and the problem that it causes if all errors are of this kind. Default: BAD_REQUEST. */
export interface RequestError extends FieldError {
  problem?: ProblemCode
}

/** Largest number of errors in a response. More errors would not help to correct a body. */
export const errorsMax = 1_000
/** Replaces all further errors, which are counted but not described. */
export const moreErrors: FieldError = { path: '', code: 'further', message: 'There are further errors.' }

export interface ProblemDetails {
  message?: string
  errors?: FieldError[]
  /** Values of the problem itself; field errors have their own. */
  values?: ErrorValues
  extras?: ProblemExtras
  retryAfterSeconds?: number
  headers?: Record<string, string>
}

export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  /** The cause in `options` is for the log only. */
  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.message ?? problemDefinitions[code].when, options)
    this.code = code
    this.details = details
  }
  get status(): number {
    return problemDefinitions[this.code].status
  }
}

/** Combines all errors of a request into one problem. An error of shape outweighs an error of reference. */
export function createProblem(requestErrors: RequestError[]): ApiProblem {
  const shape = requestErrors.some((error) => error.problem === undefined)
  const code = shape ? 'BAD_REQUEST' : requestErrors[0]!.problem!
  const errors = requestErrors.slice(0, errorsMax).map(({ path, code, message, values }) => ({
    path,
    code,
    message,
    ...(values === undefined ? {} : { values: limitValues(values) }),
  }))
  const suffix = requestErrors.length > 1 ? ` (and ${requestErrors.length - 1} more, see errors)` : ''
  return new ApiProblem(code, { message: `${requestErrors[0]!.message}${suffix}`, errors })
}

/** Cuts texts and lists in error values to the limits of the contract. A request body may contain longer ones. */
export const limitValues = (values: ErrorValues): ErrorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value
        : typeof value === 'string'
          ? truncateText(value, valueLimits.textLength)
          : value.slice(0, valueLimits.texts).map((text) => truncateText(text, valueLimits.textLength)),
    ]),
  )

export const createBadRequest = (
  path: string,
  code: FieldErrorCode,
  message: string,
  values?: ErrorValues,
): ApiProblem => createProblem([{ path, code, message, ...(values === undefined ? {} : { values }) }])

/** Returns the error of a missing record; `idOfKey` is the id of the record with this text as its key, if it exists. */
export const notFoundProblem = (record: string, idOfKey: string | undefined): ApiProblem => {
  const hint = idOfKey === undefined ? '' : ` This is the key of the ${record} with the id \`${idOfKey}\`.`
  return new ApiProblem('NOT_FOUND', { message: `This ${record} does not exist in this environment.${hint}` })
}

/**
 * Returns the problem that a caller gets for an error: the error itself if it is a problem, otherwise a problem without
 * details.
 */
export function convertToProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (isUnavailable(error))
    return new ApiProblem('UNAVAILABLE', { message: `${error.message} Nothing was changed.`, retryAfterSeconds: 1 })
  return new ApiProblem('INTERNAL', {
    message:
      'The service failed unexpectedly. Report the requestId to the operator, who can find the cause in the log.',
  })
}

/** Returns the body of an error response. `publicUrl` begins its link to the guide; without one, the link is a path. */
export function formatProblemBody(problem: ApiProblem, requestId: string, publicUrl = ''): string {
  const { errors, extras, values } = problem.details
  return JSON.stringify({
    status: 'ERROR',
    data: {
      code: problem.code,
      message: problem.message,
      ...(values === undefined ? {} : { values: limitValues(values) }),
      ...extras,
      ...(errors?.length ? { errors } : {}),
      help: publicUrl + helpPath(problem.code),
      requestId,
    },
  })
}
