// The endpoints of tokens and clients: made, listed and revoked by people and by other tokens, in their environment.
import { tokenLimits } from '../../../contract/endpoint.ts'
import {
  createClient,
  createToken,
  listClients,
  listTokens,
  revokeClient,
  revokeToken,
} from '../../../contract/token.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import {
  type Call,
  created,
  type FlowContext,
  flows,
  ok,
  okData,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import { parseDateTime, toInstant } from '../../platform/value/times.ts'
import { settingsOf } from '../environment/rules.ts'
import * as rules from './rules.ts'
import { expand, split } from './scopes.ts'
import { addClient, addToken } from './steps.ts'
import * as store from './store.ts'

/** Returns an error for each wanted scope that the caller does not have. */
function excess(wanted: readonly string[], { scopes }: FlowContext): Finding[] {
  return wanted.flatMap((scope, index) =>
    [...expand([scope])].every((each) => scopes.has(each))
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

const shownToken = ({ environmentId: _, scopes, ...row }: store.TokenRow) => ({ ...row, scopes: split(scopes) })
const shownClient = ({ environmentId: _, secretHash: __, scopes, ...row }: store.ClientRow) => ({
  ...row,
  scopes: split(scopes),
})

/** Returns the times in the time zone of the environment, and their errors. */
async function timesOf(
  call: Call,
  context: FlowContext,
  from: string | null | undefined,
  to: string | null | undefined,
) {
  const { timezone } = await context.read((tx) => settingsOf(tx, call.environmentId))
  const instant = (text: string | null | undefined) =>
    text == null ? undefined : Temporal.Instant.from(toInstant(parseDateTime(text)!, timezone)).epochMilliseconds
  const [activeFromMs, activeToMs] = [instant(from), instant(to)]
  const fault = rules.faultOfTimes(activeFromMs, activeToMs, call.now)
  const findings: Finding[] = fault === undefined ? [] : [{ path: '/activeTo', code: 'range', message: fault }]
  return { activeFromMs, activeToMs, findings }
}

export const routes = {
  listTokens: reads(listTokens, async (tx, call) =>
    okData(
      JSON.stringify((await store.listTokensOf(tx, call.environmentId)).slice(-tokenLimits.listed).map(shownToken)),
    ),
  ),
  createToken: flows(createToken, async (call, context) => {
    const { name, activeFrom, activeTo } = call.body
    const scopes = call.body.scopes ?? ['*']
    const { findings, ...times } = await timesOf(call, context, activeFrom, activeTo)
    findings.push(...excess(scopes, context))
    if (findings.length > 0) throw problemOf(findings)
    const order = { issuer: context.services.issuer, name: name ?? undefined, scopes, ...times }
    return created(JSON.stringify(await context.run(addToken, order)))
  }),
  revokeToken: writes(revokeToken, async (tx, call) => {
    if (!(await rules.revokeToken(tx, call, call.params.tokenId)))
      throw new Problem('NOT_FOUND', { message: 'This token does not exist.' })
    return ok()
  }),
  listClients: reads(listClients, async (tx, call) =>
    okData(
      JSON.stringify((await store.listClientsOf(tx, call.environmentId)).slice(-tokenLimits.listed).map(shownClient)),
    ),
  ),
  createClient: flows(createClient, async (call, context) => {
    const scopes = call.body.scopes ?? ['*']
    const findings = excess(scopes, context)
    if (findings.length > 0) throw problemOf(findings)
    const order = { name: call.body.name ?? undefined, scopes }
    return created(JSON.stringify(await context.run(addClient, order)))
  }),
  revokeClient: writes(revokeClient, async (tx, call) => {
    if (!(await rules.revokeClient(tx, call, call.params.clientId)))
      throw new Problem('NOT_FOUND', { message: 'This client does not exist.' })
    return ok()
  }),
}
