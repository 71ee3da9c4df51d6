// Files in a bucket of S3-compatible storage.
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Files, StoredFile } from '../core/services.ts'
import { unavailable } from '../database/database.ts'
import { checkedName, partsOf } from './name.ts'

export interface BucketOptions {
  /** Of the bucket itself, whether its name is part of the host or of the path. */
  url: string
  region: string
  keyId: string
  secret: string
}

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  body?: Uint8Array
  /** Whether the body of the answer is read only as fast as somebody takes it: the time is then that until it begins. */
  isTakenSlowly?: true
}

const timeoutMs = 30_000
const attemptsMax = 3
const pauseMs = 200

export function openBucket({ url, region, keyId, secret }: BucketOptions): Files {
  const base = url.replace(/\/+$/, '')
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const urlOf = (name: string) => `${base}/${checkedName(name)}`
  const ask = (request: BucketRequest) => answerOf(signer, request)
  const find = async (request: BucketRequest): Promise<Response | undefined> => {
    const answer = await ask(request)
    if (answer.status === 404 && !(await isBucketMissing(answer))) return undefined
    await expectDone(answer)
    return answer
  }
  return {
    async put(name, bytes) {
      await expectDone(await ask({ method: 'PUT', url: urlOf(name), body: bytes }))
    },
    async get(name) {
      const answer = await find({ method: 'GET', url: urlOf(name) })
      return answer && new Uint8Array(await answer.arrayBuffer().catch(cutOff))
    },
    async open(name) {
      const answer = await find({ method: 'GET', url: urlOf(name), isTakenSlowly: true })
      if (!answer) return undefined
      const length = answer.headers.get('content-length')
      return {
        bytes: length === null ? undefined : Number(length),
        chunks: answer.body ?? new Blob().stream(),
      }
    },
    async remove(name) {
      const answer = await ask({ method: 'DELETE', url: urlOf(name) })
      if (answer.status !== 404 || (await isBucketMissing(answer))) await expectDone(answer)
    },
    async list(from) {
      const query = new URLSearchParams({ 'list-type': '2', ...(from === undefined ? {} : { 'start-after': from }) })
      const answer = await ask({ method: 'GET', url: `${base}?${query}` })
      await expectDone(answer)
      return pageOf(await answer.text().catch(cutOff))
    },
  }
}

/** What may pass is tried again: a file that was put, got or removed twice is the same as once. */
async function answerOf(signer: AwsClient, { method, url, body, isTakenSlowly }: BucketRequest): Promise<Response> {
  // Signed with the request, so that nothing but these bytes is stored.
  const headers = { 'x-amz-content-sha256': hash('sha256', body ?? '') }
  for (let attempt = 1; ; attempt++) {
    const request = { method, headers, ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}) }
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs).unref()
    let failure: unknown
    const answer = await signer
      .fetch(url, { ...request, redirect: 'error', signal: late.signal })
      .catch((error: unknown) => {
        failure = error
        return undefined
      })
    if (isTakenSlowly) clearTimeout(timer)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    await answer?.body?.cancel()
    if (attempt === attemptsMax) throw outOfReach(answer ? new Error(`It answered ${answer.status}.`) : failure)
    await sleep(pauseMs * attempt)
  }
}

const outOfReach = (cause: unknown) => unavailable('The storage for files cannot be reached.', cause)
const cutOff = (error: unknown): never => {
  throw outOfReach(error)
}

/** Told apart from a file that is not there: it would look as if all of them were lost. */
const isBucketMissing = async (answer: Response): Promise<boolean> =>
  (await answer.clone().text()).includes('<Code>NoSuchBucket</Code>')

async function expectDone(answer: Response): Promise<void> {
  if (answer.ok) return
  const code = /<Code>(\w{1,64})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1]
  throw new Error(`The storage for files answered ${answer.status}${code === undefined ? '' : ` (${code})`}.`)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const textIn = (xml: string, element: string): string =>
  (new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '').replace(
    /&\w+;/g,
    (entity) => entities[entity] ?? entity,
  )

function pageOf(xml: string): { files: StoredFile[]; next: string | undefined } {
  const all = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    name: textIn(entry!, 'Key'),
    bytes: Number(textIn(entry!, 'Size')),
    storedMs: Temporal.Instant.from(textIn(entry!, 'LastModified')).epochMilliseconds,
  }))
  return {
    // What others keep in the same bucket is theirs.
    files: all.filter(({ name }) => partsOf(name) !== undefined),
    next: textIn(xml, 'IsTruncated') === 'true' ? all.at(-1)?.name : undefined,
  }
}
