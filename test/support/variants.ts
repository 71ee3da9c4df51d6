// Checks the values of errors against the variants that the contract lists.
import assert from 'node:assert/strict'
import { describeVariant, errorVariants, valueLimits } from '../../contract/error-values.ts'
import { fitVariants } from '../../contract/load.ts'
import { leftOutVariants, noteVariants } from '../../contract/optimisation.ts'
import type { ErrorValues } from '../../contract/problem.ts'

const variants = new Map<string, string[]>()
for (const lists of [errorVariants, leftOutVariants, fitVariants, { note: noteVariants }])
  for (const [code, list] of Object.entries(lists)) variants.set(code, [...(variants.get(code) ?? []), ...list])

/** Asserts that the values of every error in this JSON are a variant that the contract lists. */
export function assertVariants(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  for (const each of Object.values(json)) assertVariants(each)
  const { code, message, values, optimisationId } = json as Record<string, unknown>
  if (typeof message !== 'string' || values === undefined) return
  if (typeof optimisationId === 'string' && Array.isArray(values))
    for (const each of values) assertVariant('note', each, message)
  else if (typeof code === 'string') assertVariant(code, values as ErrorValues, message)
}

function assertVariant(code: string, values: ErrorValues, message: string): void {
  const listed = variants.get(code.toLowerCase()) ?? []
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
