// What `npm run check` looks at is part of the tests, side by side with the others: types, format, lint.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { check: string } }
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }

// Test files among them are in the run anyway.
for (const command of scripts.check.split(' && ').filter((each) => !each.startsWith('node --test ')))
  test(command, async () => {
    const [program, ...args] = command.split(' ')
    await promisify(execFile)(program!, args, { cwd: root, env }).catch((error) => {
      throw new Error(`${command} found something:\n${error.stdout}${error.stderr}`)
    })
  })
