// The button that loads older rows of a list that starts with the newest.
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
