// Erasure: taking a consignee's personal data out of orders and their history, on request.
import { endpoint } from './endpoint.ts'
import Type from './schema.ts'
import { id, limits, noQuery, object, optional } from './shared.ts'

/** What one request erases at the most. */
export const erasuresMax = 100

export const eraseConsignees = endpoint({
  id: 'eraseConsignees',
  method: 'POST',
  path: '/v1/erasures',
  tag: 'Consignments',
  summary: 'Erase the consignee of consignments',
  description:
    "Exactly one of `ids`, `consigneeCode`, `phone` and `email`. Takes the consignee's contact, address but for the country, code and both instructions out of the orders, and every value of them out of their history; orders that are deleted are named by their ids. The orders stay, and a `consignment.erased` says where something was erased, not what.",
  scope: 'consignments:write',
  query: noQuery,
  body: object('ErasureInput', {
    ids: optional(Type.Array(id('A consignment id, also of a deleted one.'), { minItems: 1, maxItems: erasuresMax })),
    consigneeCode: optional(
      Type.String({ minLength: 1, maxLength: limits.textLength, description: 'All orders with this code.' }),
    ),
    phone: optional(
      Type.String({
        pattern: '^\\+?[0-9]{4,30}$',
        'x-form': 'must be the digits of a number, with its dialling code or without.',
        description: 'All orders with this phone or mobile number: the local number, or the dialling code before it.',
        examples: ['442079460000'],
      }),
    ),
    email: optional(
      Type.String({
        format: 'email',
        maxLength: limits.textLength,
        description: 'All orders with this e-mail address; case does not matter.',
        examples: ['goods-in@example.com'],
      }),
    ),
  }),
  data: object('Erased', {
    erased: Type.Integer({ minimum: 0, description: 'In how many orders there was something to erase.' }),
    more: Type.Boolean({ description: 'Whether there may be more of them: send the same again.' }),
  }),
  problems: ['NOT_FOUND'],
})
