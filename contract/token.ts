// Defines tokens and OAuth 2 clients, with which programs authenticate.

import { describeEndpoint, tokenLimits, tokenScopes } from './endpoint.ts'
import Type from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  idSchema,
  inputDateTimeSchema,
  nullableSchema,
  objectSchema,
  optionalSchema,
  requiredTextSchema,
} from './shared.ts'

const tag = 'API access'
const scopeList = Type.Array(closedEnum(tokenScopes), {
  minItems: 1,
  maxItems: tokenScopes.length,
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
  created: dateTimeSchema('Time of creation.'),
  revoked: nullableSchema(dateTimeSchema('Time of the revocation.')),
  lastUsed: nullableSchema(dateTimeSchema('Time of the last use, accurate to about ten seconds.')),
}

const Token = objectSchema('Token', {
  tokenId: idSchema('Issued by the service.'),
  name: nullableSchema(requiredTextSchema('Purpose of the token or client.')),
  scopes: scopeList,
  activeFrom: nullableSchema(dateTimeSchema('Start of the validity.')),
  activeTo: dateTimeSchema('End of the validity.'),
  ...times,
})

export const listTokens = describeEndpoint({
  id: 'listTokens',
  method: 'GET',
  path: '/v1/tokens',
  tag,
  summary: 'List the tokens of the environment',
  description:
    'Returns the names, scopes and times of the tokens, oldest first, but not the tokens themselves. Tokens that ' +
    'expired or were revoked more than 30 days ago are omitted.',
  scope: 'tokens:read',
  affectedBy: ['token'],
  data: Type.Array(Token, { maxItems: tokenLimits.listed }),
})

export const createToken = describeEndpoint({
  id: 'createToken',
  method: 'POST',
  path: '/v1/token',
  tag,
  summary: 'Create a token',
  description:
    'The token is returned only in this response. It never allows more than its creator may do. An environment can ' +
    `have at most ${tokenLimits.tokens} tokens that are not expired or revoked.`,
  scope: 'tokens:write',
  fresh: true,
  body: objectSchema('TokenInput', {
    name: optionalSchema(name),
    scopes: optionalSchema(scopeList),
    activeFrom: optionalSchema(inputDateTimeSchema('Start of the validity. Default: now.')),
    activeTo: optionalSchema(
      inputDateTimeSchema('End of the validity. Default: one year later. At most ten years from now.'),
    ),
  }),
  data: objectSchema('TokenCreated', {
    tokenId: idSchema('Id with which the token can be revoked.'),
    token: Type.String({
      maxLength: 4_096,
      description: 'Send it as `Authorization: Bearer <token>`. It is shown only once.',
    }),
  }),
  created: true,
  unrepeatable: true,
  problems: ['TOKEN_LIMIT'],
})

export const revokeToken = describeEndpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/v1/token/{tokenId}',
  tag,
  summary: 'Revoke a token',
  description: 'The token is rejected within a second, on every instance.',
  scope: 'tokens:write',
  params: objectSchema('TokenPath', { tokenId: idSchema('Id of the token.') }),
  problems: ['NOT_FOUND'],
})

const Client = objectSchema('Client', {
  clientId: idSchema('Issued by the service.'),
  name: nullableSchema(requiredTextSchema('Purpose of the token or client.')),
  scopes: scopeList,
  ...times,
})

export const listClients = describeEndpoint({
  id: 'listClients',
  method: 'GET',
  path: '/v1/clients',
  tag,
  summary: 'List the OAuth 2 clients of the environment',
  description:
    'Returns the clients, oldest first, without their secrets. Clients that were revoked more than 30 days ago are ' +
    'omitted.',
  scope: 'tokens:read',
  affectedBy: ['client'],
  data: Type.Array(Client, { maxItems: tokenLimits.listed }),
})

export const createClient = describeEndpoint({
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
  body: objectSchema('ClientInput', { name: optionalSchema(name), scopes: optionalSchema(scopeList) }),
  data: objectSchema('ClientCreated', {
    clientId: idSchema('Send it as `client_id`.'),
    secret: Type.String({ maxLength: 128, description: 'Send it as `client_secret`. It is shown only once.' }),
  }),
  created: true,
  unrepeatable: true,
  problems: ['TOKEN_LIMIT'],
})

export const revokeClient = describeEndpoint({
  id: 'revokeClient',
  method: 'DELETE',
  path: '/v1/client/{clientId}',
  tag,
  summary: 'Revoke an OAuth 2 client and all its tokens',
  scope: 'tokens:write',
  params: objectSchema('ClientPath', { clientId: idSchema('Id of the client.') }),
  problems: ['NOT_FOUND'],
})
