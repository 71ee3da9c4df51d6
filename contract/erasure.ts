// Erasure: removing the personal data of a consignee from orders and their history, on request.
import { describeEndpoint } from './endpoint.ts'
import Type from './schema.ts'
import { idSchema, objectSchema, optionalSchema, recordLimits } from './shared.ts'

/** Maximum number of orders that one request erases. */
export const erasuresMax = 100

export const eraseConsignees = describeEndpoint({
  id: 'eraseConsignees',
  method: 'POST',
  path: '/v1/erasures',
  tag: 'Consignments',
  summary: 'Erase the recipient data of orders',
  description:
    "Send exactly one of `ids`, `consigneeCode`, `phone` and `email`. Removes the recipient's contact, address " +
    '(except the country), code and both instructions from the orders, and all values of these fields from the ' +
    'history. Removes contact, remarks, e-mail address, location, photos and signature from the proofs of the ' +
    'orders. For deleted orders, send `ids`. The orders remain. A `consignment.erased` event states which fields ' +
    'were erased, without their values.',
  scope: 'consignments:write',
  body: objectSchema('ErasureInput', {
    ids: optionalSchema(
      Type.Array(idSchema('Id of an order, even of a deleted one.'), { minItems: 1, maxItems: erasuresMax }),
    ),
    consigneeCode: optionalSchema(
      Type.String({ minLength: 1, maxLength: recordLimits.textLength, description: 'All orders with this code.' }),
    ),
    phone: optionalSchema(
      Type.String({
        pattern: '^\\+?[0-9]{4,30}$',
        'x-form': 'must be the digits of a phone number, with or without the dialling code.',
        description:
          'All orders with this phone or mobile number: the local number, optionally preceded by the dialling code.',
        examples: ['442079460000'],
      }),
    ),
    email: optionalSchema(
      Type.String({
        format: 'email-shape',
        maxLength: recordLimits.textLength,
        description: 'All orders with this e-mail address. Case does not matter.',
        examples: ['goods-in@example.com'],
      }),
    ),
  }),
  data: objectSchema('Erased', {
    erased: Type.Integer({ minimum: 0, description: 'Number of orders in which something was erased.' }),
    more: Type.Boolean({ description: '`true` if more orders may match. If so, send the same request again.' }),
  }),
  problems: ['NOT_FOUND'],
})
