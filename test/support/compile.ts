// Compiles every test file and what it loads, once for the whole run: each is a process of its own, and to read TypeScript,
// be it a single file, costs a process as much as all else of its start.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
// Beside the tests: what they start as processes and threads, and what is loaded only when it is needed.
const patterns = ['test/**/*.test.ts', 'test/support/*.ts', '{cli,server}/**/*.ts']
// What only declares types is no module: it would fail here, and keep all behind it from being compiled.
const files = globSync(patterns, { cwd: root, exclude: ['**/*.d.ts'] })

/** Modules are loaded together and then run one after the other: this one comes first, so that none of them is run. */
const stop = 'throw new Error("compiled")'
const asModule = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
const all = [asModule(stop), ...files.map((file) => pathToFileURL(join(root, file)).href)]
// A file with a fault tells of it when it is run.
await import(asModule(all.map((file) => `import ${JSON.stringify(file)}`).join('\n'))).catch(() => {})
