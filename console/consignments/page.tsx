// The screen of consignments: the way to one by its key.
import { Button } from '@mantine/core'
import { finderOpened } from '../shell/finder.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'

export function ConsignmentsPage() {
  const words = useWords(shellWords)
  return (
    <Page title={words.consignments}>
      <Empty
        title={words.consignments}
        action={<Button onClick={() => finderOpened.set(true)}>{words.search}</Button>}
      />
    </Page>
  )
}
