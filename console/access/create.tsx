// Creates an access token or an OAuth client, with its name, scopes and expiry.

import { Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { tokenScopes } from '../../contract/endpoint.ts'
import { createClient, createToken, listClients, listTokens } from '../../contract/token.ts'
import { apiClient } from '../api/client.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { useSending } from '../fields/sending.tsx'
import styles from '../shell/content.module.css'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { accessTexts } from './words.ts'

export type AccessType = 'tokens' | 'clients'

/** The new token or client secret, which is shown only once. */
export interface CreatedAccess {
  title: string
  values: { label: string; text: string }[]
}

interface CreateProps {
  accessType: AccessType
  onMade(made: CreatedAccess): void
}

export function CreateDialog({ opened, onClose, ...props }: CreateProps & { opened: boolean; onClose(): void }) {
  const texts = useTexts(accessTexts)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={props.accessType === 'tokens' ? texts.createToken : texts.createClient}
    >
      <CreateForm {...props} />
    </Modal>
  )
}

const dayMs = 86_400_000
const lifetimes = [1, 30, 90, 365, 1_095]

function CreateForm({ accessType, onMade }: CreateProps) {
  const texts = useTexts(accessTexts)
  const needs = useTexts(reasonTexts)
  const { form, others, busy, send } = useSending({ name: '', scopes: ['*'], activeTo: '365' })
  const create = send(async () => {
    const { name, scopes, activeTo: days } = form.values
    const body = { scopes: scopes as (typeof tokenScopes)[number][], ...(name === '' ? {} : { name }) }
    if (accessType === 'tokens') {
      const activeTo = new Date(Date.now() + Number(days) * dayMs).toISOString()
      const { data } = await apiClient.call(createToken, { body: { ...body, activeTo } })
      onMade({
        title: texts.tokenMade,
        values: [{ label: texts.token, text: data.token }, curlOf(data.token, texts.tryIt)],
      })
    } else {
      const { data } = await apiClient.call(createClient, { body })
      onMade({
        title: texts.clientMade,
        values: [
          { label: 'client_id', text: data.clientId },
          { label: 'client_secret', text: data.secret },
          {
            label: texts.tryIt,
            text:
              `curl ${location.origin}/oauth/token -d grant_type=client_credentials ` +
              `-d client_id=${data.clientId} -d client_secret=${data.secret}`,
          },
        ],
      })
    }
    await refreshEndpoints(listTokens, listClients)
  })
  return (
    <form onSubmit={create}>
      <Stack gap="sm">
        {others}
        <TextInput label={texts.name} description={texts.nameHelp} data-autofocus {...form.getInputProps('name')} />
        <MultiSelect
          label={texts.scopes}
          description={texts.scopesHelp}
          data={[...tokenScopes]}
          {...form.getInputProps('scopes')}
        />
        {accessType === 'tokens' ? (
          <ChoiceInput
            label={texts.lifetime}
            choices={lifetimes.map((count) => ({ value: String(count), label: texts.days(count) }))}
            value={form.values.activeTo}
            onChange={(days) => form.setFieldValue('activeTo', days!)}
            error={form.errors.activeTo as string}
          />
        ) : null}
        <div className={styles.end}>
          <ReasonedButton
            type="submit"
            loading={busy}
            reason={form.values.scopes.length === 0 ? needs.chooseScope : null}
          >
            {accessType === 'tokens' ? texts.createToken : texts.createClient}
          </ReasonedButton>
        </div>
      </Stack>
    </form>
  )
}

const curlOf = (token: string, label: string) => ({
  label,
  text: `curl "${location.origin}/v1/consignments?limit=1" -H "Authorization: Bearer ${token}"`,
})
