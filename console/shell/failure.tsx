// Replaces a page that failed or does not exist.
import { Button, Text } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../../client/client.ts'
import { messageOf } from '../api/problems.ts'
import { useWords } from '../words/language.ts'
import { Empty } from './page.tsx'
import { shellWords } from './words.ts'

export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const words = useWords(shellWords)
  const router = useRouter()
  return (
    <Empty
      title={words.broken}
      action={<Button onClick={onRetry ?? (() => router.invalidate())}>{words.tryAgain}</Button>}
    >
      {messageOf(error)}
      {error instanceof ApiProblem && error.requestId ? (
        <Text component="span" display="block" size="xs" mt="xs" dir="ltr">
          {error.requestId}
        </Text>
      ) : null}
    </Empty>
  )
}

export function NotFound() {
  const words = useWords(shellWords)
  return (
    <Empty
      title={words.notFound}
      action={
        <Button component={Link} to="/">
          {words.toConsignments}
        </Button>
      }
    />
  )
}
