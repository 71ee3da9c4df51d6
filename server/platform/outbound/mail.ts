// Sends e-mails to the configured mail server, and reports the result of each.
import { Readable } from 'node:stream'
import { describeConnectionError } from '../error/reason.ts'
import type { EmailMessage, SendEmail } from '../operation/services.ts'
import { formatOneLine } from '../value/line.ts'
import { isLoopback } from '../value/loopback.ts'
import { describeMailFailure, type MailError } from './mail-failures.ts'

export interface MailConfig {
  mailUrl: string
  mailFrom: string
  mailAllowPlain: boolean
}

export interface MailTimes {
  /** Time limit for connection, encryption and greeting, in milliseconds. */
  connectMs: number
  /** Time limit until the e-mail itself begins, in milliseconds. */
  beginMs: number
  /**
   * Longest silence of the server from the e-mail on, in milliseconds. A server that checks the content may take its
   * time.
   */
  replyMs: number
}
/** Time limits of RFC 5321: a client that stops waiting earlier sends an e-mail twice. */
const patient: MailTimes = { connectMs: 10_000, beginMs: 30_000, replyMs: 10 * 60_000 }
/** Time limits for an e-mail whose result a person waits for. */
export const interactiveMailTimes: MailTimes = { ...patient, beginMs: 15_000, replyMs: 10_000 }

export function createPost(config: MailConfig, times = patient): SendEmail | undefined {
  if (config.mailUrl === '') return undefined
  const sender = senderOf(config.mailFrom)
  return async (letter) => {
    let isTransmitted = false
    try {
      // Loaded with the first e-mail, because most processes send none.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const message = new MailComposer(messageOf(letter, sender)).compile()
      // Addresses in the form of the message: few servers accept a non-ASCII domain.
      const envelope = message.getEnvelope()
      await connected(config, times, async (connection, begun) => {
        const recordTransmission = () => {
          isTransmitted = true
        }
        const body = Readable.from(watched(message.createReadStream(), begun, recordTransmission))
        await called((done) => connection.send(envelope, body, done))
      })
      return {}
    } catch (error) {
      return describeMailFailure(error as MailError, isTransmitted)
    }
  }
}

/** Checks the mail server without sending an e-mail. Returns why it would not accept one, or undefined. */
export async function testMailServer(config: MailConfig): Promise<string | undefined> {
  try {
    await connected(config, patient, async (connection) => connection.quit())
    return undefined
  } catch (error) {
    const { response, originalCode, message, code } = error as MailError
    if (response !== undefined) return formatOneLine(response)
    return originalCode === undefined ? `${message} (${code})` : describeConnectionError({ code: originalCode })
  }
}

type Connection = InstanceType<typeof import('nodemailer/lib/smtp-connection').default>

/** Opens a connection to the mail server, with TLS if possible, and signs in. `begun` runs when sending begins. */
async function connected(
  { mailUrl, mailAllowPlain }: MailConfig,
  { connectMs, beginMs, replyMs }: MailTimes,
  work: (connection: Connection, begun: () => void) => Promise<unknown>,
): Promise<void> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const { auth, ...server } = parseConnectionUrl(mailUrl)
  const connection = new SMTPConnection({
    ...server,
    // A password must not be sent unencrypted.
    requireTLS: auth !== undefined && !isLoopback(String(server.host)) && !mailAllowPlain,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: replyMs,
  })
  const failed = Promise.withResolvers<never>()
  connection.on('error', failed.reject)
  const late = () => failed.reject(Object.assign(new Error('No response in time.'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(late, beginMs)
  const run = async () => {
    await called((done) => connection.connect(done))
    if (auth && connection.allowsAuth) await called((done) => connection.login({ credentials: auth }, done))
    await work(connection, () => clearTimeout(timer))
  }
  try {
    await Promise.race([run(), failed.promise])
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

/** Calls back when the first byte is requested, and when the last one has been taken. */
async function* watched(source: AsyncIterable<Buffer>, begun: () => void, ended: () => void) {
  begun()
  yield* source
  ended()
}

interface Sender {
  name: string
  address: string
}
/** Parses `Name <address>`, or an address alone. */
function senderOf(mailFrom: string): Sender {
  const match = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom)
  return match
    ? { name: match[1]!.trim().replace(/^"(.*)"$/, '$1'), address: match[2]! }
    : { name: '', address: mailFrom.trim() }
}

/**
 * Builds the message of an e-mail. Names and addresses are objects, because a text could contain further addresses, and
 * no header value can contain a line break.
 */
function messageOf(letter: EmailMessage, { name, address }: Sender) {
  const { to, subject, text, html, senderName, replyTo, messageId, headers, attachments = [] } = letter
  return {
    // The message is text of Dray: it must not fetch a file or a page.
    disableFileAccess: true,
    disableUrlAccess: true,
    from: { name: formatOneLine(senderName || name), address },
    to: { name: '', address: to },
    subject: formatOneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    ...(messageId === undefined ? {} : { messageId: `<${messageId}@${address.slice(address.lastIndexOf('@') + 1)}>` }),
    ...(headers === undefined ? {} : { headers }),
    attachments: attachments.map(({ name: filename, type, content, contentId }) => ({
      filename,
      contentType: type,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
  }
}
