// The endpoints of people.
import { getMe, getSignIn, readLink, signIn, signOut, useLink } from '../../contract/person.ts'
import type { Reader } from '../database/database.ts'
import * as environments from '../environment/store.ts'
import { Problem, problemOf } from '../http/problems.ts'
import { toIso } from '../http/times.ts'
import { type Call, created, type Finding, flows, type Hand, okData, reads } from '../operation.ts'
import { hashPassword, isPassword, weaknessOf } from './password.ts'
import * as rules from './rules.ts'
import { type SignIn, type UseLink, wrongCredentials } from './steps.ts'
import * as store from './store.ts'

const personOf = ({ session }: Call): string => session!.personId
const subjectOf = (kind: string, text: string) => rules.hashOf(`${kind} ${text}`)

/** A session to begin, in the place of the one that the request came with. */
const sessionFor = (call: Call, { device, services }: Hand) => ({
  token: rules.newSecret(),
  device,
  maxMs: services.sessionMaxMs,
  replaces: call.session?.tokenHash,
})

/** The one who is signed in now, with the cookie that says so. */
async function welcome(hand: Hand, personId: string, token: string) {
  const me = await hand.read((tx) => rules.me(tx, personId))
  return { ...created(JSON.stringify(me)), cookie: hand.services.cookie(token) }
}

/** What else is wrong with a password than its length. */
export function passwordFindings(path: string, password: string, email: string): Finding[] {
  const weakness = weaknessOf(password, email)
  return weakness === undefined
    ? []
    : [{ path, code: 'common', message: `This password is easy to guess. ${weakness} Choose another one.` }]
}

async function aboutLink(tx: Reader, token: string, now: number) {
  const link = await rules.goodLink(tx, token, now)
  const account = link.email === null ? undefined : await store.findPersonByEmail(tx, link.email)
  const person = link.personId === null ? undefined : await store.findPerson(tx, link.personId)
  return { link, account, person }
}

export const routes = {
  getSignIn: reads(getSignIn, () => okData(JSON.stringify({ singleSignOn: null, mail: false }))),

  signIn: flows(signIn, async (call, hand) => {
    const email = rules.normalEmail(call.body.email)
    const [account, address] = [subjectOf('account', email), subjectOf('address', hand.address)]
    await hand.write('countAttempts', [account, address])
    const person = await hand.read((tx) => store.findPersonByEmail(tx, email))
    const right = await isPassword(call.body.password, person?.password)
    if (!right || !person || person.password === null) throw wrongCredentials()
    const session = { ...sessionFor(call, hand), personId: person.personId }
    await hand.write('startSession', { session, password: person.password, account, address } satisfies SignIn)
    return welcome(hand, person.personId, session.token)
  }),

  signOut: flows(signOut, async (call, hand) => {
    await hand.write('endSession', call.session!.tokenHash)
    return { status: 200, body: '{"status":"OK"}', cookie: hand.services.cookie(undefined) }
  }),

  getMe: reads(getMe, async (tx, call) => okData(JSON.stringify(await rules.me(tx, personOf(call))))),

  readLink: reads(readLink, async (tx, call) => {
    const { link, account, person } = await aboutLink(tx, call.body.token, call.now)
    const environment = link.environmentId === null ? undefined : await environments.findById(tx, link.environmentId)
    return okData(
      JSON.stringify({
        kind: link.kind,
        email: link.email ?? person?.email ?? null,
        environment: environment?.name ?? null,
        role: link.role,
        account: account || person ? 'existing' : 'new',
        expires: toIso(link.expires),
      }),
    )
  }),

  useLink: flows(useLink, async (call, hand) => {
    const { token, password } = call.body
    const { link, account, person } = await hand.read((tx) => aboutLink(tx, token, call.now))
    const signedIn = link.kind === 'invitation' && account !== undefined
    if (signedIn && call.session?.personId !== account.personId)
      throw new Problem('UNAUTHORIZED', { message: `Sign in as ${account.email} first, then use the link.` })
    const email = rules.normalEmail(person?.email ?? link.email ?? call.body.email ?? '')
    const name = call.body.name?.trim() ?? ''
    const findings: Finding[] = []
    const missing = (path: string) => findings.push({ path, code: 'required', message: 'is needed for this link.' })
    if (!signedIn) {
      if (email === '') missing('/email')
      if (name === '' && link.kind !== 'reset') missing('/name')
      if (password == null) missing('/password')
      else findings.push(...passwordFindings('/password', password, email))
    }
    if (findings.length > 0) throw problemOf(findings)
    const session = sessionFor(call, hand)
    const use = {
      tokenHash: link.tokenHash,
      personId: signedIn ? account.personId : undefined,
      email,
      name,
      password: signedIn ? undefined : await hashPassword(password!),
    }
    const done = await hand.write('redeemLink', { use, session } satisfies UseLink)
    const { personId } = (JSON.parse(done.body) as { data: { personId: string } }).data
    return welcome(hand, personId, session.token)
  }),
}
