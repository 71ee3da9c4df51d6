// `dray openapi`: prints the OpenAPI description for other tools.
import type { Command } from 'commander'
import { packageVersion } from '../server/platform/process/package.ts'

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the API.')
    .action(async () => {
      const { buildOpenapi } = await import('../contract/openapi.ts')
      console.log(JSON.stringify(buildOpenapi(packageVersion), null, 2))
    })
}
