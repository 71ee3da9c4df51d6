// Checks whether the depots of an order and a load match. Every optimisation thread loads this file, so it imports
// types only.
import type { ErrorValues } from '../../../contract/problem.ts'
import type { LoadRow } from './store.ts'

/** Fields of an order that the depot rule needs. */
export interface DepotRuleOrder {
  type: 'delivery' | 'collection'
  depotKey: string | null
}
export type DepotRuleRoute = Pick<LoadRow, 'startDepotKey' | 'endDepotKey'>

export interface DepotRuleError {
  message: string
  values: ErrorValues
}

/**
 * Checks whether an order fits a route. A route needs the depot of a delivery at its start, and the depot of a
 * collection at its end. An order or a route without a depot always fits. Returns undefined if the order fits.
 * Otherwise, returns the error with the depot that would fit.
 */
export function checkDepotRule(order: DepotRuleOrder, route: DepotRuleRoute): DepotRuleError | undefined {
  if (order.depotKey === null || (route.startDepotKey === null && route.endDepotKey === null)) return undefined
  const delivery = order.type === 'delivery'
  const side = delivery ? route.startDepotKey : route.endDepotKey
  if (side === order.depotKey) return undefined
  const verb = delivery ? 'starts' : 'ends'
  const sideText = side === null ? `the load ${verb} at no depot` : `the load ${verb} at \`${side}\``
  const orderText = delivery
    ? `A delivery from depot \`${order.depotKey}\``
    : `A collection to depot \`${order.depotKey}\``
  return {
    message:
      `${orderText} needs a load that ${verb} there, but ${sideText}. Choose a load that ${verb} at ` +
      `\`${order.depotKey}\`, or one without depots.`,
    values: { type: order.type, depotKey: order.depotKey, ...(side === null ? {} : { loadDepotKey: side }) },
  }
}
