// What readers notice of letters: how long reads take alone, and beside 10,000 letters an hour with the proof as a PDF.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../client/client.ts'
import { createConsignment } from '../contract/consignment.ts'
import { updateEnvironment } from '../contract/environment.ts'
import { sendPod } from '../contract/notice.ts'
import { putPod, putPodFile } from '../contract/pod.ts'
import { createMailbox, type Mailbox } from '../test/support/mailbox.ts'
import { anOrder } from '../test/support/orders.ts'
import { aPhoto, aPicture, newUuid } from '../test/support/pods.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { startDriver } from './load.ts'
import { mainThreadSeconds, median } from './measure.ts'
import { requests } from './orders.ts'
import { settings } from './postgres.ts'
import { startService, temporaryFolder } from './processes.ts'
import { table } from './report.ts'
import { openTenant } from './tenant.ts'
import type { Group, LoadResult } from './workload.ts'

export interface LettersOptions {
  postgres: boolean
  rounds: number
  sliceSeconds: number
}

const perHour = 10_000
/** Readers with a rest after every answer, as people and programs have it. */
const connections = 8
const restMs = 10
/** Each has a signature and a photo of some 200 KB, and is sent again and again. */
const proofs = 20
const photoSide = 450
/** In the queue at once, to see how many can be sent. */
const queued = 150
const patienceSeconds = 120

type Call = ReturnType<typeof createClient>['call']

/** Answers the ids of the proofs. */
async function fill(call: Call): Promise<string[]> {
  await call(updateEnvironment, { body: { notifications: { attachPdf: true } } })
  const podIds: string[] = []
  for (let number = 0; number < proofs; number++) {
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    const podId = newUuid()
    const photo = aPhoto(newUuid(), aPicture(`photo ${number}`, photoSide))
    const signature = aPhoto(newUuid(), aPicture(`signature ${number}`, 60))
    await call(putPod, {
      params: { podId },
      body: { consignmentId, outcome: 'success', photos: [photo.announced], signature: signature.announced },
    })
    for (const { announced, body } of [photo, signature])
      await call(putPodFile, { params: { podId, fileId: announced.fileId }, body })
    podIds.push(podId)
  }
  return podIds
}

/** The queue of one service, and the box that its letters end in. */
function letterBox(call: Call, podIds: string[], { letters }: Mailbox) {
  let asked = 0
  const send = () =>
    call(sendPod, {
      params: { podId: podIds[asked % podIds.length]! },
      body: { address: `letter-${asked++}@example.com` },
    })
  return {
    send,
    /** Answers how many came, once all that were asked for are there, each once. */
    async emptied(): Promise<number> {
      const late = performance.now() + patienceSeconds * 1_000
      while (letters.length < asked) {
        if (performance.now() > late) throw new Error(`${letters.length} of ${asked} letters came.`)
        await sleep(20)
      }
      const different = new Set(letters.map(({ to }) => to)).size
      if (different !== asked) throw new Error(`${asked} letters were asked for, and ${different} different ones came.`)
      if (!letters.every(({ raw }) => raw.includes('application/pdf'))) throw new Error('A letter has no PDF.')
      asked = 0
      return letters.splice(0).length
    },
    /** As the outcomes of a day come: one after the other, evenly. */
    async evenly(seconds: number): Promise<void> {
      const count = Math.round((seconds * perHour) / 3_600)
      const began = performance.now()
      const sent: Promise<unknown>[] = []
      for (let number = 0; number < count; number++) {
        await sleep(Math.max(0, began + (number * 3_600_000) / perHour - performance.now()))
        sent.push(send())
      }
      await Promise.all(sent)
    },
  }
}

interface Measured {
  alone: LoadResult
  beside: LoadResult
}

export async function measureLetters(options: LettersOptions, log: (line: string) => void): Promise<string> {
  const [load] = loadavg() as [number]
  const server = options.postgres ? await startPostgres(settings) : undefined
  const url = server && `${server.url}postgres`
  const { mailbox, listen, close } = createMailbox()
  await listen()
  const { mailUrl, mailFrom } = mailbox.flags()
  const mail = ['--mail-url', mailUrl, '--mail-from', mailFrom, '--log-level', 'error']
  const folder = temporaryFolder()
  const service = await startService(folder, [], [...mail, ...(url === undefined ? [] : ['--database-url', url])])
  const driver = await startDriver()
  const { token, fill: fillOrders } = await openTenant(service, url ?? folder)
  const keys = await fillOrders(driver, 1_000, 120)
  // On a machine that is busy with other things, the database may be, too.
  const { call } = createClient({ baseUrl: service.url, token, retries: 5 })
  const box = letterBox(call, await fill(call), mailbox)
  const groups: Group[] = [{ name: 'reads', connections, restMs, template: requests.getByKey(token) }]
  const run = () =>
    driver.run({ port: service.port, groups, ids: [], keys, seconds: options.sliceSeconds, requestsMax: 10_000_000 })
  await Promise.all([run(), box.evenly(options.sliceSeconds)])
  await box.emptied()
  const slices: Measured[] = []
  for (let round = 0; round < options.rounds; round++) {
    const alone = await run()
    const [beside] = await Promise.all([run(), box.evenly(options.sliceSeconds)])
    await box.emptied()
    slices.push({ alone, beside })
    log(`p99 ${[alone, beside].map(({ groups: [reads] }) => reads!.p99Ms.toFixed(2)).join(', ')} ms`)
  }
  const mainMs = await mainThreadMs(service.pid, box)
  const began = performance.now()
  await Promise.all(Array.from({ length: queued }, box.send))
  const most = ((await box.emptied()) * 3_600_000) / (performance.now() - began)
  await service.stop()
  await server?.stop()
  close()
  const words = [
    `Without a pause between them, ${(Math.round(most / 100) * 100).toLocaleString('en')} letters an hour.`,
    `A letter takes ${mainMs.toFixed(1)} ms of the processor from the thread that answers requests, with the ` +
      'request that asks for it.',
    `The load of the machine was ${load.toFixed(1)} before.`,
  ]
  return `${lettersTable(slices)}\n\n${words.join(' ')}`
}

const aloneSeconds = 20

/** Of one letter, at the same pace and without readers. It says as much on a machine that is busy with other things. */
async function mainThreadMs(pid: number, box: ReturnType<typeof letterBox>): Promise<number> {
  const idle = mainThreadSeconds(pid)
  await sleep(aloneSeconds * 500)
  const began = mainThreadSeconds(pid)
  await box.evenly(aloneSeconds)
  const letters = await box.emptied()
  return ((mainThreadSeconds(pid) - began - 2 * (began - idle)) * 1_000) / letters
}

function lettersTable(slices: Measured[]): string {
  const row = (name: string, of: (result: LoadResult) => number) => {
    const shown = (side: 'alone' | 'beside') => median(slices.map((slice) => of(slice[side]))).toFixed(2)
    const ratios = slices.map(({ alone, beside }) => of(beside) / of(alone)).toSorted((a, b) => a - b)
    const quarter = (share: number) => ratios[Math.floor((ratios.length - 1) * share)]!.toFixed(2)
    return [name, shown('alone'), shown('beside'), median(ratios).toFixed(2), `${quarter(0.25)}–${quarter(0.75)}`]
  }
  return table(
    ['reads', 'alone ms', 'beside letters ms', 'times', 'half of the rounds'],
    [
      row('p50', ({ groups: [reads] }) => reads!.p50Ms),
      row('p95', ({ groups: [reads] }) => reads!.p95Ms),
      row('p99', ({ groups: [reads] }) => reads!.p99Ms),
    ],
  )
}
