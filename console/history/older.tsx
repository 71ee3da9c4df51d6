// The button below a list that is read from its newest end.
import { Button } from '@mantine/core'
import { changeWords } from '../change/words.ts'
import { useWords } from '../words/language.ts'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

export function Older({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { pages: Pages }) {
  const words = useWords(changeWords)
  if (!hasNextPage) return null
  return (
    <Button data-older variant="default" mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {words.older}
    </Button>
  )
}
