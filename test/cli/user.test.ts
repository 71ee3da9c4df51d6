// `dray user` as operators have it, beside a running server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CurrentUser } from '../../contract/person.ts'
import { run } from '../support/command-line.ts'
import { addApp } from '../support/factors.ts'
import { type Engine, startService } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { browser, goodPassword } from '../support/visitors.ts'

for (const engine of ['sqlite', 'postgres'] as Engine[])
  test(`the commands create, invite, reset, disable and delete users on ${engine}`, async (t) => {
    const { config, url } = await startService(t, {}, engine)
    const environment = {
      DRAY_DATA: config.data,
      DRAY_DATABASE_URL: config.databaseUrl,
      DRAY_PUBLIC_URL: url,
    }
    const dray = async (...args: string[]) => {
      const { code, out, err } = await run(['user', ...args], environment)
      return { code, out: out.trim(), err: err.trim() }
    }
    const fine = async (...args: string[]) => {
      const { code, out, err } = await dray(...args)
      assert.deepEqual({ code, err }, { code: 0, err: '' })
      return out
    }
    const use = (link: string, members: object) => {
      assert.ok(link.startsWith(`${url}/welcome#`), link)
      return browser(url).send('POST', '/v1/link/use', { body: { token: link.split('#')[1], ...members } })
    }
    const signIn = async (password: string) => {
      const own = browser(url)
      const answer = await own.send('POST', '/v1/session', { body: { email: 'kim@example.com', password } })
      return { own, answer }
    }

    const link = await fine('create', 'Kim@Example.com', '--name', 'Kim', '-e', 'default', '--role', 'owner')
    assert.equal((await use(link, { password: goodPassword })).status, 201)
    assertProblem(await use(link, { password: goodPassword }), 'NOT_FOUND')
    assert.match(
      (await dray('create', 'kim@example.com', '-e', 'default')).err,
      /already has an account: use `dray user invite`/,
    )
    assert.match((await dray('create', 'kim', '-e', 'default')).err, /not an e-mail address/)

    const invitation = await fine('invite', 'lee@example.com', '-e', 'default', '-r', 'viewer')
    assert.equal((await use(invitation, { name: 'Lee', password: goodPassword })).status, 201)
    assert.match(
      await fine('list'),
      /^EMAIL +NAME +ENVIRONMENTS +.*\nkim@example\.com +Kim +default \(owner\) .*\nlee@example\.com +Lee +default \(viewer\)/,
    )

    const lee = browser(url)
    const credentials = { body: { email: 'lee@example.com', password: goodPassword } }
    assert.equal((await lee.send('POST', '/v1/session', credentials)).status, 201)
    await addApp(lee)
    assertProblem(await browser(url).send('POST', '/v1/session', credentials), 'SECOND_FACTOR')
    assert.equal(await fine('remove-factors', 'Lee@example.com'), 'Removed: 1.')
    assert.equal(await fine('remove-factors', 'lee@example.com'), 'There were none.')
    assertProblem(await lee.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assert.equal((await browser(url).send('POST', '/v1/session', credentials)).status, 201)

    const { own, answer } = await signIn(goodPassword)
    assert.equal(answer.status, 201)
    assert.equal((await use(await fine('reset', 'kim@example.com'), { password: 'five other odd words' })).status, 201)
    assertProblem(await own.send('GET', '/v1/me'), 'UNAUTHORIZED')
    const again = await signIn('five other odd words')
    assert.equal(again.answer.status, 201)
    assert.equal(await fine('disable', 'kim@example.com'), 'Disabled.')
    assertProblem(await again.own.send('GET', '/v1/me'), 'UNAUTHORIZED')
    assertProblem((await signIn('five other odd words')).answer, 'UNAUTHORIZED')
    assert.equal(await fine('enable', 'kim@example.com'), 'Enabled.')
    assert.equal((await signIn('five other odd words')).answer.status, 201)
    assert.match((await dray('disable', 'nobody@example.com')).err, /nobody@example\.com has no account/)

    const create = (...args: string[]) => run(['environment', 'create', ...args], environment)
    const owned = await create('north')
    assert.deepEqual({ code: owned.code, err: owned.err }, { code: 0, err: 'Owned by kim@example.com.\n' })
    const me = await (await signIn('five other odd words')).own.send('GET', '/v1/me')
    const seen = (me.json.data as CurrentUser).environments.find(({ name }) => name === 'north')
    assert.deepEqual(seen && [seen.environmentId, seen.role], [owned.out.trim(), 'owner'])
    assert.equal((await create('south', '--owner', 'Lee@Example.com')).err, 'Owned by lee@example.com.\n')
    assert.match((await create('west', '--owner', 'nobody@example.com')).err, /nobody@example\.com has no account/)
    assert.equal((await create('west', '--no-owner')).err, '')
    assert.match(
      await fine('list'),
      /kim@example\.com +Kim +default \(owner\), north \(owner\) .*\nlee@example\.com +Lee +default \(viewer\), south \(owner\)/,
    )
    assert.equal((await run(['environment', 'delete', 'south', '--yes', 'south'], environment)).code, 0)

    assert.match((await dray('delete', 'kim@example.com')).err, /No other user owns `default`, `north`/)
    assert.equal(await fine('delete', 'Lee@example.com'), 'Deleted.')
    assert.match((await dray('delete', 'lee@example.com')).err, /lee@example\.com has no account/)
    assert.match(await fine('list'), /^EMAIL.*\nkim@example\.com [^\n]*$/)
  })
