// Shows new recovery codes, once.
import { Stack, Text } from '@mantine/core'
import { Secret } from '../shell/secret.tsx'
import { useWords } from '../words/language.ts'
import { factorWords } from './words.ts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const words = useWords(factorWords)
  return (
    <Stack gap="sm">
      <Text size="sm">{words.recoveryHelp}</Text>
      <Secret
        title={words.recoveryCodes}
        values={[{ label: words.recoveryCodes, text: codes.join('\n') }]}
        onDone={onDone}
      />
    </Stack>
  )
}
