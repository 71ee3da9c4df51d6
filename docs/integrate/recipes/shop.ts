// Receives the webhooks of WooCommerce and Shopify, and stores a consignment for each shop order with a delivery.
//
//   BASE=https://dray.example.com TOKEN=… SHOP_SECRET=… PORT=9100 node shop.ts
//
// It needs Node 24.2 or newer. Send the webhooks "Order created" and "Order updated" of WooCommerce to /woocommerce,
// and orders/create, orders/updated and orders/cancelled of Shopify to /shopify. Change the mappings as you need.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fields of the shop's JSON that a delivery needs. */
export interface WooCommerceOrder {
  id: number
  number: string
  status: string
  currency: string
  customer_note?: string
  billing: WooCommerceAddress & { email?: string }
  shipping: WooCommerceAddress
  line_items: { id: number; name: string; product_id: number; quantity: number; sku?: string | null; price?: number }[]
}
interface WooCommerceAddress {
  first_name: string
  last_name: string
  company: string
  address_1: string
  address_2: string
  city: string
  state: string
  postcode: string
  country: string
  phone?: string
}
export interface ShopifyOrder {
  /** Global id of the shop order, such as gid://shopify/Order/450789469. */
  admin_graphql_api_id: string
  name: string
  email?: string | null
  phone?: string | null
  currency: string
  note?: string | null
  cancelled_at?: string | null
  fulfillment_status?: string | null
  /** Weight in grams. */
  total_weight?: number
  shipping_address?: ShopifyAddress | null
  line_items: {
    id: number
    title: string
    quantity: number
    sku?: string | null
    variant_id?: number | null
    price: string
    grams: number
    requires_shipping: boolean
  }[]
}
interface ShopifyAddress {
  name: string
  company?: string | null
  address1: string
  address2?: string | null
  city: string
  zip?: string | null
  province_code?: string | null
  country_code: string
  phone?: string | null
  latitude?: number | null
  longitude?: number | null
}

/** Action on the consignment with this key. */
export type Change =
  | { key: string; does: 'nothing' }
  | { key: string; does: 'delete' }
  | { key: string; does: 'store'; consignment: object }

/** Dialling codes of the countries that the shop delivers to. */
const dialling: Record<string, string> = {
  AT: '43',
  CH: '41',
  DE: '49',
  FR: '33',
  GB: '44',
  IE: '353',
  NL: '31',
  US: '1',
}

