// What letters say, to whom they say how much, and what becomes of those that the mail server does not take.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { importConsignments } from '../../contract/bulk.ts'
import { listEvents } from '../../contract/change.ts'
import { deleteConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { type EnvironmentPatch, updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { listNotices, previewNotice, resendNotice, sendPod } from '../../contract/notice.ts'
import { putPodFile } from '../../contract/pod.ts'
import { getTracking } from '../../contract/tracking.ts'
import { onFilesArrived } from '../../server/orders/outbox/rules.ts'
import { sql } from '../../server/platform/database/database.ts'
import { openEmailSlots } from '../../server/platform/fairness/email-slots.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { everyEngine, writeBehind } from '../support/harness.ts'
import { headersOf, openMailbox, partOf } from '../support/mailbox.ts'
import { aFullOrder, aKey, anOrder } from '../support/orders.ts'
import { inEarnest, noticesOf, order, record, settled } from '../support/outcomes.ts'
import { aPhoto } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const logo = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAFElEQVR42mP4DwUM/zXAgFQGFAAAtxQhhezcFQkAAAAASUVORK5CYII=`
const anAddress = () => `${aKey('to').toLowerCase()}@example.com`

test('e-mails to a slow mail server leave places for other environments, for a limited time', async () => {
  const slots = openEmailSlots(1, 20)
  const slow = []
  for (let n = 0; n < 5; n++) slow.push(await slots.waitFor('slow').slot)
  const [theirs, own] = [slots.waitFor('slow'), slots.waitFor('other')]
  let came = ''
  void theirs.slot.then(() => (came += 'slow '))
  void own.slot.then(() => (came += 'other '))
  await sleep(100)
  assert.equal(came, '', 'four are slow and one has the place')
  theirs.cancel()
  slow[4]!.release()
  slow[4]!.release()
  const other = await own.slot
  assert.equal(slots.takeFree(), undefined)
  other.release()
  assert.ok(slots.takeFree())
  assert.equal(came, 'other ')
})

everyEngine('letters', (open) => {
  const box = openMailbox()
  let shared: ReturnType<typeof open> | undefined
  const service = () => (shared ??= open({ ...box.flags(), noticeRetries: '0.05,0.05,0.05,0.05' }))
  const fresh = tenants(service)
  const scene = async (settings: EnvironmentPatch = {}) => {
    const tenant = await inEarnest(await service(), await fresh())
    const notifications = { proofOfDelivery: true, publicTracking: true, attachPdf: false, ...settings.notifications }
    await tenant.call(updateEnvironment, { body: { ...settings, notifications } })
    return tenant
  }
  /** An order that was delivered, or was not, and its consignee's address. */
  const told = async (tenant: Awaited<ReturnType<typeof scene>>, more: object = {}, email = anAddress()) => {
    const consignmentId = await order(tenant, more)
    await record(tenant, [{ consignmentId, outcome: 'failed', email }])
    return { consignmentId, email }
  }

  test('e-mails are retried while the mail server defers them', async () => {
    const tenant = await scene()
    const email = anAddress()
    box.replies.set(email, '451 4.3.0 later, please')
    const { consignmentId } = await told(tenant, {}, email)
    await until('it was tried twice', async () => (await noticesOf(tenant, consignmentId))[0]!.attempts.length >= 2)
    box.replies.delete(email)
    const [notice] = await settled(tenant, consignmentId)
    assert.equal(notice!.state, 'sent')
    assert.equal(notice!.due, null)
    const results = notice!.attempts.map(({ result }) => result)
    assert.deepEqual(new Set(results.slice(0, -1)), new Set(['failed']))
    assert.equal(results.at(-1), 'sent')
    assert.match(notice!.attempts[0]!.message!, /451 4\.3\.0 later, please/)
    assert.equal(box.letters.filter(({ to }) => to === email).length, 1)
  })

  test('an e-mail fails after the last retry, and immediately after a permanent rejection', async () => {
    const tenant = await scene()
    const [never, refused] = [anAddress(), anAddress()]
    box.replies.set(never, '450 not now').set(refused, '550 5.1.1 nobody here')
    const [late, final] = [await told(tenant, {}, never), await told(tenant, {}, refused)]
    const [lateNotice] = await settled(tenant, late.consignmentId)
    const [finalNotice] = await settled(tenant, final.consignmentId)
    assert.deepEqual([lateNotice!.state, lateNotice!.attempts.length], ['failed', 5])
    assert.deepEqual([finalNotice!.state, finalNotice!.attempts.map(({ result }) => result)], ['failed', ['refused']])
    assert.match(finalNotice!.reason!, /550 5\.1\.1 nobody here/)
  })

  test('an e-mail is sent again with the same id after a broken connection', async () => {
    const tenant = await scene()
    const email = anAddress()
    box.cuts.set(email, 1)
    const { consignmentId } = await told(tenant, {}, email)
    const [notice] = await settled(tenant, consignmentId)
    const came = box.letters.filter(({ to }) => to === email).map((letter) => headersOf(letter).get('message-id'))
    assert.deepEqual(came, [`<${notice!.noticeId}@example.com>`, `<${notice!.noticeId}@example.com>`])
    assert.deepEqual(
      notice!.attempts.map(({ result }) => result),
      ['failed', 'sent'],
    )
  })

  test('an e-mail that may have arrived is retried once', async () => {
    const tenant = await scene()
    const email = anAddress()
    box.cuts.set(email, 9)
    const { consignmentId } = await told(tenant, {}, email)
    const [notice] = await settled(tenant, consignmentId)
    assert.equal(box.letters.filter(({ to }) => to === email).length, 2)
    assert.equal(notice!.state, 'failed')
    assert.match(notice!.reason!, /^The mail server ended the connection\. The e-mail may have arrived\.$/)
    assert.deepEqual(
      notice!.attempts.map((attempt) => Object.keys(attempt)),
      Array(2).fill(['time', 'result', 'message']),
    )
  })

  test('e-mails wait while the mail server rejects the sender address, and a metric shows the waiting time', async () => {
    const patient = await open({ ...box.flags(), noticeRetries: '0.05,3600' })
    const tenant = await inEarnest(patient, await patient.environment())
    await tenant.call(updateEnvironment, { body: { notifications: { proofOfDelivery: true, attachPdf: false } } })
    box.answers.set('MAIL', '550 5.7.1 who are you')
    const { consignmentId } = await told(tenant)
    await until('it was tried twice', async () => (await noticesOf(tenant, consignmentId))[0]!.attempts.length === 2)
    box.answers.clear()
    const [notice] = await noticesOf(tenant, consignmentId)
    assert.deepEqual(
      [notice!.state, notice!.attempts.map(({ result, message }) => [result, message])],
      ['waiting', Array(2).fill(['failed', '550 5.7.1 who are you'])],
    )
    const age = async (name: string) =>
      Number(
        new RegExp(`^dray_notice_${name}_seconds (\\S+)$`, 'm').exec(
          (await tenant.request('GET', '/metrics')).text,
        )![1],
      )
    await until(
      'it shows, though nothing is due',
      async () => (await age('oldest')) >= 1 && (await age('queue_age')) === 0,
    )
  })

  test('e-mails of one environment are sent between the e-mails of a busy environment', async () => {
    const [crowd, other] = [await scene(), await scene()]
    const many = 24
    await crowd.call(updateEnvironment, { body: { notifications: { trackingTriggers: ['registered'] } } })
    const [theirs, own] = [anAddress(), anAddress()]
    box.held = Promise.withResolvers()
    box.holding = 0
    try {
      const consignments = Array.from({ length: many }, () => anOrder({ consigneeContact: { email: theirs } }))
      await crowd.call(importConsignments, { body: { consignments } })
      await until('they have all places', () => box.holding === 4)
      await told(other, {}, own)
      const { config } = await service()
      const sender = sql`select lease_owner as owner from notice_senders where environment_id = ${other.environmentId}`
      await until('somebody sends for the other', () =>
        writeBehind(config, async (tx) => (await tx.get<{ owner: string | null }>(sender))?.owner),
      )
      box.takesMs = 200
    } finally {
      box.held.resolve()
      box.held = undefined
    }
    const came = () => box.letters.filter(({ to }) => to === theirs).length
    await box.letterTo(own)
    assert.ok(came() <= many / 2, `${came()} before it`)
    box.takesMs = 0
    await until('all have come', () => came() === many)
  })

  test('a slow e-mail does not delay the next e-mail, also after a database error', async () => {
    const tenant = await scene()
    const { config } = await service()
    const failures = async () =>
      Number(/^dray_background_failures (\S+)$/m.exec((await tenant.request('GET', '/metrics')).text)![1])
    box.held = Promise.withResolvers()
    box.holding = 0
    try {
      const slow = await told(tenant)
      await until('it is under way', () => box.holding === 1)
      const before = await failures()
      await writeBehind(config, async (tx) => tx.run(sql`alter table notices rename column tries to gone`))
      await until('what is due could not be read', async () => (await failures()) > before)
      await writeBehind(config, async (tx) => tx.run(sql`alter table notices rename column gone to tries`))
      await told(tenant)
      await until('the next one is under way', () => box.holding === 2)
      box.held.resolve()
      assert.equal((await settled(tenant, slow.consignmentId))[0]!.attempts.length, 1)
    } finally {
      box.held.resolve()
      box.held = undefined
    }
  })

  test('no text in a name adds a header to an e-mail', async () => {
    const evil = 'Eve\r\nBcc: third@evil.example\r\n\r\n<b>x</b>'
    const tenant = await scene({
      branding: { companyName: evil },
      notifications: {
        senderName: evil,
        templates: {
          failed: {
            subject: 'Hi {CONTACT_NAME}\r\nBcc: fourth@evil.example',
            body: '{CONTACT_NAME} <i>{COMPANY_NAME}</i>',
          },
        },
      },
    })
    const { email } = await told(tenant, { consigneeContact: { personName: evil } })
    const letter = await box.letterTo(email)
    const headers = headersOf(letter)
    assert.equal(headers.has('bcc'), false)
    assert.match(headers.get('subject')!, /^Hi Eve Bcc: third@evil\.example <b>x<\/b> Bcc: fourth@evil\.example$/)
    assert.match(headers.get('from')!, /<dray@example\.com>$/)
    assert.equal(box.letters.filter(({ to }) => to.endsWith('evil.example')).length, 0)
    const html = partOf(letter, 'text/html')!
    assert.ok(html.includes('&lt;i&gt;Eve Bcc: third@evil.example &lt;b&gt;x&lt;/b&gt;&lt;/i&gt;'), html)
    assert.equal(/<[bi]>/.test(html), false)
  })

  test('an e-mail describes the outcome with the texts and the colours of the environment', async () => {
    const tenant = await scene({
      timezone: 'Europe/Berlin',
      branding: { companyName: 'Muster & Co', colour: '#aa3300', logo },
      pod: { reasons: [{ code: 'nobody-in', name: 'Niemand da' }] },
      notifications: { language: 'de', replyTo: 'office@firm.example' },
    })
    const consignmentId = await order(tenant, { key: aKey('Ä'), consigneeContact: { personName: 'Kim Kunde' } })
    const email = anAddress()
    const at = Date.now() - 3_600_000
    const time = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Europe/Berlin',
    }).format(at)
    await record(tenant, [{ consignmentId, outcome: 'failed', email, at }])
    const letter = await box.letterTo(email)
    const headers = headersOf(letter)
    const text = partOf(letter, 'text/plain')!
    const html = partOf(letter, 'text/html')!
    assert.match(headers.get('subject')!, /^Auftrag Ä-\d+-\d+: nicht geliefert$/)
    assert.equal(headers.get('reply-to'), 'office@firm.example')
    assert.equal(headers.get('auto-submitted'), 'auto-generated')
    assert.equal(headers.has('list-unsubscribe'), false, 'an outcome is told in any case')
    assert.match(headers.get('from')!, /Muster & Co/)
    for (const part of ['Guten Tag Kim Kunde,', `Zeit: ${time}`, 'Grund: Niemand da', 'Muster & Co'])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.match(text, /Einzelheiten: http:\/\/\S+\/t\/[\w-]{44}\n/)
    assert.match(html, /<html lang="de" dir="ltr">.*#aa3300.*<img src="cid:logo" alt="Muster &amp; Co"/s)
    assert.match(letter.raw, /content-id: <logo>/i)
  })

  test('an e-mail in Arabic is written from right to left, and empty lines are omitted', async () => {
    const tenant = await scene({ notifications: { language: 'ar', trackingTriggers: ['registered'] } })
    const email = anAddress()
    const consignmentId = await order(tenant, { consigneeContact: { email } })
    const letter = await box.letterTo(email)
    assert.match(partOf(letter, 'text/html')!, /<html lang="ar" dir="rtl">/)
    const text = partOf(letter, 'text/plain')!
    assert.equal(text.includes('مرحبًا'), false, 'nobody has a name to greet')
    assert.equal(/\{[A-Z_]+\}/.test(text), false)
    const { url } = (await tenant.call(getTracking, { params: { consignmentId } })).data
    assert.ok(text.includes(url!))
    assert.equal(headersOf(letter).get('list-unsubscribe'), `<${url}/stop>`)
    assert.equal(headersOf(letter).get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  })

  test('an e-mail contains usual reasons in its language, and renamed reasons as configured', async () => {
    const tenant = await scene({ notifications: { language: 'de' } })
    const reasonTold = async () => {
      const { email } = await told(tenant)
      return /Grund: (.*)/.exec(partOf(await box.letterTo(email), 'text/plain')!)?.[1]
    }
    assert.equal(await reasonTold(), 'Niemand da')
    await tenant.call(updateEnvironment, { body: { pod: { reasons: [{ code: 'nobody-in', name: 'Nobody home' }] } } })
    assert.equal(await reasonTold(), 'Nobody home')
    const preview = await tenant.call(previewNotice, { body: { template: 'failed' } })
    assert.match(preview.data.text, /Grund: Nobody home/)
  })

  test('an e-mail to a fixed address names the order and contains no personal data', async () => {
    const office = anAddress()
    const tenant = await scene({
      notifications: { failedRecipients: [office], partiallySuccessfulRecipients: [office] },
    })
    const canaries = {
      consigneeContact: { personName: 'CANARY-NAME', email: anAddress(), mobile: { localNumber: '7700900123' } },
      consigneeAddress: { line1: 'CANARY-STREET', city: 'CANARY-TOWN', postalCode: 'CANARY', country: 'GB' as const },
      consigneeCode: 'CANARY-CODE',
      planningInstructions: 'CANARY-PLAN',
      consignmentInstructions: 'CANARY-DOOR',
    }
    const { consignmentId, email } = await told(tenant, canaries)
    await box.letterTo(email)
    const letter = await box.letterTo(office)
    const all = `${letter.raw}${partOf(letter, 'text/plain')}${partOf(letter, 'text/html')}`
    assert.deepEqual(all.match(/CANARY-\w+|7700900123|\/t\/[\w-]{44}/g), null)
    assert.equal(all.includes(email), false)
    const link = `/consignments/${consignmentId}?environment=${tenant.environmentId}`
    assert.ok(partOf(letter, 'text/plain')!.includes(link), 'who may see more is for the console to say')
    const own = await box.letterTo(email)
    assert.match(partOf(own, 'text/plain')!, /CANARY-NAME/)
    assert.equal(/CANARY-(STREET|CODE|PLAN|DOOR)/.test(own.raw + partOf(own, 'text/html')), false)
  })

  test('a proof e-mail waits for the photos, and contains the proof as a PDF', async () => {
    const tenant = await scene({ notifications: { attachPdf: true } })
    const consignmentId = await order(tenant, { key: aKey('PAPER') })
    const email = anAddress()
    const photos = [aPhoto(), aPhoto()]
    const [podId] = (await record(tenant, [{ consignmentId, outcome: 'success', email, photos }])) as [string]
    const [notice] = await noticesOf(tenant, consignmentId)
    const waits = Temporal.Instant.from(notice!.due!).since(Temporal.Instant.from(notice!.created))
    assert.equal(waits.total('minutes'), 15)
    for (const { announced, body } of photos)
      await tenant.call(putPodFile, { params: { podId, fileId: announced.fileId }, body })
    const letter = await box.letterTo(email)
    assert.match(letter.raw, /content-type: application\/pdf; name=PAPER-[\d-]+\.pdf/i)
    assert.match(partOf(letter, 'application/pdf')!, /^%PDF-/)
    await tenant.call(updateEnvironment, { body: { notifications: { attachPdf: false } } })
    const other = anAddress()
    await tenant.call(sendPod, { params: { podId }, body: { address: other } })
    assert.equal(partOf(await box.letterTo(other), 'application/pdf'), undefined)
  })

  test('a proof e-mail is sent even if the proof or one of its images cannot be drawn', async () => {
    const tenant = await scene({ notifications: { attachPdf: true } })
    const { config } = await service()
    /** Delivered with a photo, which something happens to before the letter is made. */
    const spoilt = async (spoil: (file: string) => void) => {
      const consignmentId = await order(tenant)
      const [photo, email] = [aPhoto(), anAddress()]
      const { fileId } = photo.announced
      const [podId] = (await record(tenant, [{ consignmentId, outcome: 'success', email, photos: [photo] }])) as [
        string,
      ]
      await tenant.call(putPodFile, { params: { podId, fileId }, body: photo.body })
      await settled(tenant, consignmentId)
      spoil(join(config.data, 'files', tenant.environmentId, fileId.slice(-2), fileId))
      const other = anAddress()
      const { noticeId } = (await tenant.call(sendPod, { params: { podId }, body: { address: other } })).data
      const notice = (await settled(tenant, consignmentId)).find((each) => each.noticeId === noticeId)!
      return { letter: await box.letterTo(other), notice }
    }
    const broken = await spoilt((file) => writeFileSync(file, 'no picture any more'))
    assert.match(partOf(broken.letter, 'application/pdf')!, /^%PDF-/)
    assert.equal(broken.notice.attempts.length, 1)
    const unreadable = await spoilt((file) => {
      rmSync(file)
      mkdirSync(file)
    })
    assert.equal(partOf(unreadable.letter, 'application/pdf'), undefined)
    assert.deepEqual(
      unreadable.notice.attempts.map(({ result, message }) => [result, message]),
      [...Array(4).fill(['failed', 'The proof could not be drawn as a PDF.']), ['sent', null]],
      'only after all tries it goes without',
    )
  })

  test('an e-mail fails without a mail server, and its error names this reason', async () => {
    const plain = await open()
    const tenant = await inEarnest(plain, await plain.environment())
    await tenant.call(updateEnvironment, { body: { notifications: { proofOfDelivery: true } } })
    const { consignmentId } = await told(tenant)
    const [notice] = await settled(tenant, consignmentId)
    assert.deepEqual([notice!.state, notice!.reason, notice!.attempts], ['suppressed', 'no_mail_server', []])
  })

  test('an e-mail that is not sent records the reason', async () => {
    const earnest = await scene({ notifications: { attachPdf: true } })
    const hold = async () => {
      const consignmentId = await order(earnest)
      await record(earnest, [{ consignmentId, outcome: 'success', email: anAddress(), photos: [aPhoto()] }])
      return consignmentId
    }
    const [erased, deleted, stopped] = [await hold(), await hold(), await hold()]
    await earnest.call(eraseConsignees, { body: { ids: [erased] } })
    await earnest.call(deleteConsignmentById, { params: { consignmentId: deleted } })
    await earnest.call(updateConsignmentById, {
      params: { consignmentId: stopped },
      body: { consignmentNotificationsEnabled: false },
    })
    const { config } = await service()
    await writeBehind(config, async (tx) => {
      for (const { podId } of await noticesOf(earnest))
        await onFilesArrived(tx, createBackgroundCall(earnest.environmentId, undefined), podId!)
    })
    const why = async (id: string) => {
      const [{ state, reason, address, recipient }] = (await settled(earnest, id)) as [
        Awaited<ReturnType<typeof settled>>[0],
      ]
      return [state, reason, address === null, recipient]
    }
    assert.deepEqual(await why(erased), ['suppressed', 'erased', true, 'consignee'])
    assert.deepEqual(await why(deleted), ['suppressed', 'deleted', false, 'consignee'])
    assert.deepEqual(await why(stopped), ['suppressed', 'turned_off', false, 'consignee'])
    const sandbox = await fresh()
    await sandbox.call(updateEnvironment, { body: { notifications: { proofOfDelivery: true } } })
    const tried = await told(sandbox)
    assert.deepEqual(
      (await noticesOf(sandbox, tried.consignmentId)).map(({ reason }) => reason),
      ['sandbox'],
    )
  })

  test('e-mails are listed, and resent on request unless the order turns e-mails off', async () => {
    const tenant = await scene()
    const { consignmentId, email } = await told(tenant, {})
    const [first] = await settled(tenant, consignmentId)
    const params = { noticeId: first!.noticeId }
    const other = anAddress()
    const again = (await tenant.call(resendNotice, { params, body: { address: other } })).data.noticeId
    await box.letterTo(other)
    await tenant.call(resendNotice, { params, body: {} })
    await until('it came twice', () => box.letters.filter(({ to }) => to === email).length === 2)
    const all = await settled(tenant, consignmentId)
    assert.deepEqual(
      all.map(({ recipient }) => recipient),
      ['consignee', 'named', 'consignee'],
    )
    assert.equal(all[1]!.noticeId, again)
    const page = (await tenant.call(listNotices, { query: { consignmentId, limit: '2', state: 'sent' } })).data
    const rest = (await tenant.call(listNotices, { query: { consignmentId, limit: '2', cursor: page.next! } })).data
    assert.deepEqual(
      [...page.notices, ...rest.notices].map(({ noticeId }) => noticeId),
      all.map(({ noticeId }) => noticeId),
    )
    assert.equal(rest.next, null)
    await tenant.call(updateConsignmentById, {
      params: { consignmentId },
      body: { consignmentNotificationsEnabled: false },
    })
    await assert.rejects(tenant.call(resendNotice, { params, body: { address: other } }), { code: 'NOTICE_STOPPED' })
    await tenant.call(deleteConsignmentById, { params: { consignmentId } })
    await assert.rejects(tenant.call(resendNotice, { params, body: { address: other } }), {
      code: 'NOT_FOUND',
      message: /The order of this e-mail was deleted/,
    })
    assert.equal((await noticesOf(tenant, consignmentId)).length, all.length, 'nothing that could only be suppressed')
  })

  test('the event of an e-mail contains no address, and is also created for an order without an address', async () => {
    const tenant = await scene({ notifications: { trackingTriggers: ['registered'] } })
    const email = anAddress()
    const [id] = [
      await order(tenant, { consigneeContact: { email } }),
      await order(tenant),
      await order(tenant, { publicTrackingEnabled: false }),
    ]
    const { events } = (await tenant.call(listEvents, { query: {} })).data
    const told = events.filter(({ type }) => type === 'notice.created')
    assert.equal(told.length, 2, 'not of the one that forbids it')
    assert.deepEqual(told[0]!.changes, [
      { path: '/kind', new: 'tracking.registered' },
      { path: '/consignmentId', new: id },
    ])
    assert.equal(JSON.stringify(told).includes(email), false)
  })

  test('templates of e-mails with unknown placeholders are rejected', async () => {
    const tenant = await scene()
    const templates = { tracking: { subject: 'Fine {ORDER_KEY}', body: 'Yours, {COMPANYNAME} {order_key} {Kitchen}' } }
    const refused = await tenant.request('PATCH', '/v1/environment', { body: { notifications: { templates } } })
    assert.equal(refused.status, 400)
    const errors = refused.json.data.errors as { path: string; code: string; message: string }[]
    assert.deepEqual(
      errors.map(({ path, code }) => `${path} ${code}`),
      Array(3).fill('/notifications/templates/tracking/body unknown_token'),
    )
    assert.match(errors[0]!.message, /Did you mean `\{COMPANY_NAME\}`\?/)
    assert.match(errors[1]!.message, /Did you mean `\{ORDER_KEY\}`\?/)
    const preview = (body: Parameters<typeof tenant.call<typeof previewNotice>>[1]['body']) =>
      tenant.call(previewNotice, { body })
    await assert.rejects(preview({ template: 'failed', body: 'x {NOPE}' }), { code: 'BAD_REQUEST' })
    await assert.rejects(preview({ template: 'failed', consignmentKey: 'nothing' }), { code: 'UNKNOWN_CONSIGNMENT' })
    const key = aKey('<b>')
    await order(tenant, { ...aFullOrder({ key }), consigneeContact: { personName: 'Ada & Bo' } })
    const { data } = await preview({
      template: 'partial',
      subject: '{ORDER_KEY}!',
      body: 'To {CONTACT_NAME}\n{REASON}',
      consignmentKey: key,
    })
    assert.deepEqual([data.subject, data.text], [`${key}!`, 'To Ada & Bo\nNobody in\n'])
    assert.match(data.html, /To Ada &amp; Bo<br>Nobody in/)
    const example = (await preview({ template: 'tracking' })).data
    assert.match(example.text, /Alex Example/)
    assert.match(example.template.body, /\{TRACKING_LINK\}/)
  })
})
