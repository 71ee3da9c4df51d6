// The endpoint table, in documentation order.
import { importConsignments } from './bulk.ts'
import {
  getConsignmentHistory,
  getConsignmentHistoryById,
  getDepotHistory,
  getEnvironmentHistory,
  getLoadHistory,
  getLoadHistoryById,
  listEvents,
} from './change.ts'
import {
  createConsignment,
  deleteConsignment,
  deleteConsignmentById,
  getConsignment,
  getConsignmentById,
  replaceConsignment,
  updateConsignment,
  updateConsignmentById,
} from './consignment.ts'
import { listConsignments } from './consignments.ts'
import { createDepot, deleteDepot, getDepot, listDepots, updateDepot } from './depot.ts'
import { getEnvironment, resetEnvironment, updateEnvironment } from './environment.ts'
import { acknowledgeExport, addExport, clearExport, listExport, removeExport } from './export.ts'
import {
  createLoad,
  deleteLoad,
  deleteLoadById,
  getLoad,
  getLoadById,
  listLoads,
  updateLoad,
  updateLoadById,
} from './load.ts'
import { getMe, getSignIn, readLink, signIn, signOut, useLink } from './person.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from './webhook.ts'

export const endpoints = {
  createConsignment,
  getConsignment,
  getConsignmentById,
  replaceConsignment,
  updateConsignment,
  updateConsignmentById,
  deleteConsignment,
  deleteConsignmentById,
  importConsignments,
  listConsignments,
  getConsignmentHistory,
  getConsignmentHistoryById,
  listExport,
  addExport,
  acknowledgeExport,
  removeExport,
  clearExport,
  createDepot,
  listDepots,
  getDepot,
  updateDepot,
  deleteDepot,
  getDepotHistory,
  createLoad,
  listLoads,
  getLoad,
  getLoadById,
  updateLoad,
  updateLoadById,
  deleteLoad,
  deleteLoadById,
  getLoadHistory,
  getLoadHistoryById,
  getEnvironment,
  updateEnvironment,
  getEnvironmentHistory,
  listEvents,
  resetEnvironment,
  getSignIn,
  signIn,
  signOut,
  getMe,
  readLink,
  useLink,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  listDeliveries,
  resendDelivery,
  replayWebhook,
} as const

export type Endpoints = typeof endpoints
export type EndpointId = keyof Endpoints
