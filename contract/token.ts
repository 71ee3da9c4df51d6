// Defines tokens and OAuth 2 clients, with which programs authenticate.

import { endpoint, scopes, tokenLimits } from './endpoint.ts'
import Type from './schema.ts'
import { dateTime, id, inputDateTime, noQuery, nullable, object, oneOf, optional, requiredText } from './shared.ts'

const tag = 'API access'
const scopeList = Type.Array(oneOf(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description:
    'Scopes of the token or client. `write` includes `read`; `*` includes everything except users and tokens. You ' +
    'cannot grant more than you may do yourself.',
})
const name = Type.String({
  minLength: 1,
  maxLength: tokenLimits.nameLength,
  description: 'Purpose of the token or client.',
})
const times = {
  created: dateTime('Time of creation.'),
  revoked: nullable(dateTime('Time of the revocation.')),
  lastUsed: nullable(dateTime('Time of the last use, accurate to about ten seconds.')),
}

const Token = object('Token', {
  tokenId: id('Issued by the service.'),
  name: nullable(requiredText('Purpose of the token or client.')),
  scopes: scopeList,
  activeFrom: nullable(dateTime('Start of the validity.')),
  activeTo: dateTime('End of the validity.'),
  ...times,
})

export const listTokens = endpoint({
  id: 'listTokens',
  method: 'GET',
  path: '/v1/tokens',
  tag,
  summary: 'List the tokens of the environment',
  description:
    'Oldest first, without the tokens themselves. Tokens that expired or were revoked more than 30 days ago are ' +
    'left out.',
  scope: 'tokens:read',
  affectedBy: ['token'],
  query: noQuery,
  data: Type.Array(Token, { maxItems: tokenLimits.listed }),
  problems: [],
})

export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/v1/token',
  tag,
  summary: 'Create a token',
  description:
    'The token is returned only in this response. It never allows more than its creator may do. An environment can ' +
    `have at most ${tokenLimits.tokens} tokens that are valid, so not expired or revoked.`,
  scope: 'tokens:write',
  fresh: true,
  query: noQuery,
  body: object('TokenInput', {
    name: optional(name),
    scopes: optional(scopeList),
    activeFrom: optional(inputDateTime('Start of the validity. Default: now.')),
    activeTo: optional(inputDateTime('End of the validity. Default: one year later. At most ten years from now.')),
  }),
  data: object('TokenCreated', {
    tokenId: id('Id with which the token can be revoked.'),
    token: Type.String({
      maxLength: 4_096,
      description: 'Send it as `Authorization: Bearer <token>`. It is shown only once.',
    }),
  }),
  created: true,
  unrepeatable: true,
  problems: ['TOKEN_LIMIT'],
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/v1/token/{tokenId}',
  tag,
  summary: 'Revoke a token',
  description: 'The token is rejected within a second, on every instance.',
  scope: 'tokens:write',
  params: object('TokenPath', { tokenId: id('Id of the token.') }),
  query: noQuery,
  problems: ['NOT_FOUND'],
})

const Client = object('Client', {
  clientId: id('Issued by the service.'),
  name: nullable(requiredText('Purpose of the token or client.')),
  scopes: scopeList,
  ...times,
})

export const listClients = endpoint({
  id: 'listClients',
  method: 'GET',
  path: '/v1/clients',
  tag,
  summary: 'List the OAuth 2 clients of the environment',
  description: 'Oldest first, without their secrets. Clients that were revoked more than 30 days ago are left out.',
  scope: 'tokens:read',
  affectedBy: ['client'],
  query: noQuery,
  data: Type.Array(Client, { maxItems: tokenLimits.listed }),
  problems: [],
})

export const createClient = endpoint({
  id: 'createClient',
  method: 'POST',
  path: '/v1/client',
  tag,
  summary: 'Create an OAuth 2 client',
  description:
    'A client is a program that fetches its own short-lived tokens from `/oauth/token`. An environment can have ' +
    `at most ${tokenLimits.clients} clients that are not revoked.`,
  scope: 'tokens:write',
  fresh: true,
  query: noQuery,
  body: object('ClientInput', { name: optional(name), scopes: optional(scopeList) }),
  data: object('ClientCreated', {
    clientId: id('Send it as `client_id`.'),
    secret: Type.String({ maxLength: 128, description: 'Send it as `client_secret`. It is shown only once.' }),
  }),
  created: true,
  unrepeatable: true,
  problems: ['TOKEN_LIMIT'],
})

export const revokeClient = endpoint({
  id: 'revokeClient',
  method: 'DELETE',
  path: '/v1/client/{clientId}',
  tag,
  summary: 'Revoke an OAuth 2 client and all its tokens',
  scope: 'tokens:write',
  params: object('ClientPath', { clientId: id('Id of the client.') }),
  query: noQuery,
  problems: ['NOT_FOUND'],
})
