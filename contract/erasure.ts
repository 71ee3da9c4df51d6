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
  summary: 'Erase the consignee data of consignments',
  description:
    "Send exactly one of `ids`, `consigneeCode`, `phone` and `email`. Removes the consignee's contact, address " +
    '(except the country), code and both instructions from the consignments, and all their values from the ' +
    'history. From their proofs it removes contact, remarks, e-mail address, location, photos and signature. ' +
    'Deleted consignments can only be named by their ids. The consignments remain, and a `consignment.erased` ' +
    'event says where something was erased, but not what.',
  scope: 'consignments:write',
  query: noQuery,
  body: object('ErasureInput', {
    ids: optional(
      Type.Array(id('Id of a consignment, even of a deleted one.'), { minItems: 1, maxItems: erasuresMax }),
    ),
    consigneeCode: optional(
      Type.String({ minLength: 1, maxLength: limits.textLength, description: 'All consignments with this code.' }),
    ),
    phone: optional(
      Type.String({
        pattern: '^\\+?[0-9]{4,30}$',
        'x-form': 'must be the digits of a phone number, with or without the dialling code.',
        description:
          'All consignments with this phone or mobile number: the local number, with or without the dialling code ' +
          'before it.',
        examples: ['442079460000'],
      }),
    ),
    email: optional(
      Type.String({
        format: 'email-shape',
        maxLength: limits.textLength,
        description: 'All consignments with this e-mail address. Case does not matter.',
        examples: ['goods-in@example.com'],
      }),
    ),
  }),
  data: object('Erased', {
    erased: Type.Integer({ minimum: 0, description: 'Number of consignments in which something was erased.' }),
    more: Type.Boolean({ description: 'Whether there may be more. If so, send the same request again.' }),
  }),
  problems: ['NOT_FOUND'],
})
