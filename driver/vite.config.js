// Builds the driver app: one page at /driver, one chunk for the start, and a service worker with the list of all files.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'

/** Functions of the contract that build schemas. A schema that the app does not read is omitted from its script. */
const schemaBuilders =
  'Type field record describeEndpoint objectSchema optionalSchema nullableSchema echoedSchema closedEnum openEnum ' +
  'textSchema requiredTextSchema keySchema idSchema flagSchema unsignedIntegerSchema unsignedDoubleSchema ' +
  'numberSchema dateTimeSchema inputDateTimeSchema'
const workerSource = join(import.meta.dirname, 'service-worker.js')

/**
 * Writes the lists of files into the service worker: the files of the start are cached first, the scanner after its
 * first use.
 */
const withServiceWorker = () => ({
  name: 'service-worker',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const first = new Set(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.isEntry)
          .flatMap((file) => [file.fileName, ...file.imports]),
      )
      const names = Object.keys(bundle)
        .filter((name) => first.has(name) || name.endsWith('.css'))
        .sort()
      const page = Object.values(bundle).find(({ fileName }) => fileName === 'index.html')
      const source = readFileSync(workerSource, 'utf8')
      const release = createHash('sha256').update(JSON.stringify(names)).update(page.source).update(source)
      this.emitFile({
        type: 'asset',
        fileName: 'root/worker.js',
        source: source
          .replace('__RELEASE__', release.digest('hex').slice(0, 16))
          .replace("['__FILES__']", JSON.stringify(names.map((name) => `/driver/${name}`))),
      })
    },
  },
})

export default {
  base: '/driver/',
  plugins: [react(), withServiceWorker()],
  build: {
    target: 'es2022',
    // Like the console: the first versions with light-dark().
    cssTarget: ['chrome123', 'firefox127', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false, pluginTimings: false },
      treeshake: { manualPureFunctions: schemaBuilders.split(' ') },
    },
  },
}
