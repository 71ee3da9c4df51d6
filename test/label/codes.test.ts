// The codes of labels: what a label carries is what the driver app recognises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSpelling, labelCodesOf } from '../../contract/label-codes.ts'

const packages = [
  { packageId: 'id-1', barcode: 'PK-1' },
  { packageId: 'id-2', barcode: null },
  { packageId: 'id-3', barcode: '' },
]

test('the codes of a package are its barcode and its id; the code of an order without packages is its key', () => {
  assert.deepEqual(labelCodesOf({ key: 'ORDER', packages }), [['PK-1', 'id-1'], ['id-2'], ['id-3']])
  assert.deepEqual(labelCodesOf({ key: 'ORDER', packages: [] }), [['ORDER']])
})

test('the case of a scanned code does not matter unless two codes differ by case alone', () => {
  const codes = ['PK-1', 'Ab', 'aB', 'id-2', 'id-2']
  for (const [scanned, spelled] of [
    ['PK-1', 'PK-1'],
    ['pk-1', 'PK-1'],
    ['ID-2', 'id-2'],
    ['aB', 'aB'],
    ['AB', 'AB'],
    ['other', 'other'],
  ] as const)
    assert.equal(findSpelling(scanned, codes), spelled, scanned)
})
