// Shows new recovery codes, once.
import { Stack, Text } from '@mantine/core'
import { SecretAlert } from '../shell/secret.tsx'
import { useTexts } from '../words/language.ts'
import { factorTexts } from './words.ts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const texts = useTexts(factorTexts)
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.recoveryHelp}</Text>
      <SecretAlert
        title={texts.recoveryCodes}
        values={[{ label: texts.recoveryCodes, text: codes.join('\n') }]}
        onDone={onDone}
      />
    </Stack>
  )
}
