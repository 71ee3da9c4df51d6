// Decoding base64url: bytes have one spelling.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { decodeBase64url } from '../../server/platform/value/base64url.ts'

test('the decoder returns the bytes that Node encoded', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = randomBytes(length)
    assert.deepEqual(decodeBase64url(bytes.toString('base64url')), bytes)
  }
})

test('the decoder rejects every other spelling of the same bytes', () => {
  const others = ['_x', '_z', '_w=', '_w==', '/w', '_w\n', ' _w', '_', '_w_', '_w!']
  assert.deepEqual(decodeBase64url('_w'), Buffer.from([255]))
  assert.deepEqual(
    others.map((text) => decodeBase64url(text)),
    others.map(() => undefined),
  )
})
