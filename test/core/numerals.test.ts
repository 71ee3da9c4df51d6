// Whole numbers in a query: the pattern that the contract makes of their limits takes these numbers, and no other text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIntegerKeywords } from '../../contract/shared.ts'

test('a pattern accepts every plain number from the minimum to the maximum, and nothing else', () => {
  for (const min of [0, 1] as const)
    for (const max of [10, 19, 60, 99, 100, 101, 500, 999, 1_000, 1_234, 20_305, 250_000]) {
      const pattern = new RegExp(buildIntegerKeywords(min, max).pattern)
      for (let number = 0; number <= Math.min(max * 11, 300_000); number++)
        assert.equal(pattern.test(String(number)), number >= min && number <= max, `${number} in ${min} to ${max}`)
      for (const text of ['', '00', '01', '-1', '1.0', ' 1', '1 ', '1e1', '١'])
        assert.equal(pattern.test(text), false, `"${text}" in ${min} to ${max}`)
    }
})
