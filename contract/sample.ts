// Builds an example for a schema: the example of the schema, or a value that the field's name and form suggest.
import type { JsonSchema } from './openapi-parts.ts'

const uuid = '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'
const instant = '2026-07-01T09:00:00Z'

/** Examples by the name of a field whose schema has no example. */
const byName: Record<string, unknown> = {
  actorId: '01K0EXAMPLE00000000000TOKEN',
  areaKey: 'NORTH-WEST',
  barcode: '0000000001',
  channelKey: 'SHOP',
  city: 'London',
  code: 'GB',
  colour: '#1864ab',
  color: '#1864ab',
  company: 'Example Ltd',
  consigneeCode: 'C-1001',
  consigneeName: 'Goods In',
  consignmentInstructions: 'Ring the bell at the side door.',
  consignmentKey: 'ORDER-1001',
  country: 'GB',
  countryCode: '44',
  countryOfOrigin: 'GB',
  currency: 'GBP',
  cursor: '0000000000001042',
  depotKey: 'NORTH',
  description: 'Example',
  driverKey: 'D-1',
  driverName: 'Sam Example',
  email: 'goods-in@example.com',
  endDepotKey: 'NORTH',
  environmentName: 'Example',
  fileId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3f',
  key: 'ORDER-1001',
  lat: 51.5,
  latitude: 51.5,
  line1: '1 High Street',
  lng: -0.12,
  loadKey: 'ROUTE-7',
  localNumber: '2079460000',
  longitude: -0.12,
  message: 'What happened, in words.',
  name: 'Example',
  new: '2 High Street',
  next: null,
  old: '1 High Street',
  personName: 'Goods In',
  phone: '+44 20 7946 0000',
  plate: 'YX26 ABC',
  podId: uuid,
  postalCode: 'N1 1AA',
  productCode: 'PAPER-A4',
  replaces: null,
  requestId: 'import-2026-07-01-0001',
  startDepotKey: 'NORTH',
  timezone: 'Europe/London',
  timeZone: 'Europe/London',
  token: 'example-token',
  url: 'https://dray.example.com/',
  vehicleKey: 'VAN-1',
}
const byFormat: Record<string, unknown> = {
  'date-time': instant,
  'wall-or-instant': instant,
  day: '2026-07-01',
  country: 'GB',
  'country-or-empty': 'GB',
  currency: 'GBP',
  email: 'goods-in@example.com',
  'email-shape': 'goods-in@example.com',
  'email-or-empty': 'goods-in@example.com',
  'time-zone': 'Europe/London',
}
const id = '01K0EXAMPLE0000000000000001'

export function sampleOf(schema: JsonSchema, name = ''): unknown {
  const { examples, enum: values, anyOf, properties, items, format } = schema as JsonSchema & Record<string, unknown[]>
  if (examples) return examples[0]
  if (values) return values[0]
  if (properties) {
    // The names of an error's values depend on its code, so an example that fits every code has no values.
    const sampled = Object.entries(properties).filter(([, inner]) => inner.title !== 'ErrorValues')
    return Object.fromEntries(sampled.map(([member, inner]) => [member, sampleOf(inner, member)]))
  }
  if (anyOf) return sampleOf(anyOf[0]!, name)
  if (items) return Array(Math.max(1, Number(schema.minItems ?? 1))).fill(sampleOf(items, name))
  const formed = byFormat[String(format)]
  if (formed !== undefined) return formed
  const types = [schema.type ?? []].flat()
  const named = byName[name]
  if (named !== undefined && (types.length === 0 || types.includes(named === null ? 'null' : typeof named)))
    return named
  return byType(types[0], schema, name)
}

function byType(type: string | undefined, { minimum }: JsonSchema, name: string): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(Number(minimum ?? 0), 1)
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'string':
      return /ids?$/i.test(name) ? id : 'text'
    default:
      return null
  }
}
