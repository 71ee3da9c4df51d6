// The button that loads older rows of a list that starts with the newest.
import { Button } from '@mantine/core'
import { changeTexts } from '../change/words.ts'
import { useTexts } from '../words/language.ts'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

export function OlderButton({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { pages: Pages }) {
  const texts = useTexts(changeTexts)
  if (!hasNextPage) return null
  return (
    <Button data-older mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {texts.older}
    </Button>
  )
}
