// Hands letters to the mail server, where one is named, and says what became of each.
import { asOneLine } from '../core/line.ts'
import type { Letter, Post, Posted } from '../core/services.ts'

const timeoutMs = 10_000
const messageMax = 500

export interface MailConfig {
  mailUrl: string
  mailFrom: string
}

export function createPost({ mailUrl, mailFrom }: MailConfig): Post | undefined {
  if (mailUrl === '') return undefined
  const sender = senderOf(mailFrom)
  // Loaded with the first mail: most starts send none.
  const transport = () =>
    import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: mailUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // What is sent is text of our own: nothing in it may fetch a file or a page.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
  let ready: ReturnType<typeof transport> | undefined
  return async (letter) => {
    ready ??= transport()
    try {
      await (await ready).sendMail(messageOf(letter, sender))
      return {}
    } catch (error) {
      return failureOf(error as MailError)
    }
  }
}

interface Sender {
  name: string
  address: string
}
/** `Name <address>`, or the address alone. */
function senderOf(mailFrom: string): Sender {
  const parts = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom)
  return parts
    ? { name: parts[1]!.trim().replace(/^"(.*)"$/, '$1'), address: parts[2]! }
    : { name: '', address: mailFrom.trim() }
}

/** Names and addresses as objects: text would be read for further addresses. No line of a header ends where we do not end it. */
function messageOf(letter: Letter, { name, address }: Sender) {
  const { to, subject, text, html, senderName, replyTo, messageId, headers, attachments = [] } = letter
  return {
    from: { name: asOneLine(senderName || name), address },
    to: { name: '', address: to },
    subject: asOneLine(subject),
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

interface MailError {
  code?: string
  responseCode?: number
  response?: string
  message: string
}
/** Only what is said of the address or of the letter is final; that the server knows no password of ours is not. */
const ofLetter: readonly (string | undefined)[] = ['EENVELOPE', 'EMESSAGE']

function failureOf({ code, responseCode, response, message }: MailError): Posted {
  const isFinal = responseCode !== undefined && responseCode >= 500 && ofLetter.includes(code)
  return {
    failure: isFinal ? 'refused' : 'failed',
    code: [code, responseCode].filter(Boolean).join(' '),
    message: asOneLine(response ?? message).slice(0, messageMax),
  }
}
