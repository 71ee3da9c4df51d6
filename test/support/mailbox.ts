// A mailbox for the tests: a small SMTP server that keeps what it is sent.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before } from 'node:test'
import { until } from './until.ts'

export interface Letter {
  to: string
  text: string
}
export interface Mailbox {
  letters: Letter[]
  /** What a service is started with to send here. */
  flags(): { mailUrl: string; mailFrom: string }
  /** Nobody is known here. */
  refusing: boolean
  /** While it is there, letters are read and not taken yet. */
  held: PromiseWithResolvers<void> | undefined
  holding: number
  /** The newest to this address, once it is there. */
  letterTo(address: string, about?: RegExp): Promise<Letter>
}

/** For the tests of this file. */
export function openMailbox(): Mailbox {
  const server = createServer((socket) => receive(mailbox, socket))
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())
  const mailbox: Mailbox = {
    letters: [],
    flags: () => ({
      mailUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      mailFrom: 'Dray <dray@example.com>',
    }),
    refusing: false,
    held: undefined,
    holding: 0,
    async letterTo(address, about = /^/) {
      const find = () => mailbox.letters.findLast(({ to, text }) => to === address && about.test(text))
      await until(`a letter to ${address} has come`, () => find() !== undefined)
      return find()!
    },
  }
  return mailbox
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
        const letter = { to, text: data.replaceAll('=\n', '') }
        data = undefined
        if (mailbox.held) mailbox.holding++
        Promise.resolve(mailbox.held?.promise).then(() => {
          mailbox.letters.push(letter)
          say('250 taken')
        })
      }
    } else if (/^(EHLO|HELO)/i.test(line)) say('250 test')
    else if (/^RCPT TO:/i.test(line)) {
      to = /<(.*)>/.exec(line)![1]!
      say(mailbox.refusing ? '550 nobody here' : '250 ok')
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
