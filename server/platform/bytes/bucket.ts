// Stores files in a bucket of S3-compatible storage. Error messages contain its codes, and no text that it sends or
// receives.
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { createUnavailableError, isUnavailable } from '../database/database.ts'
import { describeConnectionError } from '../error/reason.ts'
import type { FileStorage, StoredFile } from '../operation/services.ts'
import { checkFileName, parseFileName } from './name.ts'

export interface BucketOptions {
  /** URL of the bucket, whose name is part of the host or of the path. */
  url: string
  region: string
  keyId: string
  secret: string
  /** Time limit in milliseconds: for all attempts until a response begins, and between two chunks of the response. */
  limitMs?: number
}

interface Bucket {
  signer: AwsClient
  region: string
  limitMs: number
}

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  body?: Uint8Array
  /** Aborts when the caller no longer needs the result. */
  abortSignal?: AbortSignal | undefined
}

const usualLimitMs = 10_000
/** Lowest accepted speed of an upload to a bucket, which sets its deadline. */
const bytesPerSecondMin = 524_288
const attemptsMax = 3
const pauseMs = 200

export function openBucket({ url, region, keyId, secret, limitMs = usualLimitMs }: BucketOptions): FileStorage {
  const base = url.replace(/\/+$/, '')
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const bucket: Bucket = { signer, region, limitMs }
  const urlOf = (name: string) => `${base}/${checkFileName(name)}`
  /** Finds a file. Returns undefined if it does not exist. */
  const find = async (request: BucketRequest): Promise<Response | undefined> => {
    const answer = await answerOf(bucket, request)
    if (answer.ok) return answer
    const refusal = await refusalOf(bucket, answer)
    // A missing bucket is an error. Otherwise, all files would seem to be lost.
    if (answer.status === 404 && refusal.code !== 'NoSuchBucket') return undefined
    throw refused(refusal)
  }
  const expect = async (request: BucketRequest): Promise<Response> => {
    const answer = await answerOf(bucket, request)
    if (answer.ok) return answer
    throw refused(await refusalOf(bucket, answer))
  }
  return {
    async put(name, bytes) {
      await expect({ method: 'PUT', url: urlOf(name), body: bytes })
    },
    async get(name, abortSignal) {
      const answer = await find({ method: 'GET', url: urlOf(name), abortSignal })
      return answer && new Uint8Array(await answer.arrayBuffer())
    },
    async open(name, abortSignal) {
      const answer = await find({ method: 'GET', url: urlOf(name), abortSignal })
      if (!answer) return undefined
      const length = answer.headers.get('content-length')
      return {
        bytes: length === null ? undefined : Number(length),
        chunks: answer.body ?? new Blob().stream(),
      }
    },
    async remove(name) {
      await find({ method: 'DELETE', url: urlOf(name) })
    },
    async list(start) {
      const query = new URLSearchParams({ 'list-type': '2', ...(start === undefined ? {} : { 'start-after': start }) })
      return pageOf(await (await expect({ method: 'GET', url: `${base}?${query}` })).text())
    },
  }
}

const outOfReach = (cause: Error) => createUnavailableError('The storage for files cannot be reached.', cause)
const refused = (cause: Error) => createUnavailableError('The storage for files rejects the request.', cause)

/** Sends a request, and repeats it after temporary errors. Repeating is safe, because files never change. */
async function answerOf(bucket: Bucket, { method, url, body, abortSignal }: BucketRequest): Promise<Response> {
  // The signature covers the hash of the body, so that the bucket stores only these bytes.
  const signed = { 'x-amz-content-sha256': hash('sha256', body ?? '') }
  const request = { method, headers: signed, ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}) }
  const deadline = openDeadline(abortSignal)
  const timeMs = bucket.limitMs + ((body?.length ?? 0) / bytesPerSecondMin) * 1_000
  return deadline.run(timeMs, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      let failure: unknown
      try {
        // A redirect is reported as a failure, not followed. `fetch` gets the signal directly: a copied request loses
        // its signal once the first request is garbage collected.
        const signed = await bucket.signer.sign(url, request)
        const { status, headers, body } = await fetch(signed, { redirect: 'manual', signal })
        const answer = new Response(body && steady(body, deadline, bucket.limitMs), { status, headers })
        if (status < 500 && status !== 429) return answer
        failure = await refusalOf(bucket, answer)
      } catch (error) {
        signal.throwIfAborted()
        failure = error
      }
      if (attempt === attemptsMax) throw failure
      await sleep(pauseMs * attempt, undefined, { signal }).catch(() => {
        throw failure
      })
    }
  })
}

/** The deadline of a request to a bucket, and the signal that aborts it. */
interface Deadline {
  /** Runs work until its deadline. Throws the reason of an abort, or an error for the operator. */
  run<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

function openDeadline(abortSignal: AbortSignal | undefined): Deadline {
  const late = new AbortController()
  const signal = abortSignal ? AbortSignal.any([late.signal, abortSignal]) : late.signal
  return {
    async run(ms, work) {
      const silent = new Error(`nothing came from it for ${Math.round(ms / 100) / 10} seconds`)
      const timer = setTimeout(() => late.abort(silent), ms).unref()
      try {
        return await work(signal)
      } catch (error) {
        abortSignal?.throwIfAborted()
        if (isUnavailable(error)) throw error
        if (isRefusal(error)) throw outOfReach(error)
        throw outOfReach(error === late.signal.reason ? silent : new Error(describeConnectionError(error)))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * Returns the bytes of a response with a time limit per chunk. The time counts only while a chunk is requested, so that
 * a slow reader does not cause an error of the bucket.
 */
function steady(body: ReadableStream<Uint8Array>, deadline: Deadline, limitMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await deadline.run(limitMs, () => reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // No chunk is read in advance.
    { highWaterMark: 0 },
  )
}

interface Refusal extends Error {
  code: string | undefined
  isRefusal: true
}
const isRefusal = (error: unknown): error is Refusal => (error as Partial<Refusal> | null)?.isRefusal === true

/** Returns the refusal that an unsuccessful response describes. */
async function refusalOf(bucket: Bucket, answer: Response): Promise<Refusal> {
  const { status, headers } = answer
  const text = await answer.text()
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1]
  const regionText = headers.get('x-amz-bucket-region') ?? /<Region>([^<]*)<\/Region>/.exec(text)?.[1] ?? ''
  const region = /^[\w-]{1,64}$/.test(regionText) && regionText !== bucket.region ? regionText : undefined
  const origin = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '')?.origin : undefined
  const hint = region ? `, and the bucket is in the region ${region}` : origin ? `, and leads to ${origin}` : ''
  const message = `it answered ${status}${code === undefined ? '' : ` (${code})`}${hint}`
  return Object.assign(new Error(message), { code, isRefusal: true as const })
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const textIn = (xml: string, element: string): string =>
  (new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '').replace(
    /&\w+;/g,
    (entity) => entities[entity] ?? entity,
  )

function pageOf(xml: string): { files: StoredFile[]; next: string | undefined } {
  const listedFiles = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    name: textIn(entry!, 'Key'),
    bytes: Number(textIn(entry!, 'Size')),
    storedMs: Temporal.Instant.from(textIn(entry!, 'LastModified')).epochMilliseconds,
  }))
  return {
    // Ignores files of other programs in the same bucket.
    files: listedFiles.filter(({ name }) => parseFileName(name) !== undefined),
    next: textIn(xml, 'IsTruncated') === 'true' ? listedFiles.at(-1)?.name : undefined,
  }
}
