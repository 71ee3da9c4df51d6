// Labels: which an order, a load or some orders have, and the paper that they become.
import { createHash } from 'node:crypto'
import { pageLimits } from '../../contract/page.ts'
import type { NoticeLanguage } from '../../contract/road.ts'
import type { Document } from '../consignment/document.ts'
import * as consignments from '../consignment/store.ts'
import {
  type Branding,
  documentLimits,
  type LabelFormat,
  type LabelledOrder,
  type LabelsDocument,
  labelsOf,
} from '../core/documents.ts'
import { readLogo } from '../core/logo.ts'
import type { Call, FileReply, FlowContext } from '../core/operation.ts'
import { plainValue, valuesOf } from '../core/page.ts'
import { badRequest, notThere, Problem } from '../core/problems.ts'
import type { Reader } from '../database/database.ts'
import { settingsOf } from '../environment/rules.ts'
import * as environments from '../environment/store.ts'
import * as loads from '../load/store.ts'
import * as store from './store.ts'

interface Asked {
  format?: LabelFormat
  language?: NoticeLanguage
}

export async function ofConsignment(
  call: Call<Asked, { consignmentId: string }>,
  context: FlowContext,
): Promise<FileReply> {
  const { environmentId, query, params } = call
  const document = await context.read(async (tx) => {
    const { consignmentId } = params
    const row = await consignments.findById(tx, environmentId, consignmentId)
    if (!row) throw notThere('consignment', await consignments.idOfKey(tx, environmentId, consignmentId))
    const load = row.loadId === null ? undefined : await loads.find(tx, environmentId, row.loadId)
    const order = labelled({ key: row.key, position: row.stopPosition, document: row.document }, load?.key ?? null)
    return documentOf(tx, environmentId, query, [order])
  })
  return drawn(document, call, context)
}

export async function ofLoad(call: Call<Asked, { loadId: string }>, context: FlowContext): Promise<FileReply> {
  const { environmentId, query, params } = call
  const document = await context.read(async (tx) => {
    const load = await loads.find(tx, environmentId, params.loadId)
    if (!load) throw notThere('load', await loads.idOfKey(tx, environmentId, params.loadId))
    const rows = await store.ordersOfLoad(tx, environmentId, load.loadId)
    const orders = rows.map((row) => labelled(row, load.key))
    return documentOf(tx, environmentId, query, orders)
  })
  return drawn(document, call, context)
}

export async function ofKeys(call: Call<Asked & { keys: string }>, context: FlowContext): Promise<FileReply> {
  const { environmentId, query } = call
  const keys = [...new Set(valuesOf('keys', query.keys, pageLimits.names)!.map(plainValue))]
  const document = await context.read(async (tx) => {
    const rows = new Map((await store.ordersOfKeys(tx, environmentId, keys)).map((row) => [row.key, row]))
    const orders = keys.map((key) => {
      const row = rows.get(key)
      if (!row) throw new Problem('NOT_FOUND', { message: `There is no consignment \`${key}\` in this environment.` })
      return labelled(row, row.load)
    })
    return documentOf(tx, environmentId, query, orders)
  })
  return drawn(document, call, context, 'labels')
}

interface OrderRow {
  key: string
  position: number | null
  document: string
}

function labelled({ key, position, document }: OrderRow, load: string | null): LabelledOrder {
  const { consigneeContact, consigneeAddress: address, packages, plannedPackages } = JSON.parse(document) as Document
  const names = [address.company, address.name ?? consigneeContact?.personName].filter((name) => name)
  return {
    orderKey: key,
    consigneeName: names.join('\n') || null,
    addressLines: [address.line1, address.line2, address.line3].filter((line) => line) as string[],
    postalCode: address.postalCode,
    town: address.city,
    country: address.country,
    load,
    stopPosition: position,
    packages: packages.map(({ packageId, barcode }) => ({ packageId, barcode })),
    packageCount: plannedPackages,
  }
}

const countLabels = (orders: LabelledOrder[]): number => orders.reduce((sum, order) => sum + labelsOf(order), 0)

async function documentOf(
  tx: Reader,
  environmentId: string,
  { language }: Asked,
  orders: LabelledOrder[],
): Promise<LabelsDocument> {
  const count = countLabels(orders)
  if (count > documentLimits.labels)
    throw badRequest(
      '',
      'limit',
      `There are ${count} labels, and at most ${documentLimits.labels} are printed at once.`,
    )
  const { branding, notifications } = await settingsOf(tx, environmentId)
  const companyName = branding.companyName || ((await environments.find(tx, environmentId))?.name ?? '')
  return {
    language: language ?? notifications.language,
    branding: { companyName, logo: readLogo(branding.logo)?.bytes ?? null, colour: branding.colour } satisfies Branding,
    orders,
  }
}

/** So many labels take about as long to draw as a page of a list takes to read. */
const labelsPerRequest = 20

function drawn(
  document: LabelsDocument,
  { environmentId, query: { format = 'a6' } }: Call<Asked>,
  { services }: FlowContext,
  name = nameOf(document),
): FileReply {
  const content = createHash('sha256')
    .update(JSON.stringify([document, format]))
    .digest('base64url')
  return {
    type: 'application/pdf',
    name: `${name}.pdf`,
    etag: `"${content}"`,
    // Browsers show no PDF inside the sandbox that files are served in.
    isAttachment: true,
    cost: Math.floor(countLabels(document.orders) / labelsPerRequest),
    open: (gone) => services.pdf.renderLabels(document, format, { environmentId, gone }),
  }
}

/** After the order, or the load that all of them are on. */
function nameOf({ orders }: LabelsDocument): string {
  const [first] = orders
  return (orders.length === 1 ? first?.orderKey : first?.load) ?? 'labels'
}
