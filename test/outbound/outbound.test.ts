// The client for addresses that somebody else has named: where it connects to, and how little it lets a receiver do.
import assert from 'node:assert/strict'
import { setGlobalProxyFromEnv } from 'node:http'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createOutbound, type OutboundOptions } from '../../server/platform/outbound/client.ts'
import { certificate } from '../support/certificate.ts'
import { onLoopback } from '../support/loopback.ts'
import { behaviours, startReceiver } from '../support/receiver.ts'

const strict: OutboundOptions = { allowHttp: false, allowNets: [], denyNets: [], timeoutMs: 10_000 }
const local: OutboundOptions = { ...strict, allowHttp: true, allowNets: ['127.0.0.0/8'] }
const post = (url: string) => ({ method: 'POST' as const, url, headers: { 'content-type': 'text/plain' }, body: 'x' })

/** All of them lead to this machine or its neighbours, or are not what a receiver's URL looks like. */
const targets = (port: number): string[] =>
  [
    ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255'],
    ...['100.64.0.1', '100.127.255.254', '169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.254'],
    ...['192.168.0.1', '192.168.255.254', '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
    ...[
      '198.19.255.254',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
    ],
    // Loopback as other programs spell it.
    ...['2130706433', '0x7f000001', '017700000001', '0x7f.0.0.1', '0177.0.0.1', '127.1', '127.0.1', '0x7f.1', '0177.1'],
    ...['127.0.0.1.', '0', '0x0', '00000177.0.0.1', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '①②⑦.0.0.1'],
    // And a public one spelled oddly: what is unclear is refused.
    ...['134744072', '0x08080808', '8.8.2056', '010.8.8.8'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'ｌocalhost'],
    ...[
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
    ],
    ...['[fc00::1]', '[fd12:3456:789a::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[ff0e::1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[2002:7f00:1::1]', '[2002:a00:1::]'],
    ...[
      '[2001::1]',
      '[2001:0:7f00:1::]',
      '[2001:2::1]',
      '[2001:10::1]',
      '[2001:db8::1]',
      '[3fff::1]',
      '[100::1]',
      '[5f00::1]',
    ],
  ].flatMap((host) => [`https://${host}:${port}/`])

const malformed = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://example.com/`,
  `ftp://example.com/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/_x`,
  `//127.0.0.1:${port}/`,
  `https:/127.0.0.1:${port}/`,
  `https:127.0.0.1:${port}/`,
  `https:\\\\127.0.0.1:${port}\\`,
  `https://user@example.com/`,
  `https://user:password@example.com/`,
  `https://example.com@127.0.0.1:${port}/`,
  `https://@127.0.0.1:${port}/`,
  `https://example.com\t@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}\n/`,
  ` https://127.0.0.1:${port}/`,
  `https://example.com:22/`,
  `https://example.com:25/`,
  `https://example.com:80/`,
  `https://example.com:0/`,
  `https://example.com/#fragment`,
  `https://exa mple.com/`,
  `https://`,
  `https://[::1/`,
  `https://[fe80::1%25lo]:${port}/`,
  `https://example.com/${'x'.repeat(2_048)}`,
  '',
]

test('requests to addresses of this machine and its network are rejected, in any spelling', async (t) => {
  const receiver = await startReceiver(t)
  const urls = [...targets(receiver.port), ...malformed(receiver.port)]
  const outbound = createOutbound(strict)
  for (const url of urls) {
    assert.notEqual(outbound.findUrlError(url), undefined, url)
    assert.equal((await outbound.send(post(url))).failure, 'refused', url)
  }
  // Names that look like any other, and lead to each of those addresses.
  const addresses = targets(receiver.port)
    .map((url) => URL.parse(url)?.hostname.replace(/^\[|\]$/g, ''))
    .filter((host) => host !== undefined && /^[\d.]+$|:/.test(host) && !host.startsWith('8.'))
  for (const address of addresses) {
    for (const all of [[address!], ['93.184.216.34', address!], [address!, '2606:2800:220:1::1']]) {
      const named = createOutbound({ ...strict, resolve: async () => all })
      const outcome = await named.send(post(`https://hooks.example.com:${receiver.port}/`))
      assert.equal(outcome.failure, 'refused', all.join(' '))
    }
  }
  const count = urls.length + addresses.length * 3
  assert.ok(urls.length >= 80)
  assert.equal(receiver.connections(), 0)
  t.diagnostic(`${count} targets refused, ${receiver.connections()} connections`)
})

