// Sets up an authenticator app: shows its secret as a QR code and as text, and asks for the first code.
import { Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addTotp, beginTotp } from '../../contract/factor.ts'
import { apiClient } from '../api/client.ts'
import { useSending } from '../fields/sending.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { useTexts } from '../words/language.ts'
import { QrCode } from './picture.tsx'
import { factorTexts } from './words.ts'

/** Sets up an authenticator app. `onAdded` receives the recovery codes that come with the first factor. */
export function AddApp({ onAdded }: { onAdded(recoveryCodes: string[] | null): void }) {
  const texts = useTexts(factorTexts)
  // The secret is requested once: a second secret would make the scanned code invalid.
  const begun = useQuery({
    queryKey: ['beginTotp'],
    queryFn: async () => (await apiClient.call(beginTotp)).data,
    staleTime: 'static',
    gcTime: 0,
  })
  const { form, others, busy, send } = useSending({ code: '', name: '' })
  if (begun.isError) return <FailureMessage error={begun.error} onRetry={() => begun.refetch()} />
  if (!begun.data) return null
  const { token, secret, uri } = begun.data
  const add = send(async () => {
    const { code, name } = form.values
    const body = { token, code, ...(name === '' ? {} : { name }) }
    onAdded((await apiClient.call(addTotp, { body })).data.recoveryCodes)
  })
  return (
    <form onSubmit={add}>
      <Stack gap="sm">
        <Text size="sm">{texts.scan}</Text>
        {others}
        <QrCode text={uri} label={texts.picture} />
        <div>
          <Text size="xs" fw={600}>
            {texts.key}
          </Text>
          <Code dir="ltr">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</Code>
        </div>
        <TextInput
          label={texts.appCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          required
          data-autofocus
          autoFocus
          {...form.getInputProps('code')}
        />
        <TextInput label={texts.name} description={texts.nameHelp} {...form.getInputProps('name')} />
        <Button variant="filled" type="submit" loading={busy}>
          {texts.addApp}
        </Button>
      </Stack>
    </form>
  )
}
