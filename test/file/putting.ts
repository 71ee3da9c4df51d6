// Puts files into a folder without end, and says of each when it is there: for a test that ends it in the middle.
import { randomUUID } from 'node:crypto'
import { openFolder } from '../../server/platform/bytes/folder.ts'

/** Of a size that takes many writes, and known from the id alone. */
export const contentOf = (fileId: string): Buffer => Buffer.alloc(5 * 1024 ** 2, fileId)

if (import.meta.main) {
  const files = openFolder(process.argv[2]!)
  for (;;)
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const fileId = randomUUID()
        await files.put(`killed/${fileId}`, contentOf(fileId))
        process.stdout.write(`${fileId}\n`)
      }),
    )
}
