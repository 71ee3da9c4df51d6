// Lines of JSON as files hold them: the same in whatever encoding and pieces they come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJsonLines } from '../../server/integration/import/json-lines.ts'

async function read(bytes: Uint8Array, size: number): Promise<unknown[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const lines = await Array.fromAsync(readJsonLines({ chunks }))
  return lines.map(({ line, value, faults }) => [line, value, faults.map(({ message }) => message)])
}

const text = '\ufeff{"key":"P-1","city":"Köln"}\n\u00a0\n \u00a0 \r\n{"key":"P-2","city":"Łódź 一"}\n'
const expected = [
  [1, { key: 'P-1', city: 'Köln' }, []],
  [4, { key: 'P-2', city: 'Łódź 一' }, []],
]

test('the reader returns the same numbered lines for every encoding, line end and division into chunks', async () => {
  const old = text.replaceAll(/\r?\n/g, '\r')
  const wide = Buffer.from(text, 'utf16le')
  const files = {
    marked: Buffer.from(text),
    plain: Buffer.from(text.slice(1)),
    'wide, marked': wide,
    wide: wide.subarray(2),
    'swapped, marked': Buffer.from(wide).swap16(),
    swapped: Buffer.from(wide.subarray(2)).swap16(),
    old: Buffer.from(old),
    'old, wide': Buffer.from(old, 'utf16le'),
    'old, not ended': Buffer.from(old.trimEnd()),
  }
  for (const [kind, bytes] of Object.entries(files))
    for (const size of [1, 2, 3, 7, 1_000])
      assert.deepEqual(await read(bytes, size), expected, `${kind}, in pieces of ${size}`)
})

test('a file in Windows-1252 is detected, and a broken line does not affect the other lines', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['{"city":"Köln"}', '\u00a0', '{"city":"Łódź"}', '']
    const windows = Buffer.from([lines[0]!, lines[1]!, lines[0]!, ''].join(end), 'latin1')
    for (const size of [1, 5, 1_000])
      assert.deepEqual(await read(windows, size), [
        [1, { city: 'Köln' }, []],
        [3, { city: 'Köln' }, []],
      ])
    const broken = Buffer.concat([Buffer.from(`${lines[0]}${end}`, 'latin1'), Buffer.from(lines.slice(1).join(end))])
    assert.deepEqual(await read(broken, 1_000), [
      [1, undefined, ['The line is not valid UTF-8.']],
      [3, { city: 'Łódź' }, []],
    ])
  }
})

test('a `\\r` ends a line only if no line ends with `\\n`', async () => {
  const [a, b] = ['{"key":"A"}', '{"key":"B"}']
  for (const text of [
    `${a}\r\r\n${b}\r\r\n`,
    `\r${a}\n${b}\n`,
    `${a}\r \n${b}\n`,
    `{"key":\r"A"}\n${b}\n`,
    `${a}\r${b}`,
  ])
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')])
      for (const size of [1, 5, 1_000])
        assert.deepEqual(
          await read(bytes, size),
          [
            [1, { key: 'A' }, []],
            [2, { key: 'B' }, []],
          ],
          JSON.stringify(text),
        )
})

test('a UTF-8 mark before Windows text is not part of the text', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from('{"city":"Köln"}\n', 'latin1')])
  for (const size of [1, 2, 1_000]) assert.deepEqual(await read(bytes, size), [[1, { city: 'Köln' }, []]])
})

test('UTF-16 is detected from the start of the first line, with any content, but not from a few NULs', async () => {
  const order = { key: '漢'.repeat(600) }
  const wide = Buffer.from(JSON.stringify(order), 'utf16le')
  for (const bytes of [wide, Buffer.from(wide).swap16()])
    for (const size of [1, 3, 1_000]) assert.deepEqual(await read(bytes, size), [[1, order, []]])
  for (const broken of ['{"key":"\0a\0"}', '{\0"key":"\0"}'])
    for (const mark of ['', '\ufeff']) {
      const [first, second] = (await read(Buffer.from(`${mark}${broken}\n{"key":"B"}\n`), 1_000)) as [number, unknown][]
      assert.deepEqual(first?.slice(0, 2), [1, undefined])
      assert.deepEqual(second, [2, { key: 'B' }, []])
    }
})

test('a file may have more blanks between two lines than a request may', async () => {
  const far = Buffer.from(`{"key":"A"}\n${' \n'.repeat(5 * 2 ** 20)}{"key":"B"}`)
  assert.deepEqual(await read(far, 65_536), [
    [1, { key: 'A' }, []],
    [5 * 2 ** 20 + 2, { key: 'B' }, []],
  ])
})
