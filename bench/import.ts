// Orders in bulk: what a row of a stream costs beside single requests, and the memory that a long stream takes.
import { importStream } from '../client/rows.ts'
import { startDriver } from './load.ts'
import { cpuSeconds, measure, residentBytes } from './measure.ts'
import { orderOf, requests } from './orders.ts'
import { startService, temporaryFolder } from './processes.ts'
import { openTenant } from './tenant.ts'

export interface Way {
  name: string
  perSecond: number
  cpuMicros: number
}
export interface Imported {
  rows: number
  ways: Way[]
  seconds: number
  /** Bytes before the stream, and at its peak within its first and its second half. */
  resident: { before: number; firstHalf: number; secondHalf: number }
}

const sampleMs = 25

export async function measureImport(
  { rows, seconds }: { rows: number; seconds: number },
  log: (line: string) => void,
): Promise<Imported> {
  const service = await startService(temporaryFolder())
  const driver = await startDriver()
  const tenant = await openTenant(service)
  const slice = async (name: string, connections: number): Promise<Way> => {
    const groups = [{ name, connections, template: requests.post(tenant.token) }]
    const load = { groups, ids: [], keys: [], seconds, requestsMax: 10_000_000 }
    const { perSecond, cpuMicros } = await measure(driver, service, load)
    log(`${name}: ${Math.round(perSecond)}/s, ${cpuMicros.toFixed(0)} µs`)
    return { name, perSecond, cpuMicros }
  }
  await slice('warming up', 64)
  const alone = await slice('POST, one connection', 1)
  const together = await slice('POST, 64 connections', 64)

  function* orders() {
    for (let n = 0; n < rows; n++) yield orderOf(`IMPORT-${n}`)
  }
  const resident = { before: residentBytes(service.pid), firstHalf: 0, secondHalf: 0 }
  let done = 0
  const sampler = setInterval(() => {
    const half = done < rows / 2 ? 'firstHalf' : 'secondHalf'
    resident[half] = Math.max(resident[half], residentBytes(service.pid))
  }, sampleMs)
  const cpuBefore = cpuSeconds(service.pid)
  const began = performance.now()
  for await (const { status } of importStream({ baseUrl: service.url, token: tenant.token }, orders())) {
    if (status !== 'created') throw new Error(`The row ${done} was ${status}.`)
    done++
  }
  const took = (performance.now() - began) / 1_000
  clearInterval(sampler)
  const stream: Way = {
    name: 'rows of a stream',
    perSecond: rows / took,
    cpuMicros: ((cpuSeconds(service.pid) - cpuBefore) * 1e6) / rows,
  }
  log(`${stream.name}: ${Math.round(stream.perSecond)}/s, ${stream.cpuMicros.toFixed(0)} µs`)
  await service.stop()
  return { rows, ways: [alone, together, stream], seconds: took, resident }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

export function importTable({ rows, ways, seconds, resident }: Imported): string {
  const stream = ways.at(-1)!
  const lines = ways.map(
    ({ name, perSecond, cpuMicros }) =>
      `| ${name} | ${Math.round(perSecond)} | ${(stream.perSecond / perSecond).toFixed(1)} | ` +
      `${cpuMicros.toFixed(0)} | ${(cpuMicros / stream.cpuMicros).toFixed(1)} |`,
  )
  return [
    '| | orders/s | the stream is … times as fast | CPU µs/order | … times as cheap |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    `${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s; resident memory ${megabytes(resident.before)} ` +
      `before, at most ${megabytes(resident.firstHalf)} in the first half of the stream and ` +
      `${megabytes(resident.secondHalf)} in the second.`,
  ].join('\n')
}
