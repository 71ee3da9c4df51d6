// Mail to people, received by a small SMTP server: invitations, and links to set a new password with.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { openMailing, sendOnce } from '../../server/access/user/mail.ts'
import * as admin from '../../server/admin/database.ts'
import { removeFactors } from '../../server/admin/people.ts'
import { createPost } from '../../server/platform/outbound/mail.ts'
import { addApp, enterPassword } from '../support/factors.ts'
import { everyEngine, type Service } from '../support/harness.ts'
import { openMailbox, tokenIn } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { aPerson, browser, goodPassword, signedIn } from '../support/visitors.ts'

const box = openMailbox()
const { letters, letterTo } = box

test('few account e-mails are sent at a time, many wait, and a stop waits for a limited time', async () => {
  const post = createPost(box.flags())!
  const posts = { now: post, patient: post }
  const to = `${aKey('many')}@example.com`.toLowerCase()
  const reported: string[] = []
  const report = (error: unknown) => void reported.push((error as Error).message)
  const mailing = openMailing({ posts, report, delaysMs: [] })
  box.held = Promise.withResolvers<void>()
  box.holding = 0
  for (let n = 0; n < 1_010; n++) mailing.mail!.send({ to, subject: `${n}`, text: 'Text' })
  assert.deepEqual(reported, Array(2).fill('Too many e-mails wait to be sent: one e-mail was dropped.'))
  await until('some are under way', () => box.holding === 8)
  await mailing.stop(10)
  assert.deepEqual(reported.slice(2), [
    'The service is stopping with 1008 e-mails that the mail server has not accepted yet.',
  ])
  const patient = openMailing({ posts, report, delaysMs: [] })
  for (let n = 0; n < 20; n++) patient.mail!.send({ to, subject: `${n}`, text: 'Text' })
  await until('some of these are as well', () => box.holding === 16)
  const stopped = patient.stop(60_000)
  box.held.resolve()
  box.held = undefined
  await stopped
  assert.equal(letters.filter((letter) => letter.to === to).length, 28)
  assert.equal(reported.length, 3)
})

