// The transactions that making tokens and clients, and forgetting them, are made of.
import { step } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const addToken = step('addToken', (tx, order: rules.TokenOrder, call) => rules.createToken(tx, call, order))
export const addClient = step('addClient', (tx, order: rules.ClientOrder, call) => rules.createClient(tx, call, order))

export const purgeTokens = step('purgeTokens', (tx, environmentId: string, { now }) =>
  rules.purge(tx, environmentId, now),
)
export const purgeRevocations = step('purgeRevocations', (tx, _: undefined, { now }) => rules.purgeRevocations(tx, now))

export const steps = [addToken, addClient, purgeTokens, purgeRevocations]
