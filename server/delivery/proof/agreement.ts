// Checks that an outcome agrees with its goods, its order, and the settings of the environment.
import type { Consignment } from '../../../contract/consignment.ts'
import { listProofNeeds } from '../../../contract/proof.ts'
import type { PodSettings } from '../../../contract/road.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { formatCount } from '../../platform/value/count.ts'
import { createHintBudget, createSuggestion, formatChoices, type HintBudget } from '../../platform/value/nearest.ts'
import type { ProofContent, ProofDetails } from './content.ts'

type Needs = ReturnType<typeof listProofNeeds>

/** Goods of an order, with which its proof is compared. */
export type OrderGoods = Pick<Consignment, 'packages' | 'productLines'>

/**
 * Returns the failed quantity of a line: the recorded quantity, or else the part of the ordered quantity that was not
 * delivered.
 */
function failedQuantityOf(line: ProofContent['productLines'][number], { productLines }: OrderGoods): number {
  return line.failedQuantity ?? Math.max(0, orderedOf(line, { productLines }) - line.quantity)
}

const orderedOf = (
  line: ProofContent['productLines'][number],
  { productLines }: Pick<OrderGoods, 'productLines'>,
): number => productLines.find(({ productLineId }) => productLineId === line.productLineId)?.quantity ?? 0

/**
 * Returns the goods of a proof. A successful or failed outcome also applies to all goods that the proof does not list,
 * so these are added from the order. For a partial outcome, no goods are added.
 */
export function recordedGoods(
  content: ProofContent,
  goods: OrderGoods,
): Pick<ProofDetails, 'packages' | 'productLines'> {
  const { outcome } = content
  const barcodes = new Map(goods.packages.map(({ packageId, barcode }) => [packageId, barcode]))
  const packages = content.packages.map(({ packageId, ...told }) => ({
    packageId,
    barcode: barcodes.get(packageId) ?? null,
    ...told,
  }))
  const productLines = content.productLines.map((line) => ({ ...line, failedQuantity: failedQuantityOf(line, goods) }))
  if (outcome === 'partial') return { packages, productLines }
  const isGood = outcome === 'success'
  const untold = { failureReasonCode: null }
  for (const { packageId, barcode } of goods.packages)
    if (!packages.some((entry) => entry.packageId === packageId))
      packages.push({ packageId, barcode, outcome, scanned: false, ...untold })
  for (const { productLineId, quantity } of goods.productLines)
    if (!productLines.some((line) => line.productLineId === productLineId))
      productLines.push({
        productLineId,
        quantity: isGood ? (quantity ?? 0) : 0,
        failedQuantity: isGood ? 0 : (quantity ?? 0),
        ...untold,
      })
  return { packages, productLines }
}

/**
 * Returns all errors in a proof that contradict its order or the settings. Goods are checked only if the order exists.
 */
export function checkAgreement(
  content: ProofContent,
  goods: OrderGoods | undefined,
  settings: PodSettings,
  fromDesk: boolean,
): RequestError[] {
  const codes = reasonsOf(content).map(({ code }) => code)
  const needs = listProofNeeds(settings, content.outcome, codes, fromDesk ? 'desk' : 'door')
  return [
    ...(goods ? [...checkGoods(content, goods), ...checkOutcome(content, goods)] : []),
    ...checkReasons(content, settings, needs),
    ...checkReceiver(content, needs),
    ...checkImages(content, settings, needs),
  ]
}

/** Requires the name of the person who signed on paper, if a proof from the console needs a signature. */
function checkReceiver({ outcome, signature, contactName }: ProofContent, needs: Needs): RequestError[] {
  return !needs.name || signature !== null || contactName?.trim()
    ? []
    : [
        {
          path: '/contactName',
          code: 'required',
          message:
            `An outcome that is \`${outcome}\` needs a signature. From the console, send the name of who signed ` +
            'instead.',
          values: { reason: 'signer', outcome },
        },
      ]
}

