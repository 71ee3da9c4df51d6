// The endpoint that finds orders.
import { listConsignments } from '../../contract/consignments.ts'
import { okData, reads } from '../operation.ts'
import * as rules from './rules.ts'

export const routes = {
  listConsignments: reads(listConsignments, async (tx, call) => okData(await rules.page(tx, call))),
}
