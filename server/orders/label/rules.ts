// Prints the labels of an order, of a load, or of several orders as a PDF.
import { createHash } from 'node:crypto'
import { listStreetLines } from '../../../contract/address.ts'
import { labelCodesOf } from '../../../contract/label-codes.ts'
import { pageLimits } from '../../../contract/page.ts'
import type { NoticeLanguage } from '../../../contract/road.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest, notFoundProblem } from '../../platform/error/problems.ts'
import { listRecipientNames } from '../../platform/operation/contact-and-address.ts'
import type { FileResponse, FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import { parseValues, stripEscapes } from '../../platform/operation/page.ts'
import {
  countLabels,
  documentLimits,
  type LabelFormat,
  type LabelledOrder,
  type LabelsDocument,
} from '../../platform/value/documents.ts'
import { readLogo } from '../../platform/value/logo.ts'
import { type OrderDocument, readFields } from '../record/document.ts'
import { streamDocuments } from '../record/documents.ts'
import * as consignments from '../record/store.ts'
import * as loads from '../stop/store.ts'
import * as store from './store.ts'

interface LabelOptions {
  format?: LabelFormat
  language?: NoticeLanguage
}

export const printConsignmentLabels = (
  call: OperationCall<LabelOptions, { consignmentId: string }>,
  context: FlowContext,
): Promise<FileResponse> => {
  const { environmentId, params } = call
  return printed(call, context, async (tx) => {
    const row = await store.findOrder(tx, environmentId, params.consignmentId)
    if (!row) throw notFoundProblem('order', await consignments.findOrderId(tx, environmentId, params.consignmentId))
    return [row]
  })
}

export const printLoadLabels = (
  call: OperationCall<LabelOptions, { loadId: string }>,
  context: FlowContext,
): Promise<FileResponse> => {
  const { environmentId, params } = call
  return printed(call, context, async (tx) => {
    const load = await loads.findLoad(tx, environmentId, params.loadId)
    if (!load) throw notFoundProblem('load', await loads.findLoadId(tx, environmentId, params.loadId))
    return store.listLoadOrders(tx, environmentId, load.loadId)
  })
}

export async function printLabels(
  call: OperationCall<LabelOptions & { keys: string }>,
  context: FlowContext,
): Promise<FileResponse> {
  const { environmentId, query } = call
  const keys = [...new Set(parseValues('keys', query.keys, pageLimits.names)!.map(stripEscapes))]
  const file = await printed(call, context, async (tx) => {
    const rows = new Map((await store.findKeyedOrders(tx, environmentId, keys)).map((row) => [row.key, row]))
    return keys.map((key) => rows.get(key) ?? missing(key))
  })
  return { ...file, name: 'labels.pdf' }
}

function missing(key: string): never {
  throw new ApiProblem('NOT_FOUND', {
    message: `The order \`${key}\` does not exist in this environment.`,
    values: { key },
  })
}

/** Number of labels that cost one request in the rate limit. Drawing them takes as long as reading a list page. */
const labelsPerRequest = 20
const costOf = (labels: number): number => Math.floor(labels / labelsPerRequest)

/**
 * Returns the labels of the orders that `find` selects. Reads the documents of the orders only while it draws the
 * labels. A request is answered without these reads if an order is unknown, a limit is exceeded, or the client already
 * has the file.
 */
async function printed(
  { environmentId, query }: OperationCall<LabelOptions>,
  { read, services }: FlowContext,
  find: (tx: ReadTransaction) => Promise<store.LabelRow[]>,
): Promise<FileResponse> {
  const { format = 'a6' } = query
  const { rows, look } = await read(async (tx) => ({
    rows: await find(tx),
    look: await readLabelAppearance(tx, environmentId, query),
  }))
  // Checks the number of orders and their cost first, because each order has at least one label.
  expectPrintable(rows.length)
  const cost = costOf(rows.length)
  return {
    type: 'application/pdf',
    name: `${nameOf(rows)}.pdf`,
    etag: etagOf(rows, look, format),
    // Sent as an attachment, because a file opens in a sandbox, in which browsers show no PDF.
    isAttachment: true,
    cost,
    open(clientSignal, charge) {
      const gather = async (signal: AbortSignal): Promise<LabelsDocument> => {
        const { orders, labels } = await ordersOf(read, environmentId, rows, signal)
        charge(costOf(labels) - cost)
        return { ...look, orders }
      }
      return services.pdf.renderLabels(gather, format, { environmentId, clientSignal })
    },
  }
}

type LabelAppearance = Omit<LabelsDocument, 'orders'>

async function readLabelAppearance(
  tx: ReadTransaction,
  environmentId: string,
  { language }: LabelOptions,
): Promise<LabelAppearance> {
  const { branding, notifications } = await getSettings(tx, environmentId)
  const companyName = branding.companyName || ((await environments.findEnvironment(tx, environmentId))?.name ?? '')
  return {
    language: language ?? notifications.language,
    branding: { companyName, logo: readLogo(branding.logo)?.bytes ?? null, colour: branding.colour },
  }
}

function expectPrintable(labels: number): void {
  const { labels: max } = documentLimits
  if (labels > max)
    throw createBadRequest(
      '',
      'limit',
      `The request has more than ${max} labels. Print at most ${max} labels per request.`,
      {
        max,
      },
    )
}

/** Returns the file name: the key of the only order, or of the load. */
function nameOf(rows: store.LabelRow[]): string {
  const [first] = rows
  return (rows.length === 1 ? first?.key : first?.load) ?? 'labels'
}

/** Returns an ETag of the orders' versions, the settings and the format. */
function etagOf(rows: store.LabelRow[], { language, branding }: LabelAppearance, format: LabelFormat): string {
  const { logo, ...shown } = branding
  const content = createHash('sha256').update(JSON.stringify([rows, language, shown, format]))
  return `"${content.update(logo ?? '').digest('base64url')}"`
}

/** Reads the orders of the labels, and counts the labels. */
async function ordersOf(
  read: FlowContext['read'],
  environmentId: string,
  rows: readonly store.LabelRow[],
  signal: AbortSignal,
): Promise<{ orders: LabelledOrder[]; labels: number }> {
  const orders: LabelledOrder[] = []
  let labels = 0
  for await (const [row, document] of streamDocuments(read, environmentId, rows)) {
    signal.throwIfAborted()
    const order = labelled(row, document ?? missing(row.key))
    labels += countLabels(order)
    orders.push(order)
    expectPrintable(labels)
  }
  return { orders, labels }
}

const labelFields = ['consigneeContact', 'consigneeAddress', 'packages', 'plannedPackages'] as const

function labelled({ key, position, load }: store.LabelRow, text: string): LabelledOrder {
  const order = readFields(text, labelFields) as Pick<OrderDocument, (typeof labelFields)[number]>
  const { consigneeContact, consigneeAddress: address, packages, plannedPackages } = order
  return {
    orderKey: key,
    consigneeNames: listRecipientNames(address, consigneeContact),
    addressLines: listStreetLines(address),
    postalCode: address.postalCode,
    town: address.city,
    country: address.country,
    load,
    stopPosition: position,
    codes: labelCodesOf({ key, packages }),
    labelCount: packages.length > 0 ? null : Math.max(1, plannedPackages ?? 1),
  }
}