everyEngine('mail', (open) => {
  let started: Promise<Service> | undefined
  const withMail = () => {
    started ??= open({ ...box.flags(), proxies: '1', noticeRetries: '0.05,0.05,0.05,0.05,0.05' })
    return started
  }
  const anOwner = async (sandbox: boolean) => {
    const service = await withMail()
    const environmentId = await admin.createEnvironment(service.config, aKey('Mail'), Date.now(), sandbox)
    return { service, environmentId, ...(await signedIn(service, environmentId, 'owner')) }
  }

  test('an invitation is sent by e-mail, and its link is shown to no other user', async () => {
    const owner = await anOwner(false)
    const email = `${aKey('guest')}@example.com`.toLowerCase()
    const { data } = (await owner.send('POST', '/v1/invitation', { body: { email, role: 'viewer' } })).json
    assert.deepEqual([data.mailed, data.link], [true, null])
    const letter = await letterTo(email)
    assert.match(letter.text, /^From: Dray <dray@example\.com>$/m)
    const body = { token: tokenIn(letter), name: 'Gus', password: goodPassword }
    assert.equal((await browser(owner.service.url).send('POST', '/v1/link/use', { body })).status, 201)
    assert.equal((await browser(owner.service.url).send('GET', '/v1/sign-in')).json.data.mail, true)
  })

  test('every owner is informed of the invitations and roles that a user admin granted', async () => {
    const { service, environmentId, ...owner } = await anOwner(false)
    const other = await aPerson(service.config, { [environmentId]: 'owner' })
    const admin = await signedIn(service, environmentId, 'user-admin')
    const { email: adminEmail } = (await admin.send('GET', '/v1/me')).json.data
    const viewer = await aPerson(service.config, { [environmentId]: 'viewer' })
    const guest = `${aKey('second')}@example.com`.toLowerCase()
    const invited = await admin.send('POST', '/v1/invitation', { body: { email: guest, role: 'planner' } })
    assert.equal(invited.status, 201, invited.text)
    const change = (by: Pick<typeof admin, 'send'>, role: string) =>
      by.send('PATCH', `/v1/person/${viewer.personId}`, { body: { role } })
    assert.equal((await change(admin, 'planner')).status, 200)
    const lettersTo = (email: string) =>
      letters.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, ''))
    for (const email of [owner.email, other.email]) {
      const told = await until('both changes were told', () => lettersTo(email).length === 2 && lettersTo(email))
      assert.ok(told.every((text) => text.includes(adminEmail)))
      assert.ok(told.some((text) => text.includes(`invited ${guest} with the role planner`)))
      assert.ok(told.some((text) => text.includes(viewer.email) && text.includes('from viewer to planner')))
    }
    // What owners do themselves is told to the person only.
    assert.equal((await change(owner, 'viewer')).status, 200)
    await until('the person was told twice', () => lettersTo(viewer.email).length === 2)
    assert.equal(lettersTo(other.email).length, 2)
    assert.deepEqual(lettersTo(adminEmail), [])
    const { events } = (await owner.send('GET', '/v1/events')).json.data
    for (const type of ['invitation.created', 'person.updated'])
      assert.ok(
        events.some(
          (event: { type: string; actor: { id?: string } | string }) =>
            event.type === type && JSON.stringify(event).includes(admin.personId),
        ),
        type,
      )
  })

  test('a stop waits for e-mails in transit for a limited time', async () => {
    const mail = box.flags()
    for (const patient of [true, false]) {
      const service = await open({ ...mail, ...(patient ? { drainTimeoutMs: '60000' } : { drainTimeoutMs: '100' }) })
      const { email } = await aPerson(service.config)
      box.held = Promise.withResolvers<void>()
      box.holding = 0
      try {
        const asked = await browser(service.url).send('POST', '/v1/password/forgotten', { body: { email } })
        assert.equal(asked.status, 200, asked.text)
        await until('the letter was read', () => box.holding === 1)
        let stopped = false
        const stopping = service.running.stop().then(() => (stopped = true))
        if (patient) {
          await new Promise((resolve) => setTimeout(resolve, 500))
          assert.equal(stopped, false)
          box.held.resolve()
        }
        await stopping
        assert.equal(letters.filter(({ to }) => to === email).length, patient ? 1 : 0)
      } finally {
        box.held.resolve()
        box.held = undefined
      }
    }
  })

  test('the inviting user receives the link if the e-mail is rejected or the environment is a sandbox', async () => {
    const sandbox = await anOwner(true)
    const email = `${aKey('nobody')}@example.com`.toLowerCase()
    const invite = async ({ send }: typeof sandbox) =>
      (await send('POST', '/v1/invitation', { body: { email, role: 'viewer' } })).json.data
    const kept = await invite(sandbox)
    assert.equal(kept.mailed, false)
    assert.match(kept.link, /\/welcome#[\w-]{43}$/)
    box.refusing = true
    try {
      const refused = await invite(await anOwner(false))
      assert.equal(refused.mailed, false)
      assert.match(refused.link, /\/welcome#[\w-]{43}$/)
      const post = createPost(box.flags())!
      const error = await sendOnce(post, { to: email, subject: 'x', text: 'y' }).catch((reason: unknown) => reason)
      assert.match(inspect(error, { depth: 9 }), /mail server did not accept the message \(EENVELOPE 550\)/)
      assert.equal(inspect(error, { depth: 9 }).includes(email), false, 'what is logged names nobody')
    } finally {
      box.refusing = false
    }
    assert.equal(
      letters.some(({ to }) => to === email),
      false,
    )
  })

  test('a link in an e-mail resets a forgotten password and ends every session', async () => {
    const { config, url } = await withMail()
    const { email } = await aPerson(config)
    const own = browser(url)
    await own.send('POST', '/v1/session', { body: { email, password: goodPassword } })
    assert.equal((await own.send('GET', '/v1/me')).status, 200)
    const stranger = browser(url)
    const answer = await stranger.send('POST', '/v1/password/forgotten', { body: { email } })
    assert.deepEqual([answer.status, answer.text], [200, '{"status":"OK"}'])
    const token = tokenIn(await letterTo(email))
    const link = (await stranger.send('POST', '/v1/link', { body: { token } })).json.data
    assert.deepEqual([link.kind, link.email, link.account], ['reset', email, 'existing'])
    assertProblem(await stranger.send('POST', '/v1/link/use', { body: { token } }), 'BAD_REQUEST', ['/password'])
    const password = 'another five odd words'
    assert.equal((await stranger.send('POST', '/v1/link/use', { body: { token, password } })).status, 201)
    assert.equal((await stranger.send('GET', '/v1/me')).json.data.email, email)
    assertProblem(await own.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assertProblem(await own.send('POST', '/v1/session', { body: { email, password: goodPassword } }), 'UNAUTHORIZED')
    assert.equal((await own.send('POST', '/v1/session', { body: { email, password } })).status, 201)
    assertProblem(await stranger.send('POST', '/v1/link/use', { body: { token, password } }), 'NOT_FOUND')
  })

  test('a deferred account e-mail is retried a few times, and an e-mail that may have arrived once', async () => {
    const { config, url } = await withMail()
    let asked = 0
    const asks = async (said: (email: string) => void) => {
      const { email } = await aPerson(config)
      said(email)
      const headers = { 'x-forwarded-for': `192.0.2.${++asked}` }
      assert.equal(
        (await browser(url).send('POST', '/v1/password/forgotten', { body: { email }, headers })).status,
        200,
      )
      const tries = () => box.heard.filter((line) => line.startsWith('RCPT') && line.includes(email)).length
      return { email, tries }
    }
    const grey = await asks((email) => box.replies.set(email, '451 4.7.1 greylisted'))
    await until('it was tried twice', () => grey.tries() >= 2)
    box.replies.clear()
    assert.match(tokenIn(await letterTo(grey.email)), /./)
    assert.ok(grey.tries() <= 5)
    const never = await asks((email) => box.replies.set(email, '451 4.7.1 greylisted'))
    await until('it was tried', () => never.tries() === 5)
    const unsure = await asks((email) => box.cuts.set(email, 9))
    await until('it came twice', () => letters.filter(({ to }) => to === unsure.email).length === 2)
    const refused = await asks((email) => box.replies.set(email, '550 nobody here'))
    await until('it was refused', () => refused.tries() === 1)
    // Whatever would still be tried would be by now.
    const last = await asks((email) => box.cuts.set(email, 1))
    await until('it was tried again', () => last.tries() === 2)
    assert.deepEqual([never.tries(), unsure.tries(), refused.tries()], [5, 2, 1])
  })

  test('a request for a password link does not reveal whether an account exists, and is limited to five', async () => {
    const { config, url } = await withMail()
    const { email } = await aPerson(config)
    const ask = (address: string, wanted: string) =>
      browser(url).send('POST', '/v1/password/forgotten', {
        body: { email: wanted },
        headers: { 'x-forwarded-for': address },
      })
    const unknown = `${aKey('unknown')}@example.com`
    const [known, none] = [await ask('198.51.100.1', email), await ask('198.51.100.2', unknown)]
    assert.deepEqual([known.status, known.text], [none.status, none.text])
    await letterTo(email)
    assert.equal(
      letters.some(({ to }) => to === unknown.toLowerCase()),
      false,
    )
    const asked = []
    for (let n = 0; n < 6; n++) asked.push((await ask(`203.0.113.${n}`, unknown)).status)
    assert.deepEqual(asked, [200, 200, 200, 200, 429, 429])
  })

  test("users are informed of new or removed factors, a used recovery code, or the operator's help", async () => {
    const { service, email, ...owner } = await anOwner(true)
    const told = async (text: RegExp) =>
      until(String(text), () => letters.some((letter) => letter.to === email && text.test(letter.text)))
    const app = await addApp(owner, 'Phone')
    await told(/app "Phone" was added/)
    const spare = await addApp(owner, 'Spare')
    await owner.send('DELETE', `/v1/me/factor/${spare.factorId}`)
    await told(/app "Spare" was removed/)
    const own = browser(service.url)
    const body = { token: await enterPassword(own, email), code: app.recoveryCodes[0] }
    assert.equal((await own.send('POST', '/v1/session/code', { body })).status, 201)
    await told(/one of your recovery codes/)
    await own.send('POST', '/v1/me/recovery-codes')
    await told(/New recovery codes were created/)
    await removeFactors(service.config, email, Date.now())
    await told(/An operator removed all second factors/)
    const sent = JSON.stringify(letters.filter(({ to }) => to === email))
    for (const secret of [app.secret, ...app.recoveryCodes]) assert.equal(sent.includes(secret), false)
  })
})
