// Shows a secret once, for copying.
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../words/language.ts'
import { shellTexts } from './words.ts'

interface SecretProps {
  title: string
  /** The values with their labels. */
  values: readonly { label: string; text: string }[]
  onDone(): void
}

export function SecretAlert({ title, values, onDone }: SecretProps) {
  const texts = useTexts(shellTexts)
  return (
    <Alert color="accent" title={title} role="status">
      <Stack gap="sm">
        <Text size="sm">{texts.shownOnce}</Text>
        {values.map(({ label, text }, index) => (
          <div key={label}>
            <Group justify="space-between" mb={4}>
              <Text size="xs" fw={600}>
                {label}
              </Text>
              <CopyButton value={text}>
                {({ copied, copy }) => (
                  <Button
                    size="compact-xs"
                    // Copying comes first, and the button that closes the message is one Tab away.
                    autoFocus={index === 0}
                    onClick={copy}
                    aria-label={`${texts.copy}: ${label}`}
                  >
                    {copied ? texts.copied : texts.copy}
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
          <Button onClick={onDone}>{texts.keptIt}</Button>
        </div>
      </Stack>
    </Alert>
  )
}
