// Defines the transactions that create and purge tokens and OAuth clients.
import { createStep } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const addToken = createStep('addToken', (tx, order: rules.TokenOrder, call) =>
  rules.createToken(tx, call, order),
)
export const addClient = createStep('addClient', (tx, order: rules.ClientOrder, call) =>
  rules.createClient(tx, call, order),
)

export const purgeTokens = createStep('purgeTokens', (tx, environmentId: string, { now }) =>
  rules.purgeTokensAndClients(tx, environmentId, now),
)
export const purgeRevocations = createStep('purgeRevocations', (tx, _: undefined, { now }) =>
  rules.purgeRevocations(tx, now),
)

export const tokenSteps = [addToken, addClient, purgeTokens, purgeRevocations]
