// No letter is lost when the process that sends it is killed, and the log of a process names nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { importConsignments } from '../../contract/bulk.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { listNotices } from '../../contract/notice.ts'
import { dray, serve } from '../support/child.ts'
import { patientFetch, temporaryFolder } from '../support/harness.ts'
import { headersOf, openMailbox } from '../support/mailbox.ts'
import { anOrder } from '../support/orders.ts'
import { until } from '../support/until.ts'

const box = openMailbox()

test('e-mails that were pending at a kill arrive with the same id, and no log contains a name', async (t) => {
  const data = temporaryFolder(t)
  const { mailUrl, mailFrom } = box.flags()
  const start = () =>
    serve(
      data,
      '--mail-url',
      mailUrl,
      '--mail-from',
      mailFrom,
      '--notice-retries',
      '0.1,0.1',
      '--notice-lease-ms',
      '2000',
      '--log-requests',
    )
  dray(data, 'environment', 'create', 'letters')
  const token = dray(data, 'token', 'create', '--environment', 'letters', '--scope', '*').match(/eyJ\S+/)![0]
  const first = await start()
  t.after(() => first.kill('SIGKILL'))
  const clientOf = (url: string) => createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch })
  const { call } = clientOf(first.url)
  await call(updateEnvironment, { body: { notifications: { publicTracking: true, trackingTriggers: ['registered'] } } })
  box.held = Promise.withResolvers()
  box.replies.set('canary-0@example.com', '550 no canary-0@example.com here')
  const consignments = Array.from({ length: 12 }, (_, index) =>
    anOrder({ consigneeContact: { personName: 'Canary Name', email: `canary-${index}@example.com` } }),
  )
  await call(importConsignments, { body: { consignments } })
  await until('letters are under way', () => box.holding >= 2)
  await first.kill('SIGKILL')
  box.held.resolve()
  box.held = undefined
  const second = await start()
  t.after(() => second.kill('SIGKILL'))
  const states = () =>
    until('nothing waits', async () => {
      const { notices } = (await clientOf(second.url).call(listNotices, { query: { limit: '50' } })).data
      return notices.every(({ state }) => state !== 'waiting') ? notices.map(({ state }) => state) : undefined
    })
  assert.deepEqual(Object.groupBy(await states(), (state) => state).sent?.length, 11)
  const ids = Map.groupBy(box.letters, ({ to }) => to)
  assert.equal(ids.size, 11, 'each arrived')
  for (const [to, letters] of ids)
    assert.equal(new Set(letters.map((letter) => headersOf(letter).get('message-id'))).size, 1, to)

  // A server that takes nothing is told of once, also when letters are given up; and that it takes them again.
  const tell = (email: string) =>
    clientOf(second.url).call(importConsignments, {
      body: { consignments: [anOrder({ consigneeContact: { email } })] },
    })
  const linesOf = (text: string) =>
    second
      .log()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${text}"`))
  box.answers.set('MAIL', '550 no canary-20@example.com here')
  await tell('canary-20@example.com')
  await until('it is given up', () => linesOf('a letter is given up').length === 1)
  assert.match(linesOf('a letter is given up')[0]!, /"err":"EENVELOPE 550".*"noticeId":/)
  assert.match(
    linesOf('the mail server does not take letters').join(),
    /^{"level":50,[^{]*"code":"EENVELOPE 550"[^{]*$/,
  )
  box.answers.clear()
  await tell('canary-21@example.com')
  await until('it takes letters again', () => linesOf('the mail server takes letters again').length === 1)
  await second.kill('SIGTERM')
  assert.equal(/canary|Subject|TRACKING/i.test(first.log() + second.log()), false, first.log() + second.log())
})
