// Takes files into a data folder without end, and says of each when it is stored: for a test that ends it in the middle.
import { randomUUID } from 'node:crypto'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { announce, upload } from '../support/files.ts'
import { pictures } from './dirt.ts'

const [, , data, environmentId] = process.argv as [string, string, string, string]
const config = loadConfig({ data }, {})
const place = { database: await openDatabase(config), files: openFiles(config), environmentId }
for (;;) {
  const [file] = await announce(place, randomUUID(), [pictures['baseline.jpg']!])
  process.stdout.write(`announced ${file!.fileId}\n`)
  await upload(place, file!)
  process.stdout.write(`stored ${file!.fileId}\n`)
}
