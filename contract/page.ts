// Query parameters and response fields that all paged lists share.
import Type from './schema.ts'
import { buildIntegerKeywords, closedEnum, nullableSchema, objectSchema, textSchema } from './shared.ts'

export const pageLimits = {
  /** Maximum number of rows on a page; `rowsUnlessSaid` applies without `limit`. */
  rows: 500,
  rowsUnlessSaid: 50,
  /** Maximum number of values of one filter. */
  values: 20,
  /** Maximum number of ids or keys in one request. */
  names: 500,
  /** Maximum `offset`, and maximum count of the rows of a list without filters. */
  offset: 250_000,
  /** Maximum number of rows examined for one page. A page that is not full then has a cursor to continue. */
  looks: 10_000,
  /** Maximum number of rows examined to count a filtered list. */
  countedLooks: 20_000,
} as const

const cursorLength = 1_024
export const pageQuery = {
  limit: Type.Optional(
    Type.String({
      ...buildIntegerKeywords(1, pageLimits.rows),
      description:
        `Maximum number of rows on the page, from 1 to ${pageLimits.rows}. ` + `Default: ${pageLimits.rowsUnlessSaid}.`,
    }),
  ),
  cursor: Type.Optional(
    textSchema('Position to continue from: `next` of the previous page. Keep the same `sort`.', cursorLength),
  ),
  offset: Type.Optional(
    Type.String({
      ...buildIntegerKeywords(0, pageLimits.offset),
      description:
        'Number of rows to skip from the start of the list, from 0 to 250000, for example for a scroll bar. Cannot ' +
        'be combined with `cursor`, which is faster.',
    }),
  ),
  total: Type.Optional(closedEnum(['true', 'false'], '`true` also returns the number of rows in the whole list.')),
}

/** The field `next` of a page. */
export const nextCursor = nullableSchema(
  textSchema('Start of the next page: send it as `cursor`. `null` on the last page.', cursorLength),
)
export const ListTotal = objectSchema('Total', {
  count: Type.Integer({ minimum: 0, description: 'Number of rows in the list.' }),
  exact: Type.Boolean({ description: '`false`: counting stopped at `count`, and the list may have more rows.' }),
})

/** Returns the schema of a filter with several values. */
export const filterListSchema = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 4_096,
    description:
      `${description} Up to ${pageLimits.values}, separated by commas; put a backslash before a comma or backslash ` +
      'inside a value.',
  })
