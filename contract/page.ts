// How lists are read in pages: the query parameters and the members of an answer that all of them share.
import Type from './schema.ts'
import { nullable, numerals, object, oneOf, text } from './shared.ts'

export const pageLimits = {
  /** Rows of a page, and without `limit`. */
  rows: 500,
  rowsUnlessSaid: 50,
  /** Values that one filter takes. */
  values: 20,
  /** Ids or keys that one request names. */
  names: 500,
  /** How far a list can be skipped, and how far the rows of one without filters are counted. */
  offset: 250_000,
  /** Rows that are looked at for one page; a page that is not full by then says where to go on. */
  looks: 10_000,
  /** Rows that are looked at to count those of a list with filters. */
  countedLooks: 20_000,
} as const

const cursorLength = 1_024
export const pageQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: `^(?:${numerals(1, pageLimits.rows)})$`,
      'x-form': `must be a whole number from 1 to ${pageLimits.rows}.`,
      description: `Rows of the page at the most, from 1 to ${pageLimits.rows}. Left out: ${pageLimits.rowsUnlessSaid}.`,
    }),
  ),
  cursor: Type.Optional(text('Where to go on: `next` of the page before, with the same `sort`.', cursorLength)),
  offset: Type.Optional(
    Type.String({
      pattern: `^(?:${numerals(0, pageLimits.offset)})$`,
      'x-form': 'must be a whole number from 0 to 250000.',
      description:
        'Skips so many rows from the start of the list, from 0 to 250000; for a scroll bar. Not together with `cursor`, which is cheaper.',
    }),
  ),
  total: Type.Optional(oneOf(['true', 'false'], 'Whether to count the rows of the whole list.')),
}

/** The member of every list that is read in pages. */
export const next = nullable(
  text('Where the next page starts: send it as `cursor`. `null` at the end of the list.', cursorLength),
)
export const Total = object('Total', {
  count: Type.Integer({ minimum: 0, description: 'Rows of the list.' }),
  exact: Type.Boolean({ description: '`false`: there are more than `count`, which is as far as was counted.' }),
})

/** Several values of a filter. */
export const several = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 4_096,
    description: `${description} Up to ${pageLimits.values}, with commas between them; a comma or backslash within one is written behind a backslash.`,
  })
