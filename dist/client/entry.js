// What the package `dray/client` offers: the client, what goes with it, and the contract it speaks.
export { endpoints } from '../contract/index.js';
export { ApiProblem, createClient } from './client.js';
export { followEvents } from './events.js';
export { importInBatches, importStream, pagesOf } from './rows.js';
