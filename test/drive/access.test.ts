// Who drivers' devices are let in by and let out by, and what nobody gets in with.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { listEvents } from '../../contract/change.ts'
import {
  closeDriveSession,
  driveLimits,
  endDriverDevice,
  getDriveDay,
  linkDriver,
  listDriverDevices,
} from '../../contract/drive.ts'
import { resetEnvironment } from '../../contract/environment.ts'
import { createDriver, deleteDriver, updateDriver } from '../../contract/fleet.ts'
import { createSecret } from '../../server/access/user/rules.ts'
import { getCodePrefix } from '../../server/fleet/device/rules.ts'
import { sql } from '../../server/platform/database/database.ts'
import { aDevice, letIn } from '../support/drivers.ts'
import { callerAs, everyEngine, request, type Service, writeBehind } from '../support/harness.ts'
import { aDriver } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const isRefused = (work: Promise<unknown>) => assert.rejects(work, { code: 'UNAUTHORIZED' })

everyEngine(
  'a device of a driver',
  (openWith) => {
    let shared: Promise<Service> | undefined
    const open = () => (shared ??= openWith({ proxies: '1' }))
    const fresh = tenants(open)
    const scene = async () => {
      const service = await open()
      const tenant = await fresh()
      const driver = aDriver()
      await tenant.call(createDriver, { body: driver })
      const linked = async () => (await tenant.call(linkDriver, { query: { key: driver.key } })).data
      const enter = (body: object) => request(service.url, 'POST', '/v1/drive/session', { body })
      return { service, tenant, driver, linked, enter, secretOf: (url: string) => url.split('#')[1]! }
    }

    test('a device is registered once, by a link or a code; using the link ends the code, and the code the link', async () => {
      const { service, driver, linked, enter, secretOf } = await scene()
      const first = await linked()
      assert.match(first.url, /^http.*\/driver#[0-9a-f-]{36}\.[\w-]{43}$/)
      assert.match(first.code, /^[A-HJ-NP-Z2-9]{8}$/)
      const session = await enter({ token: secretOf(first.url), device: 'Phone of\nthe van' })
      assert.equal(session.status, 201)
      assert.equal(session.json.data.driverKey, driver.key)
      assert.equal(session.json.data.driverName, driver.name)
      assert.equal((await callerAs(service.url, session.json.data.token)(getDriveDay)).data.driver.key, driver.key)
      assertProblem(await enter({ token: secretOf(first.url) }), 'UNAUTHORIZED')
      assertProblem(await enter({ code: first.code }), 'UNAUTHORIZED')
      const second = await linked()
      const typed = second.code.toLowerCase().replace(/^(....)/, ' $1-')
      assert.equal((await enter({ code: typed })).status, 201)
      assertProblem(await enter({ code: second.code }), 'UNAUTHORIZED')
      assertProblem(await enter({ token: secretOf(second.url) }), 'UNAUTHORIZED')
    })

    test('a device of a driver is not registered by an earlier or expired link', async () => {
      const { service, tenant, linked, enter, secretOf } = await scene()
      const early = await linked()
      const late = await linked()
      assertProblem(await enter({ code: early.code }), 'UNAUTHORIZED')
      assertProblem(await enter({ token: secretOf(early.url) }), 'UNAUTHORIZED')
      const hours = (Date.parse(late.urlExpires) - Date.now()) / 3_600_000
      const minutes = (Date.parse(late.codeExpires) - Date.now()) / 60_000
      assert.ok(Math.abs(hours - driveLimits.linkHours) < 0.1 && Math.abs(minutes - driveLimits.codeMinutes) < 2)
      const past = '2026-01-01T00:00:00Z'
      const { environmentId } = tenant
      await writeBehind(service.config, async (tx) =>
        tx.run(sql`update driver_links set expires = ${past} where environment_id = ${environmentId}`),
      )
      assertProblem(await enter({ code: late.code }), 'UNAUTHORIZED')
      assertProblem(await enter({ token: secretOf(late.url) }), 'UNAUTHORIZED')
    })

    /** All get as far as the driver, who is held until then. */
    const atOnce = async ({ service, tenant, driver }: Awaited<ReturnType<typeof scene>>, bodies: object[]) => {
      // Not `request`: it would come again when others are in the way.
      const enter = async (body: object) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        const answer = await fetch(new URL('/v1/drive/session', service.url), init)
        return {
          status: answer.status,
          data: ((await answer.json()) as { data: { token: string; deviceId: string } }).data,
        }
      }
      const { environmentId } = tenant
      const { answers } = await writeBehind(service.config, async (tx) => {
        await tx.run(
          sql`update drivers set version = version where environment_id = ${environmentId} and key = ${driver.key}`,
        )
        const all = Promise.all(bodies.map(enter))
        await setTimeout(500)
        return { answers: all }
      })
      return answers
    }

    test('a device of a driver is registered once by three concurrent uses of a link and code', async () => {
      const known = await scene()
      const { url, code } = await known.linked()
      const answers = await atOnce(known, [{ code }, { token: known.secretOf(url) }, { code }])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401])
    })

    test('a device that lost the response to its registration receives it again, with the same secret', async () => {
      const known = await scene()
      const { service, tenant, driver, linked, enter, secretOf } = known
      const { url, code } = await linked()
      const deviceSecret = createSecret()
      const byLink = { token: secretOf(url), deviceSecret }
      // The second try may come while the first is on its way, and with the code where the link seemed not to work.
      const answers = await atOnce(known, [byLink, byLink, { code, deviceSecret }])
      const { data } = answers[0]!
      for (const answer of [...answers, { status: 201, data: (await enter(byLink)).json.data }])
        assert.deepEqual(answer, { status: 201, data })
      await callerAs(service.url, data.token)(getDriveDay)
      const devices = async () => (await tenant.call(listDriverDevices, { query: { key: driver.key } })).data
      assert.deepEqual(
        (await devices()).map(({ deviceId }) => deviceId),
        [data.deviceId],
      )
      const others = [{}, { deviceSecret: createSecret() }].flatMap((own) => [
        { token: byLink.token, ...own },
        { code, ...own },
      ])
      for (const body of others) assertProblem(await enter(body), 'UNAUTHORIZED')
      assertProblem(await enter({ token: byLink.token, deviceSecret: 'short' }), 'BAD_REQUEST', ['/deviceSecret'])
      const { environmentId } = tenant
      const kept = await writeBehind(service.config, async (tx) => [
        ...(await tx.all(sql`select * from driver_links where environment_id = ${environmentId}`)),
        ...(await tx.all(sql`select * from driver_devices where environment_id = ${environmentId}`)),
      ])
      assert.equal(kept.length, 3)
      assert.ok(!JSON.stringify(kept).includes(deviceSecret))
      // By another link it is another device, whatever it made itself; the link before leads nowhere then.
      const next = await enter({ code: (await linked()).code, deviceSecret })
      assert.notEqual(next.json.data.deviceId, data.deviceId)
      assertProblem(await enter(byLink), 'UNAUTHORIZED')
    })

    test('a device of a driver is not registered again after its revocation with the same link', async () => {
      const { tenant, driver, linked, enter } = await scene()
      const body = { code: (await linked()).code, deviceSecret: createSecret() }
      const { deviceId } = (await enter(body)).json.data
      await tenant.call(endDriverDevice, { params: { deviceId }, query: { key: driver.key } })
      assertProblem(await enter(body), 'UNAUTHORIZED')
    })

    test('a device of a driver is authenticated only by its secret', async () => {
      const { service, tenant, driver, enter } = await scene()
      const other = await fresh()
      const device = await letIn(service, tenant, driver.key)
      const [, deviceId, secret] = device.token.split('.')
      const foreign = `${other.environmentId}.${deviceId}.${secret}`
      const changed = `${device.token.slice(0, -1)}${device.token.endsWith('A') ? 'B' : 'A'}`
      for (const token of [foreign, changed, tenant.token, 'garbage', ''])
        await isRefused(callerAs(service.url, token)(getDriveDay))
      // Nor does it get anywhere else.
      for (const path of ['/v1/consignments', '/v1/drivers', '/v1/environment', '/v1/me'])
        assertProblem(
          await request(service.url, 'GET', path, { headers: { authorization: `Bearer ${device.token}` } }),
          'UNAUTHORIZED',
        )
      for (const body of [{}, { token: 'a', code: 'b' }]) assertProblem(await enter(body), 'BAD_REQUEST')
      for (const body of [{ token: 'a' }, { code: 'OOOOOOOO' }, { code: '' }])
        assertProblem(await enter(body), 'UNAUTHORIZED')
    })

    test('a device is listed, and revoked by the planner, by itself, after a time or by newer devices', async () => {
      const { service, tenant, driver } = await scene()
      const query = { key: driver.key }
      const list = async () => (await tenant.call(listDriverDevices, { query })).data.map(({ deviceId }) => deviceId)
      const [first, second, third] = [
        await letIn(service, tenant, driver.key),
        await letIn(service, tenant, driver.key),
        await letIn(service, tenant, driver.key),
      ]
      assert.deepEqual(new Set(await list()), new Set([first!.deviceId, second!.deviceId, third!.deviceId]))
      await tenant.call(endDriverDevice, { params: { deviceId: first!.deviceId }, query })
      await isRefused(first!.call(getDriveDay))
      await assert.rejects(tenant.call(endDriverDevice, { params: { deviceId: first!.deviceId }, query }), {
        code: 'NOT_FOUND',
      })
      await second!.call(closeDriveSession)
      await isRefused(second!.call(getDriveDay))
      const { environmentId } = tenant
      await writeBehind(service.config, async (tx) =>
        tx.run(
          sql`update driver_devices set expires = '2026-01-01T00:00:00Z', last_used = '2026-01-01T00:00:00Z' where environment_id = ${environmentId}`,
        ),
      )
      await isRefused(third!.call(getDriveDay))
      for (let count = 0; count < driveLimits.devices; count++) await letIn(service, tenant, driver.key)
      const kept = await list()
      assert.equal(kept.length, driveLimits.devices)
      assert.ok(!kept.includes(third!.deviceId))
      const types = (await tenant.call(listEvents, { query: { types: 'device.*' } })).data.events
      assert.equal(types.filter(({ type }) => type === 'device.created').length, 13)
      assert.equal(types.filter(({ type }) => type === 'device.ended').length, 3)
      assert.deepEqual(new Set(types.map(({ record }) => record.key)), new Set([driver.key]))
    })

    test('the time of last use of a device is exact to the hour, and keeps the device registered', async () => {
      const { service, tenant, driver } = await scene()
      const device = await letIn(service, tenant, driver.key)
      const { environmentId } = tenant
      const ago = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 19)}Z`
      await writeBehind(service.config, async (tx) =>
        tx.run(sql`update driver_devices set last_used = ${ago} where environment_id = ${environmentId}`),
      )
      await device.call(getDriveDay)
      const read = async () => (await tenant.call(listDriverDevices, { query: { key: driver.key } })).data[0]!
      await until('the use is written down', async () => (await read()).lastUsed > ago)
      assert.match((await read()).lastUsed, /:00:00Z$/)
    })

    test('a device of a driver is revoked, with its link, when its driver is deactivated or deleted', async () => {
      const { service, tenant, driver, linked, enter } = await scene()
      const device = await letIn(service, tenant, driver.key)
      const { code } = await linked()
      await tenant.call(updateDriver, { query: { key: driver.key }, body: { active: false } })
      await isRefused(device.call(getDriveDay))
      assertProblem(await enter({ code }), 'UNAUTHORIZED')
      await assert.rejects(linked(), { code: 'NOT_FOUND' })
      await tenant.call(updateDriver, { query: { key: driver.key }, body: { active: true } })
      // Whoever comes back is let in anew.
      await isRefused(device.call(getDriveDay))
      const again = await letIn(service, tenant, driver.key)
      await again.call(getDriveDay)
      await tenant.call(deleteDriver, { query: { key: driver.key } })
      await isRefused(again.call(getDriveDay))
      await assert.rejects(linked(), { code: 'NOT_FOUND' })
    })

    test('the reset of a sandbox deletes all data of its devices', async () => {
      const { service, tenant } = await scene()
      const device = await aDevice(service, tenant)
      await tenant.call(resetEnvironment)
      await isRefused(device.call(getDriveDay))
    })

    // The last one: an environment of another test may have the same place in its codes.
    test('a guessed code does not register a device, and the number of guesses is limited', async () => {
      const { service, tenant, linked, secretOf } = await scene()
      const place = getCodePrefix(tenant.environmentId)
      const enterFrom = (address: string, body: object) =>
        request(service.url, 'POST', '/v1/drive/session', { body, headers: { 'x-forwarded-for': address } })
      const guess = (address: string, code: string) => enterFrom(address, { code })
      /** A request that comes again on a busy machine counts twice: so there may be a few less than the limit. */
      const ends = async (least: number, most: number, addressOf: (tries: number) => string) => {
        for (let tries = 1; ; tries++) {
          const answer = await guess(addressOf(tries), `${place}AAAAAA`)
          if (answer.status === 429 && tries > least) return answer
          assertProblem(answer, 'UNAUTHORIZED')
          assert.ok(tries <= most)
        }
      }
      const limited = await ends(17, 20, () => '10.0.0.1')
      assertProblem(limited, 'RATE_LIMITED')
      assert.ok(limited.headers.has('retry-after'))
      // From many addresses: those of one environment are limited together.
      assertProblem(await ends(74, 83, (tries) => `10.0.1.${tries}`), 'RATE_LIMITED')
      const other = place === 'AA' ? 'BB' : 'AA'
      assertProblem(await guess('10.0.2.1', `${other}AAAAAA`), 'UNAUTHORIZED')
      const { code, url } = await linked()
      assert.equal(code.slice(0, 2), place)
      // Nobody guesses a link: wrong ones are refused as such, and a right one is let in whatever was typed there before.
      const wrongLink = { token: `${tenant.environmentId}.${'A'.repeat(43)}` }
      for (let tries = 0; tries < 25; tries++) assertProblem(await enterFrom('10.0.0.1', wrongLink), 'UNAUTHORIZED')
      assertProblem(await guess('10.0.0.1', code), 'RATE_LIMITED')
      assert.equal((await enterFrom('10.0.0.1', { token: secretOf(url) })).status, 201)
    })
  },
  { isAlone: true },
)
