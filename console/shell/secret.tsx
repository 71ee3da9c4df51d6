// Shows a secret once, for copying.
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { shellWords } from './words.ts'

interface SecretProps {
  title: string
  /** The values with their labels. */
  values: readonly { label: string; text: string }[]
  onDone(): void
}

export function Secret({ title, values, onDone }: SecretProps) {
  const words = useWords(shellWords)
  return (
    <Alert color="accent" title={title} role="status">
      <Stack gap="sm">
        <Text size="sm">{words.shownOnce}</Text>
        {values.map(({ label, text }, index) => (
          <div key={label}>
            <Group justify="space-between" mb={4}>
              <Text size="xs" fw={600}>
                {label}
              </Text>
              <CopyButton value={text}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    size="compact-xs"
                    // Copying comes first, and the button that closes the message is one Tab away.
                    autoFocus={index === 0}
                    onClick={copy}
                    aria-label={`${words.copy}: ${label}`}
                  >
                    {copied ? words.copied : words.copy}
                  </Button>
                )}
              </CopyButton>
            </Group>
            <Code block dir="ltr" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Code>
          </div>
        ))}
        <div>
          <Button variant="default" onClick={onDone}>
            {words.keptIt}
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}
