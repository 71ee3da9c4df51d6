// How the driver's app is built: one page at /driver, what it needs at once in one chunk, and a service worker that knows all files by name.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'

const workerSource = join(import.meta.dirname, 'service-worker.js')

/** Writes the list of files into the worker: those of the first load are kept from the start, the scanner once it was asked for. */
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
    // As the console: the first with light-dark().
    cssTarget: ['chrome123', 'firefox127', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
}