/** Returns the errors of packages and lines that the order does not have, and of quantities above the ordered ones. */
function checkGoods({ packages, productLines, packageCount }: ProofContent, goods: OrderGoods): RequestError[] {
  const packageIds = new Set(goods.packages.map(({ packageId }) => packageId))
  const lineIds = new Set(goods.productLines.map(({ productLineId }) => productLineId))
  const found: RequestError[] = []
  for (const [index, { packageId }] of packages.entries())
    if (!packageIds.has(packageId))
      found.push({
        path: `/packages/${index}/packageId`,
        code: 'unknown_package',
        message: `No package of the order has the \`packageId\` \`${packageId}\`.`,
        values: { key: packageId },
        problem: 'UNKNOWN_PACKAGE',
      })
  for (const [index, { productLineId }] of productLines.entries())
    if (!lineIds.has(productLineId))
      found.push({
        path: `/productLines/${index}/productLineId`,
        code: 'unknown_product_line',
        message: `No product line of the order has the \`productLineId\` \`${productLineId}\`.`,
        values: { key: productLineId },
        problem: 'UNKNOWN_PRODUCT_LINE',
      })
  for (const [index, line] of productLines.entries()) {
    const ordered = orderedOf(line, goods)
    if (ordered > 0 && (line.failedQuantity ?? 0) > ordered)
      found.push({
        path: `/productLines/${index}/failedQuantity`,
        code: 'disagrees',
        message: `The failed quantity is more than the ordered quantity, ${ordered}.`,
        values: { ordered },
      })
  }
  if (packageCount !== null && goods.packages.length > 0)
    found.push({
      path: '/packageCount',
      code: 'not_allowed',
      message: 'The order has packages: list them in `packages` instead of counting them.',
    })
  return found
}

/** Package or line of a proof: whether goods were delivered, whether goods failed, and the paths of both facts. */
interface GoodsEntry {
  good: boolean
  bad: boolean
  goodAt: string
  badAt: string
}

function listGoodsEntries({ packages, productLines }: ProofContent, goods: OrderGoods): GoodsEntry[] {
  return [
    ...packages.map(({ outcome }, index): GoodsEntry => {
      const path = `/packages/${index}/outcome`
      return { good: outcome === 'success', bad: outcome === 'failed', goodAt: path, badAt: path }
    }),
    ...productLines.map((line, index): GoodsEntry => {
      const path = `/productLines/${index}`
      return {
        good: line.quantity > 0,
        // A quantity counts as failed too if it is not delivered and not recorded as failed.
        bad: failedQuantityOf(line, goods) > 0 || line.quantity < orderedOf(line, goods),
        goodAt: `${path}/quantity`,
        badAt: `${path}/${line.failedQuantity ? 'failedQuantity' : 'quantity'}`,
      }
    }),
  ]
}

/**
 * Compares the outcome with the goods. A success delivers all goods, a failure delivers none, and any other result is
 * partial. Goods that the proof does not list have the outcome of the proof.
 */
function checkOutcome(content: ProofContent, goods: OrderGoods): RequestError[] {
  const { outcome, packageCount } = content
  const entries = listGoodsEntries(content, goods)
  const disagrees = (path: string, reason: string, message: string): RequestError => ({
    path,
    code: 'disagrees',
    message,
    values: { reason },
  })
  const found: RequestError[] = []
  for (const { good, bad, goodAt, badAt } of entries) {
    if (outcome === 'success' && bad)
      found.push(disagrees(badAt, 'not_all', 'Not all goods were handed over, so the outcome is not `success`.'))
    if (outcome === 'failed' && good)
      found.push(disagrees(goodAt, 'some', 'Some goods were handed over, so the outcome is not `failed`.'))
  }
  const isComplete =
    entries.length > 0 &&
    content.packages.length >= goods.packages.length &&
    content.productLines.length >= goods.productLines.length
  if (outcome === 'partial' && isComplete && !entries.some(({ bad }) => bad))
    found.push(
      disagrees('/outcome', 'all', 'All packages and product lines were handed over: the outcome is `success`.'),
    )
  if (outcome === 'partial' && isComplete && !entries.some(({ good }) => good))
    found.push(
      disagrees('/outcome', 'none', 'No package and no product line was handed over: the outcome is `failed`.'),
    )
  if (packageCount !== null && packageCount > 0 === (outcome === 'failed'))
    found.push(
      disagrees('/packageCount', 'count', `With \`packageCount\` ${packageCount}, the outcome is not \`${outcome}\`.`),
    )
  return found
}

