// Reads the version of this package from package.json.
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
export const packageVersion: string = JSON.parse(text).version
