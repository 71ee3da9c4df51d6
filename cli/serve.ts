// `dray serve`: runs the service in the foreground, and prints its address.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Command, Option } from 'commander'
import type { RunningServer } from '../server/main.ts'
import { formatFlag, loadConfig, type ServiceConfig } from '../server/platform/config/config.ts'
import { describeSetting, printConfig } from '../server/platform/config/config-text.ts'
import { type SettingName, serviceSettings } from '../server/platform/config/settings.ts'
import { describeDatabaseLocation } from '../server/runtime/storage.ts'

const portsTried = 100

export function addServe(program: Command): void {
  const serve = program.command('serve').description('Run the service in the foreground.')
  for (const name of Object.keys(serviceSettings) as SettingName[])
    for (const option of optionsOf(name)) serve.addOption(option)
  serve
    .option('--print-config', 'print the settings in effect and exit')
    .action(async ({ printConfig: printOnly, ...flags }) => {
      const config = loadConfig(flags)
      if (printOnly) console.log(printConfig(config))
      else await run(config)
    })
}

function optionsOf(name: SettingName): Option[] {
  const shape = serviceSettings[name]
  if (shape.kind !== 'boolean') {
    const value = { text: 'text', integer: 'number', choice: 'level', list: 'list' }[shape.kind]
    return [new Option(`${formatFlag(name)} <${value}>`, describeSetting(name))]
  }
  // Both options exist, so that each can override the environment variable. Help shows the option that changes the
  // default.
  const onOption = new Option(formatFlag(name), describeSetting(name))
  const off = new Option(formatFlag(name).replace('--', '--no-'), describeSetting(name))
  return shape.default ? [onOption.hideHelp(), off] : [onOption, off.hideHelp()]
}

async function run(config: ServiceConfig): Promise<void> {
  // Turns off an optimisation of V8 that allocates some new objects in the old heap. Such objects, and all objects to
  // which they refer, stay in memory until a full collection. In some starts this affected every request, and a read
  // took a third longer.
  setFlagsFromString('--no-allocation-site-pretenuring')
  await buildConsole()
  // Imports the module here, so that other commands start without it.
  const { stopOnSignal } = await import('../server/main.ts')
  const service = await startOnFreePort(config)
  stopOnSignal(service)
  const { port } = service
  if (config.port !== 0 && port !== config.port)
    console.log(`Port ${config.port} is in use; using port ${port} instead.`)
  console.log(welcome(config, service))
}

async function startOnFreePort(config: ServiceConfig): Promise<RunningServer> {
  const { startServer } = await import('../server/main.ts')
  for (;;)
    try {
      return await startServer({ ...config, port: await freePort(config) })
    } catch (error) {
      // Another process has taken the port since it was found free.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || config.sources.port !== 'default') throw error
    }
}

const buildTool = new URL('../node_modules/vite', import.meta.url)
const built = new URL('../console/dist', import.meta.url)
const buildScript = fileURLToPath(new URL('../console/build.js', import.meta.url))

/**
 * Builds the console of a checkout whose sources have changed. An image contains a built console. An installation
 * without development packages skips the build. The build runs in a separate process, so that the service does not keep
 * its memory. A failed build does not stop the service.
 */
async function buildConsole(): Promise<void> {
  if (!existsSync(buildTool)) return
  const child = spawn(process.execPath, [buildScript], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0 && code !== null) console.error('The console could not be built; the API works without it.')
  })
  if (existsSync(built)) child.unref()
  else await ended
}

/** Returns the configured port. Without one, returns the next free port. */
async function freePort({ host, port, sources }: ServiceConfig): Promise<number> {
  const code = await tryListening(host, port)
  if (!code) return port
  if (code === 'EADDRINUSE' && sources.port === 'default')
    for (let next = port + 1; next <= port + portsTried; next++) if (!(await tryListening(host, next))) return next
  if (code === 'EADDRINUSE') throw new Error(`Port ${port} on ${host} is in use: choose another one with --port.`)
  if (code === 'EACCES') throw new Error(`Port ${port} needs administrator rights: choose one above 1023 with --port.`)
  throw new Error(`${host} is not an address of this machine (${code}): choose another one with --host.`)
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const probe = createServer()
  probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  return promise
}

function welcome(config: ServiceConfig, { url, demoToken, ownerUrl }: RunningServer): string {
  const lines = [`Database  ${describeDatabaseLocation(config)}`]
  if (ownerUrl === undefined) lines.push(`Console   ${config.publicUrl || url}/`)
  else lines.push(`Console   ${ownerUrl}`, '          Open this link to become the owner. It works once, within a day.')
  lines.push(`API       ${url}/v1`, `Docs      ${url}/docs`, `Guide     ${url}/guide/`)
  if (demoToken === undefined) lines.push(`Token     dray token create --environment default${folder(config)}`)
  else
    lines.push(
      'Token     for the environment `demo`, valid for one day:',
      '',
      `TOKEN=${demoToken}`,
      `curl ${url}/v1/consignment -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${sample}'`,
      '',
    )
  lines.push('Press Ctrl-C to stop.')
  return lines.join('\n')
}

/**
 * Returns the flag with which other commands find the database. Omits a database URL, because it contains a password.
 */
function folder({ data, databaseUrl, sources }: ServiceConfig): string {
  if (databaseUrl !== '') return sources.databaseUrl === 'flag' ? ' --database-url …' : ''
  return sources.data === 'default' ? '' : ` --data ${data}`
}

const sample = JSON.stringify({
  key: 'ORDER-1',
  type: 'delivery',
  consigneeAddress: { line1: '1 High Street', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' },
})
