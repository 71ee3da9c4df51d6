// Who gets a letter about an outcome: every combination of what decides about it, against a real mail server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { outcomeNames } from '../../contract/road.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { anOrder } from '../support/orders.ts'
import { inEarnest, noticesOf, record, settled } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'

const flags = [true, false]
const fixedOf = { failed: ['failed@firm.example'], partial: ['partial@firm.example'], success: [] as string[] }

/** Of an environment: its switch, whether it has fixed recipients, whether consignees are told by themselves. */
const environments = flags.flatMap((isOn) =>
  flags.flatMap((hasFixed) => flags.map((isAutomatic) => ({ isOn, hasFixed, isAutomatic }))),
)
/** Of an order in it: its own switch, what became of it, whether it has an address. */
const orders = [null, true, false].flatMap((allowed) =>
  outcomeNames.flatMap((outcome) => flags.map((hasAddress) => ({ allowed, outcome, hasAddress }))),
)

everyEngine('e-mails about outcomes', (open) => {
  const box = openMailbox()
  const shared = { service: undefined as ReturnType<typeof open> | undefined }
  const service = () => (shared.service ??= open(box.flags()))
  const fresh = tenants(service)

  test('e-mails about outcomes are sent to the right addresses in all 144 cases', async () => {
    assert.equal(environments.length * orders.length, 144)
    const all: Tenant[] = []
    for (const _ of environments) all.push(await inEarnest(await service(), await fresh()))
    const check = async ({ isOn, hasFixed, isAutomatic }: (typeof environments)[number], index: number) => {
      const tenant = all[index]!
      await tenant.call(updateEnvironment, {
        body: {
          notifications: {
            attachPdf: false,
            proofOfDelivery: isOn,
            automatic: { success: isAutomatic, partial: isAutomatic, failed: isAutomatic },
            failedRecipients: hasFixed ? fixedOf.failed : [],
            partiallySuccessfulRecipients: hasFixed ? fixedOf.partial : [],
          },
        },
      })
      const keys = orders.map((_, place) => `CASE-${index}-${place}`)
      const consignments = orders.map(({ allowed }, place) =>
        anOrder({ key: keys[place]!, consignmentNotificationsEnabled: allowed }),
      )
      const { results } = (await tenant.call(importConsignments, { body: { consignments } })).data
      const addressOf = (place: number) => `to-${keys[place]!.toLowerCase()}@example.com`
      await record(
        tenant,
        orders.map(({ outcome, hasAddress }, place) => ({
          consignmentId: results[place]!.consignmentId!,
          outcome,
          email: hasAddress ? addressOf(place) : null,
        })),
      )
      const expected = orders.flatMap(({ allowed, outcome, hasAddress }, place) => [
        ...(isOn && allowed !== false && isAutomatic && hasAddress ? [`${addressOf(place)} ${keys[place]}`] : []),
        ...(hasFixed ? fixedOf[outcome].map((address) => `${address} ${keys[place]}`) : []),
      ])
      const notices = expected.length > 0 ? await settled(tenant) : await noticesOf(tenant)
      const came = box.letters
        .filter(({ text }) => text.includes(`CASE-${index}-`))
        .map(({ to, text }) => `${to} ${new RegExp(`CASE-${index}-\\d+`).exec(text)![0]}`)
      assert.deepEqual(came.sort(), expected.sort(), JSON.stringify(environments[index]))
      const reasons = notices.filter(({ state }) => state === 'suppressed').map(({ reason }) => reason)
      // Where the environment wants a letter, it is seen why there is none: six orders say no, six more have no address.
      assert.deepEqual(
        Object.entries(Object.groupBy(reasons, (reason) => reason!))
          .map(([reason, list]) => [reason, list!.length])
          .sort(),
        isOn && isAutomatic
          ? [
              ['no_address', 6],
              ['turned_off', 6],
            ]
          : [],
      )
    }
    await Promise.all(environments.map(check))
    box.letters.length = 0
  })

  test('an e-mail about an outcome is sent once if the recipient is a fixed address too', async () => {
    const tenant = await inEarnest(await service(), await fresh())
    await tenant.call(updateEnvironment, {
      body: { notifications: { proofOfDelivery: true, failedRecipients: ['Both@Firm.example', 'other@firm.example'] } },
    })
    const { results } = (
      await tenant.call(importConsignments, {
        body: { consignments: [anOrder(), anOrder({ consignmentNotificationsEnabled: false })] },
      })
    ).data
    const [told, stopped] = results.map(({ consignmentId }) => consignmentId!) as [string, string]
    await record(tenant, [
      { consignmentId: told, outcome: 'failed', email: 'both@firm.example' },
      { consignmentId: stopped, outcome: 'failed', email: 'both@firm.example' },
    ])
    const sentOf = async (id: string) =>
      (await settled(tenant, id))
        .filter(({ state }) => state === 'sent')
        .map(({ recipient, address }) => `${recipient} ${address}`)
        .sort()
    assert.deepEqual(await sentOf(told), ['consignee both@firm.example', 'fixed other@firm.example'])
    assert.deepEqual(await sentOf(stopped), ['fixed Both@Firm.example', 'fixed other@firm.example'])
  })

  test('e-mails about goods that change vehicles are sent only to fixed addresses', async () => {
    const tenant = await inEarnest(await service(), await fresh())
    await tenant.call(updateEnvironment, {
      body: { notifications: { proofOfDelivery: true, attachPdf: false, failedRecipients: ['desk@firm.example'] } },
    })
    const { results } = (await tenant.call(importConsignments, { body: { consignments: [anOrder(), anOrder()] } })).data
    const [moved, shut] = results.map(({ consignmentId }) => consignmentId!) as [string, string]
    await record(tenant, [
      { consignmentId: moved, outcome: 'failed', reason: 'transferred', email: 'moved@example.com' },
      { consignmentId: shut, outcome: 'failed', reason: 'closed', email: 'shut@example.com' },
    ])
    const lettersOf = async (id: string) => (await settled(tenant, id)).map(({ address }) => address).sort()
    assert.deepEqual(await lettersOf(moved), ['desk@firm.example'])
    assert.deepEqual(await lettersOf(shut), ['desk@firm.example', 'shut@example.com'])
  })
})
