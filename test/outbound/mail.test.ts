// What a mail server may do to a letter and to a password, and what is made of it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import {
  createPost,
  interactiveMailTimes,
  type MailConfig,
  testMailServer,
} from '../../server/platform/outbound/mail.ts'
import { watchMail } from '../../server/platform/outbound/mail-watch.ts'
import { openPosting } from '../../server/platform/outbound/posting.ts'
import { certificate, privateKey } from '../support/certificate.ts'
import { onLoopback } from '../support/loopback.ts'
import { openMailbox } from '../support/mailbox.ts'
import { until } from '../support/until.ts'

const box = openMailbox()
const letter = { to: 'kim@example.com', subject: 'About', text: 'Text' }
/** By a name that does not say that it is this machine. */
const far = (mailUrl: string): string => mailUrl.replace('127.0.0.1', 'user:secret@0.0.0.0')
const post = (config: Partial<MailConfig> = {}, times = interactiveMailTimes) =>
  createPost({ ...box.flags(), ...config }, times)!

test('the response to an e-mail has more time than the commands before it', async () => {
  const times = { connectMs: 3_000, beginMs: 3_000, replyMs: 60_000 }
  box.takesMs = 3_300
  const sent = post({}, times)(letter)
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const mute = await post({ mailUrl: `smtp://127.0.0.1:${port}` }, { ...times, connectMs: 200 })(letter)
  silent.close()
  assert.deepEqual(mute, {
    failure: 'failed',
    code: 'ETIMEDOUT',
    message: 'The mail server did not answer in time.',
    isOfServer: true,
  })
  assert.deepEqual(await sent, {})
  box.takesMs = 1_000
  const given = await post({}, { ...times, replyMs: 200 })(letter)
  box.takesMs = 0
  assert.deepEqual(given, {
    failure: 'failed',
    code: 'ETIMEDOUT',
    message: 'The mail server did not answer in time. The e-mail may have arrived.',
    isOfServer: true,
    isUnsure: true,
  })
})

test('only an error about the recipient or the e-mail is permanent; other errors are retried', async () => {
  for (const [verb, failure] of [
    ['MAIL', 'failed'],
    ['RCPT', 'refused'],
    ['DATA', 'refused'],
  ] as const) {
    box.answers.set(verb, '550 no')
    const posted = await post()(letter)
    assert.deepEqual([verb, posted.failure], [verb, failure])
    box.answers.clear()
  }
})

test('the domain of an e-mail address is sent in ASCII, and an invalid address is rejected', async () => {
  box.heard.length = 0
  const posted = await post({ mailFrom: 'Dray <dray@müller.example>' })({ ...letter, to: 'kunde@bücher.example' })
  assert.deepEqual(posted, {})
  assert.deepEqual(
    box.heard.map((line) => /<(.*)>/.exec(line)?.[1]).filter((address) => address !== undefined),
    ['dray@xn--mller-kva.example', 'kunde@xn--bcher-kva.example'],
  )
  const nobody = await post()({ ...letter, to: '<>' })
  assert.deepEqual([nobody.failure, nobody.failure && nobody.code], ['refused', 'EENVELOPE'])
})

test('the mail password is sent only over TLS, unless the operator allows it or the server is local', async () => {
  box.offers = ['AUTH PLAIN']
  box.answers.set('STARTTLS', '502 not here')
  const { mailUrl } = box.flags()
  const signsIn = async (config: Partial<MailConfig>) => {
    box.heard.length = 0
    const posted = await post(config)(letter)
    return [posted.failure && posted.message, box.heard.some((line) => line.startsWith('AUTH'))]
  }
  const no = 'The mail server offers no encryption, so Dray does not send the password.'
  assert.deepEqual(await signsIn({ mailUrl: far(mailUrl) }), [no, false])
  assert.equal(await testMailServer({ ...box.flags(), mailUrl: far(mailUrl) }), '502 not here')
  assert.deepEqual(await signsIn({ mailUrl: far(mailUrl), mailAllowPlain: true }), [undefined, true])
  assert.deepEqual(await signsIn({ mailUrl: mailUrl.replace('//', '//user:secret@') }), [undefined, true])
  assert.equal(await testMailServer({ ...box.flags(), mailUrl: mailUrl.replace('//', '//user:secret@') }), undefined)
  box.answers.set('AUTH', '535 5.7.8 who are you')
  const config = { ...box.flags(), mailUrl: mailUrl.replace('//', '//user:secret@') }
  assert.equal(await testMailServer(config), '535 5.7.8 who are you')
  box.offers = []
  box.answers.clear()
})

test('failures of the mail server are described in plain words', async (t) => {
  const secure = createServer((socket) => {
    new TLSSocket(socket, { isServer: true, cert: certificate, key: privateKey }).on('error', () => undefined)
  })
  const port = await onLoopback(t, secure)
  const words = async (mailUrl: string) => {
    const posted = await post({ mailUrl })(letter)
    return posted.failure && [posted.code, posted.message]
  }
  assert.deepEqual(await words(`smtps://127.0.0.1:${port}`), [
    'ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT',
    'The mail server cannot be used: the certificate or the encryption was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ])
  assert.deepEqual(await words('smtp://127.0.0.1:1'), [
    'ESOCKET ECONNREFUSED',
    'The mail server cannot be used: the connection was refused (ECONNREFUSED).',
  ])
  assert.equal(
    await testMailServer({ ...box.flags(), mailUrl: 'smtp://127.0.0.1:1' }),
    'the connection was refused (ECONNREFUSED)',
  )
})

test('a failing mail server is logged once, and its recovery once, with codes only', async () => {
  const lines: string[] = []
  const note = (line: object, message: string) =>
    void lines.push(`${message} ${Object.keys(line)}`, JSON.stringify(line))
  const send = watchMail({ error: note, info: note })(post())
  const told = () => lines.filter((_, index) => index % 2 === 0)
  box.answers.set('MAIL', `550 no letters for ${letter.to}`)
  for (let n = 0; n < 3; n++) await send(letter)
  assert.deepEqual(told(), ['the mail server does not take letters code'])
  assert.equal(lines[1], '{"code":"EENVELOPE 550"}')
  box.answers.clear()
  for (let n = 0; n < 2; n++) await send(letter)
  assert.deepEqual(told().slice(1), ['the mail server takes letters again awaySeconds'])
  // A single address that is put off is no matter of the server; all of them are.
  box.replies.set(letter.to, '451 later')
  for (let n = 0; n < 4; n++) await send(letter)
  assert.equal(told().length, 2)
  for (let n = 0; n < 4; n++) await send(letter)
  assert.equal(told()[2], 'the mail server does not take letters code')
  assert.equal(told().length, 3)
  box.replies.clear()
})

test('e-mails aborted by a stop are not logged', async () => {
  const told: unknown[] = []
  const note = (...line: unknown[]) => void told.push(line)
  const posting = openPosting(box.flags())
  box.held = Promise.withResolvers()
  box.holding = 0
  void watchMail({ error: note, info: note })(posting.post!)(letter).then(note)
  await until('it is under way', () => box.holding === 1)
  await posting.stop()
  await turn()
  box.held.resolve()
  box.held = undefined
  assert.deepEqual(told, [])
})
