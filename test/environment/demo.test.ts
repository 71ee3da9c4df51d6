// The demo is a single day, at whatever hour it is made.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Perform } from '../../server/core/operation.ts'
import { demoZone, seedDemo } from '../../server/environment/demo.ts'

/** The days of everything that it makes, as the plan shows them. */
async function daysOf(now: number): Promise<Set<string>> {
  const days = new Set<string>()
  const perform: Perform = async (id, { query = {}, body = {} }) => {
    if (id === 'getEnvironment') return { status: 200, body: '{"data":{"version":1}}' }
    if (id === 'getLoad') return { status: 200, body: '{"data":{"status":"planning"}}' }
    const { timezone } = query as { timezone?: string }
    for (const name of ['plannedStart', 'planned', 'requiredFrom', 'requiredTo']) {
      const time = (body as Record<string, string>)[name]
      if (time !== undefined && timezone !== undefined)
        days.add(
          Temporal.PlainDateTime.from(time).toZonedDateTime(timezone).withTimeZone(demoZone).toPlainDate().toString(),
        )
    }
    return { status: 200, body: '{"data":{}}' }
  }
  await seedDemo(perform, now)
  return days
}

test('all of it is on the day of its environment, also when it is still the day before in one of its zones', async () => {
  for (const [made, day] of [
    ['2026-01-01T12:00:00Z', '2026-01-01'],
    ['2026-01-01T23:30:00Z', '2026-01-02'],
    ['2026-07-01T22:30:00Z', '2026-07-02'],
  ] as const)
    assert.deepEqual([...(await daysOf(Date.parse(made)))], [day], made)
})
