// What the package `@dray/client` offers: the client, what goes with it, and the contract it speaks.

export { endpoints } from '../contract/index.ts'
export { ApiProblem, type Client, type ClientOptions, createClient } from './client.ts'
export { type FollowOptions, followEvents } from './events.ts'
export { type FileImportOptions, importFile } from './imports.ts'
export { type ImportOptions, importInBatches, importStream, pagesOf } from './rows.ts'