/** Lists the failure reasons of a proof with their paths, and whether a reason is allowed there. */
function reasonsOf({ outcome, failureReasonCode, packages, productLines }: ProofContent) {
  return [
    { path: '/failureReasonCode', code: failureReasonCode, failed: outcome !== 'success' },
    ...packages.map((item, index) => ({
      path: `/packages/${index}/failureReasonCode`,
      code: item.failureReasonCode,
      failed: item.outcome === 'failed',
    })),
    ...productLines.map((line, index) => ({
      path: `/productLines/${index}/failureReasonCode`,
      code: line.failureReasonCode,
      failed: outcome !== 'success',
    })),
  ]
}

const deliveredReason = 'A delivered part cannot have a failure reason.'

function checkReasons(content: ProofContent, { reasons }: PodSettings, needs: Needs): RequestError[] {
  const codes = reasons.map(({ code }) => code)
  const hints = createHintBudget()
  const found: RequestError[] = []
  for (const { path, code, failed } of reasonsOf(content)) {
    if (code === null) continue
    if (!failed) found.push({ path, code: 'disagrees', message: deliveredReason, values: { reason: 'delivered' } })
    else if (!codes.includes(code)) found.push({ path, code: 'unknown_reason', ...unknownReason(code, codes, hints) })
  }
  if (needs.reason && content.failureReasonCode === null)
    found.push({
      path: '/failureReasonCode',
      code: 'required',
      message: `An outcome that is \`${content.outcome}\` needs a reason: ${formatChoices(codes)}.`,
      values: { reason: 'failure', available: codes },
    })
  return found
}

function unknownReason(
  code: string,
  codes: readonly string[],
  hints: HintBudget,
): Pick<RequestError, 'message' | 'values'> {
  const { advice, suggestion } = createSuggestion(code, codes, hints, {
    emptyText: 'This environment has no failure reasons.',
    most: 10,
  })
  return { message: `The reason \`${code}\` does not exist. ${advice}`, values: { key: code, ...suggestion } }
}

/** Checks the photos and the signature against the needs of the proof. */
function checkImages(content: ProofContent, { photosMax }: PodSettings, needs: Needs): RequestError[] {
  const { outcome, photos, signature } = content
  const found: RequestError[] = []
  if (photos.length < needs.photos) {
    const { photoReason } = needs
    const message = photoReason
      ? `The reason \`${photoReason}\` needs a photo.`
      : `A proof needs at least ${formatCount(needs.photos, 'photo')}.`
    found.push({ path: '/photos', code: 'too_few', message, values: { min: needs.photos } })
  }
  if (photos.length > photosMax)
    found.push({
      path: '/photos',
      code: 'too_many',
      message: `A proof has at most ${formatCount(photosMax, 'photo')}.`,
      values: { max: photosMax },
    })
  if (needs.signature === 'required' && signature === null)
    found.push({
      path: '/signature',
      code: 'required',
      message: `An outcome that is \`${outcome}\` needs a signature.`,
      values: { reason: 'signature', outcome },
    })
  if (needs.signature === 'off' && signature !== null)
    found.push({
      path: '/signature',
      code: 'not_allowed',
      message: `An outcome that is \`${outcome}\` has no signature.`,
      values: { reason: 'signature', outcome },
    })
  return found
}