test('a host name is resolved once, so that its address cannot change after the check', async (t) => {
  const inside = await startReceiver(t)
  const outside = await startReceiver(t)
  let asked = 0
  // The first answer may be connected to, all later ones must not.
  const outbound = createOutbound({
    ...local,
    allowNets: ['127.0.0.1'],
    resolve: async () => (++asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']),
  })
  const url = `http://hooks.example.com:${outside.port}/`
  assert.equal((await outbound.send(post(url))).status, 204)
  assert.equal(asked, 1)
  assert.equal(outside.received[0]!.headers.host, `hooks.example.com:${outside.port}`)
  assert.equal((await outbound.send(post(`http://hooks.example.com:${inside.port}/`))).failure, 'refused')
  assert.equal(inside.connections(), 0)
})

test('a request connects to the checked IP address and verifies the certificate for the host name of the URL', async (t) => {
  const receiver = await startReceiver(t, behaviours.take, true)
  const resolve = async () => ['127.0.0.1']
  const trusting = createOutbound({ ...strict, allowNets: ['127.0.0.0/8'], resolve, ca: certificate })
  assert.equal((await trusting.send(post(`https://hooks.example.com:${receiver.port}/`))).status, 204)
  assert.equal((await trusting.send(post(`https://other.example.com:${receiver.port}/`))).failure, 'tls')
  assert.equal((await trusting.send(post(receiver.url))).failure, 'tls')
  const strange = createOutbound({ ...strict, allowNets: ['127.0.0.0/8'], resolve })
  assert.equal((await strange.send(post(`https://hooks.example.com:${receiver.port}/`))).failure, 'tls')
  assert.equal(receiver.received.length, 1)
})

test('every error of a receiver ends the request with a named failure, within limits of time and size', async (t) => {
  const receiver = await startReceiver(t)
  const [hasty, patient] = [300, 60_000].map((timeoutMs) => createOutbound({ ...local, timeoutMs }))
  const outcomeOf = async (behaviour: keyof typeof behaviours, outbound = patient!) => {
    receiver.behave(behaviours[behaviour])
    const { status, failure } = await outbound.send(post(receiver.url))
    return status ?? failure
  }
  assert.equal(await outcomeOf('take'), 204)
  assert.equal(await outcomeOf('fail'), 500)
  assert.equal(await outcomeOf('redirect'), 307)
  assert.equal(await outcomeOf('stall', hasty), 'timeout')
  assert.equal(await outcomeOf('drip', hasty), 'timeout')
  assert.equal(await outcomeOf('die'), 'connection')
  assert.equal(await outcomeOf('hugeHeaders'), 'protocol')
  assert.equal(await outcomeOf('nonsense'), 'protocol')
  receiver.behave(behaviours.flood)
  const flooded = await patient!.send(post(receiver.url))
  assert.equal(flooded.status, 200)
  assert.equal(flooded.failure === undefined && flooded.body.length, 65_536)
  assert.equal((await patient!.send(post('http://127.0.0.1:1024/'))).failure, 'connection')
})

test('a server that does not respond, an unknown host name and an abort by the caller end the request', async (t) => {
  const port = await onLoopback(t, createServer())
  const outbound = createOutbound({ ...local, timeoutMs: 200, resolve: () => new Promise(() => undefined) })
  assert.equal((await outbound.send(post(`http://127.0.0.1:${port}/`))).failure, 'timeout')
  assert.equal((await outbound.send(post('https://hooks.example.com/'))).failure, 'timeout')
  const aborted = createOutbound({ ...local, resolve: () => new Promise(() => undefined) })
  const signal = AbortSignal.abort()
  assert.equal((await aborted.send({ ...post('https://hooks.example.com/'), signal })).failure, 'aborted')
})

test('proxy settings of the process environment are ignored', async (t) => {
  const proxy = await startReceiver(t)
  const receiver = await startReceiver(t)
  t.after(setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }))
  assert.equal((await createOutbound(local).send(post(receiver.url))).status, 204)
  assert.equal(proxy.connections(), 0)
  // So that the line above means something: others do use it.
  await fetch(receiver.url)
  assert.equal(proxy.connections(), 1)
})

test('the operator can allow and forbid networks', async (t) => {
  const receiver = await startReceiver(t)
  const denied = createOutbound({ ...local, denyNets: ['127.0.0.1/32'] })
  assert.equal((await denied.send(post(receiver.url))).failure, 'refused')
  const outbound = createOutbound({ ...strict, denyNets: ['8.8.8.0/24'], allowNets: ['10.1.0.0/16', 'fd00::/8'] })
  for (const fine of [
    'https://10.1.2.3/',
    'https://[fd00::1]:8443/x?y',
    'https://8.8.4.4/',
    'https://[2606:4700::1111]/',
  ])
    assert.equal(outbound.findUrlError(fine), undefined, fine)
  for (const wrong of ['https://8.8.8.8/', 'https://10.2.0.1/'])
    assert.notEqual(outbound.findUrlError(wrong), undefined)
  assert.equal(receiver.connections(), 0)
})

test('if the operator allows it, `localhost` is resolved to this machine without a name server', async (t) => {
  const receiver = await startReceiver(t)
  let asked = 0
  const resolve = async () => [['93.184.216.34'], []][asked++] ?? []
  const allowed = createOutbound({ ...local, resolve })
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'api.localhost']) {
    const url = `http://${host}:${receiver.port}/`
    assert.equal(allowed.findUrlError(url), undefined, url)
    assert.equal((await allowed.send(post(url))).status, 204, url)
  }
  assert.equal(asked, 0)
  const sixth = createOutbound({ ...local, allowNets: ['::1'], resolve })
  assert.equal(sixth.findUrlError(`http://localhost:${receiver.port}/`), undefined)
  assert.equal((await sixth.send(post(`http://localhost:${receiver.port}/`))).failure, 'connection')
  for (const denied of [strict, { ...local, denyNets: ['127.0.0.1'] }, { ...local, allowNets: ['10.0.0.0/8'] }])
    assert.notEqual(createOutbound({ ...denied, allowHttp: true }).findUrlError('http://localhost:8080/'), undefined)
  assert.equal(receiver.received.length, 4)
})
