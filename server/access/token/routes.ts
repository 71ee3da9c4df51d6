// The endpoints of tokens and OAuth clients. Users and tokens create, list and revoke them in their own environment.
import { tokenLimits } from '../../../contract/endpoint.ts'
import * as contract from '../../../contract/token.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createFlowOperation,
  createReadOperation,
  createWriteOperation,
  type FlowContext,
  type OperationCall,
} from '../../platform/operation/operation.ts'
import { formatInstant, parseDateTime } from '../../platform/value/times.ts'
import { getSettings } from '../environment/rules.ts'
import * as rules from './rules.ts'
import { expandScopes, splitScopes } from './scopes.ts'
import { addClient, addToken } from './steps.ts'
import * as store from './store.ts'

/** Returns an error for each wanted scope that the caller does not have. */
function excess(requested: readonly string[], { scopes }: FlowContext): RequestError[] {
  return requested.flatMap((scope, index) =>
    [...expandScopes([scope])].every((expanded) => scopes.has(expanded))
      ? []
      : [
          {
            path: `/scopes/${index}`,
            code: 'scope',
            message: `You do not have \`${scope}\` yourself.`,
            values: { scope },
          },
        ],
  )
}

const shownToken = ({ environmentId: _, scopes, ...row }: store.TokenRow) => ({ ...row, scopes: splitScopes(scopes) })
const shownClient = ({ environmentId: _, secretHash: __, scopes, ...row }: store.ClientRow) => ({
  ...row,
  scopes: splitScopes(scopes),
})

/** Returns the times in the time zone of the environment, and their errors. */
async function timesOf(
  call: OperationCall,
  context: FlowContext,
  from: string | null | undefined,
  to: string | null | undefined,
) {
  const { timezone } = await context.read((tx) => getSettings(tx, call.environmentId))
  const instant = (text: string | null | undefined) =>
    text == null ? undefined : Temporal.Instant.from(formatInstant(parseDateTime(text)!, timezone)).epochMilliseconds
  const [activeFromMs, activeToMs] = [instant(from), instant(to)]
  const error = rules.findTimeRangeError(activeFromMs, activeToMs, call.now)
  const errors: RequestError[] = error === undefined ? [] : [{ path: '/activeTo', code: 'range', ...error }]
  return { activeFromMs, activeToMs, findings: errors }
}

export const tokenRoutes = {
  listTokens: createReadOperation(contract.listTokens, async (tx, call) =>
    buildDataResponse(
      JSON.stringify((await store.listTokensOf(tx, call.environmentId)).slice(-tokenLimits.listed).map(shownToken)),
    ),
  ),
  createToken: createFlowOperation(contract.createToken, async (call, context) => {
    const { name, activeFrom, activeTo } = call.body
    const scopes = call.body.scopes ?? ['*']
    const { findings, ...times } = await timesOf(call, context, activeFrom, activeTo)
    findings.push(...excess(scopes, context))
    if (findings.length > 0) throw createProblem(findings)
    const order = { issuer: context.services.issuer, name: name ?? undefined, scopes, ...times }
    return buildCreatedResponse(JSON.stringify(await context.run(addToken, order)))
  }),
  revokeToken: createWriteOperation(contract.revokeToken, async (tx, call) => {
    if (!(await rules.revokeToken(tx, call, call.params.tokenId)))
      throw new ApiProblem('NOT_FOUND', { message: 'This token does not exist.' })
    return buildOkResponse()
  }),
  listClients: createReadOperation(contract.listClients, async (tx, call) =>
    buildDataResponse(
      JSON.stringify((await store.listClientsOf(tx, call.environmentId)).slice(-tokenLimits.listed).map(shownClient)),
    ),
  ),
  createClient: createFlowOperation(contract.createClient, async (call, context) => {
    const scopes = call.body.scopes ?? ['*']
    const errors = excess(scopes, context)
    if (errors.length > 0) throw createProblem(errors)
    const order = { name: call.body.name ?? undefined, scopes }
    return buildCreatedResponse(JSON.stringify(await context.run(addClient, order)))
  }),
  revokeClient: createWriteOperation(contract.revokeClient, async (tx, call) => {
    if (!(await rules.revokeClient(tx, call, call.params.clientId)))
      throw new ApiProblem('NOT_FOUND', { message: 'This client does not exist.' })
    return buildOkResponse()
  }),
}
