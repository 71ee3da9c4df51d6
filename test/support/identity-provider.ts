// A small OpenID Connect provider, which vouches for whoever a test says.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface Claims {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  nonce?: string
  /** Seconds since the epoch. Unless it is named here, it is now where the browser was sent with `max_age`. */
  auth_time?: number | undefined
}
/** `key`: signed with one that is not published. `padding`: what else is in the answer. */
type Spoilt = Partial<{ nonce: string; aud: string; iss: string; key: 'another'; padding: string }>
interface Grant {
  nonce: string
  challenge: string
  claims: Claims
}
const clientSecret = 'the secret of the client'

export async function openIdentityProvider() {
  /** What it says of whoever comes next, what is wrong with that, and what it has sent people on with. */
  let claims: Claims = { sub: 'x' }
  let spoilt: Spoilt = {}
  const grants = new Map<string, Grant>()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const another = await generateKeyPair('RS256')
  let asked = new URLSearchParams()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration') return answer(200, describe(issuer))
    if (url.pathname === '/jwks')
      return answer(200, { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] })
    if (url.pathname === '/authorize') {
      const code = randomUUID()
      const wanted = url.searchParams
      assert.deepEqual([wanted.get('response_type'), wanted.get('code_challenge_method')], ['code', 'S256'])
      asked = wanted
      const times = wanted.has('max_age') ? { auth_time: Math.floor(Date.now() / 1_000) } : {}
      const said = { ...times, ...claims }
      grants.set(code, { nonce: wanted.get('nonce')!, challenge: wanted.get('code_challenge')!, claims: said })
      const back = new URL(wanted.get('redirect_uri')!)
      back.search = new URLSearchParams({ code, state: wanted.get('state')! }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    const grant = await taken(request, grants)
    if (!grant) return answer(400, { error: 'invalid_grant' })
    const token = await new SignJWT({ ...grant.claims, nonce: spoilt.nonce ?? grant.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(spoilt.iss ?? issuer)
      .setAudience(spoilt.aud ?? 'dray-client')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(spoilt.key === 'another' ? another.privateKey : privateKey)
    return answer(200, { access_token: 'a', token_type: 'Bearer', id_token: token, padding: spoilt.padding })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    flags: {
      oidcIssuer: issuer,
      oidcClientId: 'dray-client',
      oidcClientSecret: clientSecret,
      oidcName: 'Example Corp',
      oidcDomains: 'example.com, example.org',
    },
    says(next: Claims) {
      claims = next
    },
    spoils(next: Spoilt) {
      spoilt = next
    },
    /** What the browser that came last was sent with. */
    asked: () => asked,
    close: () => void server.close(),
  }
}

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

/** What a code was given for, once, to whoever knows the secrets. */
async function taken(request: IncomingMessage, grants: Map<string, Grant>): Promise<Grant | undefined> {
  const form = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString())
  const grant = grants.get(form.get('code')!)
  grants.delete(form.get('code')!)
  const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url')
  const secret =
    form.get('client_secret') ??
    decodeURIComponent(
      Buffer.from(request.headers.authorization!.slice(6), 'base64').toString().split(':')[1]!.replaceAll('+', ' '),
    )
  return grant?.challenge === challenge && secret === clientSecret ? grant : undefined
}
