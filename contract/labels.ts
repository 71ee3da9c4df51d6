// Labels for packages, as a PDF to print.
import { describeEndpoint } from './endpoint.ts'
import { pageLimits } from './page.ts'
import { noticeLanguages } from './road.ts'
import Type from './schema.ts'
import { closedEnum, idSchema, objectSchema, timezoneQuery } from './shared.ts'

const labelQuery = {
  format: Type.Optional(
    closedEnum(
      ['a6', 'a4'],
      'Size of the paper: one label on a page of 105 × 148 mm (`a6`, the default), or four on a page of 210 × 297 mm.',
    ),
  ),
  language: Type.Optional(
    closedEnum(noticeLanguages, 'Language of the labels. Default: `notifications.language` of the environment.'),
  ),
}
const shared = {
  method: 'GET',
  download: ['application/pdf'],
  // Labels show names and addresses, which a token with `loads:read` only may not read.
  scope: 'consignments:read',
  problems: ['NOT_FOUND'],
} as const

export const getConsignmentLabels = describeEndpoint({
  ...shared,
  query: objectSchema('ConsignmentLabelsQuery', { ...labelQuery, ...timezoneQuery }),
  id: 'getConsignmentLabels',
  path: '/v1/consignment/{consignmentId}/labels',
  tag: 'Consignments',
  summary: 'Print the labels of an order',
  description:
    'Prints one label for each package. The code on the label is the barcode of the package, or the `packageId` if ' +
    'the package has no barcode or a barcode that cannot be printed. The barcode format is Code 128 if the code ' +
    'fits, otherwise QR. An order without packages gets `plannedPackages` labels, or one label, with the key of the ' +
    'order as the code.',
  params: objectSchema('ConsignmentLabelsPath', { consignmentId: idSchema('Id issued by the service.') }),
})
export const getLoadLabels = describeEndpoint({
  ...shared,
  query: objectSchema('LabelsQuery', labelQuery),
  id: 'getLoadLabels',
  path: '/v1/load/{loadId}/labels',
  tag: 'Loads',
  summary: 'Print the labels of all orders of a load',
  description: 'Prints at most 2,000 labels, in the sequence of the stops.',
  params: objectSchema('LoadLabelsPath', { loadId: idSchema('Id of the load.') }),
})
export const getLabels = describeEndpoint({
  ...shared,
  query: objectSchema('SomeLabelsQuery', {
    keys: Type.String({
      minLength: 1,
      maxLength: 65_536,
      description:
        `Keys of the orders, in the order in which they are printed. Up to ${pageLimits.names}, separated by ` +
        'commas; put a backslash before a comma or backslash inside a key.',
    }),
    ...labelQuery,
    ...timezoneQuery,
  }),
  id: 'getLabels',
  path: '/v1/consignments/labels',
  tag: 'Consignments',
  summary: 'Print the labels of several orders',
  description: 'Prints at most 2,000 labels in one file.',
})
