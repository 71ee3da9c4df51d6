// The content of a proof and its fingerprint. A phone may send to this release a proof that it has sent to an earlier one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculateFingerprint, normaliseContent } from '../../server/delivery/proof/content.ts'

const file = {
  type: 'image/png',
  sha256: 'a'.repeat(64),
  bytes: 3,
  fileId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3d',
} as const

test('the hash of a proof equals the hash of earlier releases, for any sequence of its fields', () => {
  const content = normaliseContent(
    {
      replaces: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3f',
      signature: file,
      photos: [{ ...file, type: 'image/jpeg', fileId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3c' }],
      extraBarcodes: ['X'],
      productLines: [
        { failureReasonCode: 'R', failedQuantity: 1, quantity: 2, productLineId: 'l' },
        { productLineId: 'm', quantity: 1 },
      ],
      packageCount: 2,
      packages: [
        { scanned: true, failureReasonCode: 'R', outcome: 'failed', packageId: 'p' },
        { packageId: 'q', outcome: 'success' },
      ],
      locationAccuracy: 3,
      geoLocation: { longitude: 1, latitude: 2 },
      email: 'a@example.com',
      remarks: 'r',
      contactName: 'c',
      sent: '2026-07-01 10:00:00',
      arrived: '2026-07-01T09:00:00Z',
      time: '2026-07-01 10:05:00',
      failureReasonCode: 'R',
      outcome: 'partial',
    },
    'Europe/London',
  )
  assert.deepEqual([content.time, content.arrived], ['2026-07-01T09:05:00Z', '2026-07-01T09:00:00Z'])
  assert.equal(
    calculateFingerprint(content, ['i', undefined, null, 'd']),
    'pyp1NyfEt24BSJO-DVmqBUUD44P2HgBIIn7xNQslhoo',
  )
})

test('the hash of a proof that contains only an outcome equals the hash of earlier releases', () => {
  const content = normaliseContent({ outcome: 'success', email: '' }, 'UTC')
  assert.equal(calculateFingerprint(content, [null, 'k', null, null]), 'oGlLEQaf1d7QX0KIMpCcuhrWAR44qUC3sT48ByJddY8')
})
