// A bucket of S3-compatible storage on loopback: checks signatures by the rules of the protocol, pages its lists, and fails when it is told to.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onLoopback } from './loopback.ts'

interface Stored {
  bytes: Buffer
  stored: string
}
export interface BucketServer {
  /** Of the bucket. */
  url: string
  keyId: string
  secret: string
  region: string
  objects: Map<string, Stored>
  /** What the next requests are answered with instead: a status, 0 to cut the connection, or as it is written here. */
  failures: (number | Misbehaviour)[]
  /** What all requests are answered with instead, while it is there. */
  always?: Misbehaviour | undefined
  requests: string[]
}

export type Misbehaviour = (response: ServerResponse) => void

/** As the protocol has it. */
export const refusing =
  (status: number, code: string, { headers = {}, more = '' } = {}): Misbehaviour =>
  (response) =>
    void response.writeHead(status, headers).end(`<Error><Code>${code}</Code>${more}</Error>`)
/** Takes the request, and never says anything. */
export const hanging: Misbehaviour = () => undefined
/** Begins with some bytes of many, and never goes on. */
export const stalling =
  (bytes: number): Misbehaviour =>
  (response) =>
    void response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(bytes))
/** Sends one byte every 100 ms, so that no read times out and the response does not end during a test. */
export const dripping: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-length': 1_000_000 })
  const dripping = setInterval(() => response.write('x'), 100)
  response.on('close', () => clearInterval(dripping))
}

const bucket = 'dray-files'
const [keyId, secret, region] = ['AKTESTKEY', 'a secret of the test', 'eu-test-1']
const pageSize = 3

export async function startBucket(t: { after(fn: () => unknown): void }): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map()
  const failures: BucketServer['failures'] = []
  const requests: string[] = []
  const state: Pick<BucketServer, 'always'> = {}
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    const { pathname, searchParams } = new URL(request.url!, 'http://x')
    requests.push(`${request.method} ${pathname}`)
    const failure = failures.shift() ?? state.always
    if (typeof failure === 'function') return failure(response)
    if (failure === 0) return void request.socket.destroy()
    const answer = (status: number, content: string | Buffer = '') => void response.writeHead(status).end(content)
    const refuse = (status: number, code: string) => refusing(status, code)(response)
    if (failure !== undefined) return refuse(failure, 'InternalError')
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch')
    const [, named, key] = /^\/([^/]+)\/?(.*)$/.exec(pathname)!
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    if (key === '') return answer(200, listed(objects, searchParams.get('start-after') ?? ''))
    if (request.method === 'PUT') {
      objects.set(key!, { bytes: body, stored: new Date().toISOString() })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key!)
      return answer(204)
    }
    const found = objects.get(key!)
    return found ? answer(200, found.bytes) : refuse(404, 'NoSuchKey')
  })
  const url = `http://127.0.0.1:${await onLoopback(t, server)}/${bucket}`
  return Object.assign(state, { url, keyId, secret, region, objects, failures, requests })
}

function listed(objects: BucketServer['objects'], after: string): string {
  const keys = [...objects.keys()].sort().filter((key) => key > after)
  const entries = keys.slice(0, pageSize).map((key) => {
    const { bytes, stored } = objects.get(key)!
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${stored}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > pageSize}</IsTruncated>${entries.join('')}</ListBucketResult>`
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** AWS Signature Version 4 of a request with its headers. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, day, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKTESTKEY\/(\d{8})\/eu-test-1\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (signature === undefined || headers['x-amz-content-sha256'] !== sha256(body)) return false
  if (!signed!.split(';').includes('host') || !signed!.split(';').includes('x-amz-content-sha256')) return false
  const { pathname, searchParams } = new URL(url!, 'http://x')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...signed!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day!, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}
