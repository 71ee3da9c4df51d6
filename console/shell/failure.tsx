// Replaces a page that failed or does not exist.
import { Button, Text } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../../client/client.ts'
import { describeError } from '../api/problems.ts'
import { useTexts } from '../words/language.ts'
import { HelpLink } from './help-link.tsx'
import { EmptyState, PageFrame } from './page.tsx'
import { shellTexts } from './words.ts'

export function FailureMessage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const texts = useTexts(shellTexts)
  const router = useRouter()
  return (
    <EmptyState
      title={texts.broken}
      action={
        <Button variant="filled" onClick={onRetry ?? (() => router.invalidate())}>
          {texts.tryAgain}
        </Button>
      }
    >
      {describeError(error)} <HelpLink error={error} />
      {error instanceof ApiProblem && error.requestId ? (
        <Text component="span" display="block" size="xs" mt="xs" dir="ltr">
          {error.requestId}
        </Text>
      ) : null}
    </EmptyState>
  )
}

export function NotFound() {
  const texts = useTexts(shellTexts)
  return (
    <PageFrame title={texts.notFound}>
      <EmptyState
        title={texts.noPage}
        action={
          <Button variant="filled" component={Link} to="/consignments">
            {texts.toConsignments}
          </Button>
        }
      />
    </PageFrame>
  )
}
