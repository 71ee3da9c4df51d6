// A mailbox for the tests: a small SMTP server that keeps what it is sent.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './until.ts'

export interface Letter {
  to: string
  text: string
  /** As it came, but for its line ends. */
  raw: string
}
export interface Mailbox {
  letters: Letter[]
  /** What a service is started with to send here. */
  flags(): { mailUrl: string; mailFrom: string; mailAllowPlain: boolean }
  /** Nobody is known here. */
  refusing: boolean
  /** What is said of a recipient instead of taking the letter, such as `451 later`. */
  replies: Map<string, string>
  /** What is said to a command instead of `250 ok`, such as `MAIL` and `550 who are you`. */
  answers: Map<string, string>
  /** What is offered, such as `AUTH PLAIN`. */
  offers: string[]
  /** Commands as they came. */
  heard: string[]
  /** Recipients whose next letters are taken without a word, and how many: the connection ends. */
  cuts: Map<string, number>
  /** While it is there, letters are read and not taken yet. */
  held: PromiseWithResolvers<void> | undefined
  holding: number
  /** How long it takes to take a letter. */
  takesMs: number
  /** The newest to this address, once it is there. */
  letterTo(address: string, about?: RegExp): Promise<Letter>
}

/** For the tests of this file. */
export function openMailbox(): Mailbox {
  const { mailbox, listen, close } = createMailbox()
  before(listen)
  after(close)
  return mailbox
}

export function createMailbox() {
  const server = createServer((socket) => receive(mailbox, socket))
  const mailbox: Mailbox = {
    letters: [],
    flags: () => ({
      mailUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      mailFrom: 'Dray <dray@example.com>',
      mailAllowPlain: false,
    }),
    refusing: false,
    replies: new Map(),
    answers: new Map(),
    offers: [],
    heard: [],
    cuts: new Map(),
    held: undefined,
    holding: 0,
    takesMs: 0,
    async letterTo(address, about = /^/) {
      const find = () => mailbox.letters.findLast(({ to, text }) => to === address && about.test(text))
      await until(`a letter to ${address} has come`, () => find() !== undefined)
      return find()!
    },
  }
  return {
    mailbox,
    async listen(): Promise<void> {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    },
    close: () => void server.close(),
  }
}

/** As much of RFC 5321 as a sender needs. */
function receive(mailbox: Mailbox, socket: Socket): void {
  let to = ''
  let data: string | undefined
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    if (data !== undefined) {
      if (line !== '.') data += `${line.replace(/^\./, '')}\n`
      else {
        const letter = { to, text: data.replaceAll('=\n', ''), raw: data }
        data = undefined
        if (mailbox.held) mailbox.holding++
        Promise.all([mailbox.held?.promise, sleep(mailbox.takesMs)]).then(() => {
          mailbox.letters.push(letter)
          const cuts = mailbox.cuts.get(letter.to) ?? 0
          mailbox.cuts.set(letter.to, cuts - 1)
          if (cuts > 0) socket.destroy()
          else say('250 taken')
        })
      }
      return
    }
    mailbox.heard.push(line)
    const verb = /^[a-z]*/i.exec(line)![0].toUpperCase()
    const answer = mailbox.answers.get(verb)
    if (answer !== undefined) say(answer)
    else if (verb === 'EHLO')
      for (const [index, each] of ['test', ...mailbox.offers].entries())
        say(`250${index < mailbox.offers.length ? '-' : ' '}${each}`)
    else if (/^RCPT TO:/i.test(line)) {
      to = /<(.*)>/.exec(line)![1]!
      say(mailbox.refusing ? '550 nobody here' : (mailbox.replies.get(to) ?? '250 ok'))
    } else if (/^DATA/i.test(line)) {
      data = ''
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) command(line)
  })
  socket.on('error', () => undefined)
  say('220 test ESMTP')
}

export const tokenIn = ({ text }: Letter): string => /\/welcome#([\w-]{43})/.exec(text)![1]!

/** The headers of a letter by their names in lower case, folded lines made whole and words decoded. */
export function headersOf({ raw }: Letter): Map<string, string> {
  const [head] = raw.split('\n\n', 1)
  const lines = head!.replace(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodedWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
}

const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
const quoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The content of the first part of this type, wherever it is in the letter. */
export function partOf({ raw }: Letter, type: string): string | undefined {
  const at = raw.search(new RegExp(`^content-type: ${type}`, 'im'))
  if (at === -1) return undefined
  const start = raw.indexOf('\n\n', at)
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(raw.slice(raw.lastIndexOf('\n\n', at) + 1, start))?.[1]
  // A line of what is said may begin with two hyphens, too: that of a link that was broken before them.
  const ends = raw
    .matchAll(/boundary="([^"]+)"/g)
    .map(([, boundary]) => raw.indexOf(`\n--${boundary}`, start))
    .filter((end) => end !== -1)
  const content = raw.slice(start + 2, Math.min(...ends, raw.length))
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(content) : content
}