function phoneOf(text: string | null | undefined, country: string) {
  const dialled = (text ?? '')
    .replaceAll('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^\+/, '00')
  const code = dialling[country]
  if (dialled === '') return null
  if (code === undefined) return { localNumber: dialled.replaceAll('+', '') }
  if (dialled.startsWith(`00${code}`)) return { countryCode: code, localNumber: dialled.slice(2 + code.length) }
  if (dialled.startsWith('00')) return { localNumber: dialled.slice(2) }
  return { countryCode: code, localNumber: dialled.replace(/^0/, '') }
}

const orNull = (text: string | null | undefined) => (text == null || text === '' ? null : text)

export function fromWooCommerce(order: WooCommerceOrder): Change {
  // The key contains the id, which never changes, instead of the number, which people see.
  const key = `WC-${order.id}`
  if (['cancelled', 'refunded', 'failed', 'trash'].includes(order.status)) return { key, does: 'delete' }
  // Ignores shop orders that are not paid yet or already completed.
  if (order.status !== 'processing' && order.status !== 'on-hold') return { key, does: 'nothing' }
  const { billing } = order
  // Without a delivery address, the billing address is used.
  const to = order.shipping.address_1 === '' ? billing : order.shipping
  const consignment = {
    key,
    type: 'delivery',
    consigneeContact: {
      personName: `${to.first_name} ${to.last_name}`.trim(),
      email: orNull(billing.email),
      phone: phoneOf(to.phone || billing.phone, to.country),
    },
    consigneeAddress: {
      company: orNull(to.company),
      line1: to.address_1,
      line2: orNull(to.address_2),
      city: to.city,
      state: orNull(to.state),
      // Dray requires a postal code, but some countries have none.
      postalCode: to.postcode || '-',
      country: to.country,
    },
    consignmentInstructions: orNull(order.customer_note),
    productLines: order.line_items.map((line) => ({
      productLineId: String(line.id),
      productCode: orNull(line.sku) ?? String(line.product_id),
      description: line.name,
      quantity: line.quantity,
      currency: order.currency,
      unitPrice: line.price ?? null,
    })),
    tags: [`order ${order.number}`],
  }
  return { key, does: 'store', consignment }
}

export function fromShopify(order: ShopifyOrder): Change {
  // The text id is used, because the number `id` may exceed the exact integers of JavaScript.
  const key = `SHOPIFY-${order.admin_graphql_api_id.split('/').at(-1)}`
  if (order.cancelled_at) return { key, does: 'delete' }
  const to = order.shipping_address
  const lines = order.line_items.filter((line) => line.requires_shipping)
  // Ignores shop orders that are collected, sent by e-mail or already fulfilled.
  if (!to || lines.length === 0 || order.fulfillment_status === 'fulfilled') return { key, does: 'nothing' }
  const consignment = {
    key,
    type: 'delivery',
    consigneeContact: {
      personName: to.name,
      email: orNull(order.email),
      phone: phoneOf(to.phone || order.phone, to.country_code),
    },
    consigneeAddress: {
      company: orNull(to.company),
      line1: to.address1,
      line2: orNull(to.address2),
      city: to.city,
      state: orNull(to.province_code),
      postalCode: to.zip || '-',
      country: to.country_code,
      geoLocation: to.latitude == null || to.longitude == null ? null : { lat: to.latitude, lng: to.longitude },
    },
    // Kilograms. Change this line if the environment has a different unit of weight.
    weight: order.total_weight == null ? null : order.total_weight / 1_000,
    consignmentInstructions: orNull(order.note),
    productLines: lines.map((line) => ({
      productLineId: String(line.id),
      productCode: orNull(line.sku) ?? String(line.variant_id ?? line.id),
      description: line.title,
      quantity: line.quantity,
      currency: order.currency,
      unitPrice: Number(line.price),
      unitWeight: line.grams / 1_000,
    })),
    tags: [`order ${order.name}`],
  }
  return { key, does: 'store', consignment }
}

/** Returns whether the shop signed this body. Both shops sign the bytes of the body, and use Base64. */
export function isSigned(secret: string, signature: string | undefined, body: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function call(method: string, path: string, body?: object): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(process.env.BASE + path, {
      method,
      headers: { authorization: `Bearer ${process.env.TOKEN}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    // Storing and deleting are safe to repeat without an idempotency key. Shops repeat a message only
    // a few times, so this program repeats its requests.
    const passes = answer === undefined || answer.status === 429 || answer.status === 503
    if (!passes) return answer
    if (attempt === 5) throw new Error('Dray cannot be reached')
    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt))
  }
}

async function apply(change: Change): Promise<string> {
  if (change.does === 'nothing') return 'ignored'
  if (change.does === 'delete') {
    const { status } = await call('DELETE', `/v1/consignment?key=${encodeURIComponent(change.key)}`)
    // 404: the consignment was never stored. 409: its route has started.
    return status === 200 ? 'deleted' : status === 404 ? 'ignored' : `not deleted (${status})`
  }
  // Creates the consignment, or changes only the fields from the shop. Values from planners stay.
  const answer = await call('POST', '/v1/consignments?mode=upsert', { consignments: [change.consignment] })
  const { data } = (await answer.json()) as { data: { code?: string; results?: { status: string; code?: string }[] } }
  const [result] = data.results ?? []
  return result === undefined || result.status === 'failed' ? `refused (${result?.code ?? data.code})` : result.status
}

const shops = {
  '/woocommerce': {
    header: 'x-wc-webhook-signature',
    change: (body: unknown) => fromWooCommerce(body as WooCommerceOrder),
  },
  '/shopify': { header: 'x-shopify-hmac-sha256', change: (body: unknown) => fromShopify(body as ShopifyOrder) },
}

async function receive(
  path: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<[number, string]> {
  const shop = shops[path as keyof typeof shops]
  if (!shop) return [404, '']
  // WooCommerce tests a new webhook with a form that has no order and no signature.
  if (body.toString().startsWith('webhook_id=')) return [200, '']
  if (!isSigned(process.env.SHOP_SECRET ?? '', String(headers[shop.header]), body)) return [401, '']
  const change = shop.change(JSON.parse(body.toString()))
  const became = await apply(change)
  console.log(`${change.key}: ${became}`)
  // Returns 200 even if Dray rejected the order: a repeat would fail again. The log shows the rejection.
  return [200, became]
}

if (import.meta.main) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    const [status, text] = await receive(request.url, request.headers, body).catch((error): [number, string] => {
      console.error(String(error))
      return [503, '']
    })
    response.writeHead(status).end(text)
  })
  server.listen(Number(process.env.PORT ?? 9100), () => {
    console.log(`listening on ${(server.address() as AddressInfo).port}`)
  })
}
