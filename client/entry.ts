// Exports the package `@dray/client`: the client, its functions, and the contract.

export { endpoints } from '../contract/index.ts'
export { ApiProblem, type Client, type ClientOptions, createClient } from './client.ts'
export { type FollowOptions, followEvents } from './events.ts'
export { type FileImportOptions, importFile } from './imports.ts'
export { type ImportOptions, importInBatches, importStream, pagesOf } from './rows.ts'
