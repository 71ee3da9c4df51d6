// Checks the values of errors against the variants that the contract lists.
import assert from 'node:assert/strict'
import { describeVariant, errorVariants, valueLimits } from '../../contract/error-values.ts'
import type { ErrorValues } from '../../contract/problem.ts'

/** Asserts that the values of every error in this JSON are a variant that the contract lists. */
export function assertVariants(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  for (const each of Object.values(json)) assertVariants(each)
  const { code, message, values } = json as { code?: unknown; message?: unknown; values?: ErrorValues }
  if (typeof code !== 'string' || typeof message !== 'string' || values === undefined) return
  const listed = (errorVariants as Record<string, readonly string[]>)[code.toLowerCase()] ?? []
  assert.ok(
    listed.includes(describeVariant(values)),
    `${code} lists the variant ${describeVariant(values)}: ${message}`,
  )
  assert.ok(Object.keys(values).length <= valueLimits.values)
  for (const value of Object.values(values)) {
    if (typeof value === 'number') continue
    const texts = typeof value === 'string' ? [value] : value
    assert.ok(texts.length <= valueLimits.texts, message)
    for (const text of texts) assert.ok([...text].length <= valueLimits.textLength, message)
  }
}
