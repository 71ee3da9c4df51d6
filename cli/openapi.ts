// `dray openapi`: the description of the interface, for other tools.
import type { Command } from 'commander'
import { openapi } from '../contract/openapi.ts'
import { version } from './package.ts'

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the interface.')
    .action(() => console.log(JSON.stringify(openapi(version), null, 2)))
}
