// Describes the product in one sentence.

/** The description of the product. package.json and deploy/dray.service repeat it. */
export const productDescription =
  'Self-hosted service for delivery and collection orders: route planning and optimisation, driver app, proofs of ' +
  'delivery, tracking pages and an HTTP/JSON API.'
