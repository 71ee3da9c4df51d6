// Creates an access token or an OAuth client, with its name, scopes and expiry.

import { Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { scopes } from '../../contract/endpoint.ts'
import { createClient, createToken, listClients, listTokens } from '../../contract/token.ts'
import { client } from '../api/client.ts'
import { refresh } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { useSending } from '../fields/sending.tsx'
import styles from '../shell/content.module.css'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { reasonWords, shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { accessWords } from './words.ts'

export type Kind = 'tokens' | 'clients'

/** The new token or client secret, which is shown only once. */
export interface Made {
  title: string
  values: { label: string; text: string }[]
}

interface CreateProps {
  kind: Kind
  onMade(made: Made): void
}

export function CreateDialog({ opened, onClose, ...props }: CreateProps & { opened: boolean; onClose(): void }) {
  const words = useWords(accessWords)
  const shell = useWords(shellWords)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={props.kind === 'tokens' ? words.createToken : words.createClient}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      <CreateForm {...props} />
    </Modal>
  )
}

const dayMs = 86_400_000
const lifetimes = [1, 30, 90, 365, 1_095]

function CreateForm({ kind, onMade }: CreateProps) {
  const words = useWords(accessWords)
  const needs = useWords(reasonWords)
  const [name, setName] = useState('')
  const [wanted, setWanted] = useState<string[]>(['*'])
  const [days, setDays] = useState('365')
  const { faults, others, busy, send } = useSending(['name', 'scopes', 'activeTo'])
  const create = send(async () => {
    const body = { scopes: wanted as (typeof scopes)[number][], ...(name === '' ? {} : { name }) }
    if (kind === 'tokens') {
      const activeTo = new Date(Date.now() + Number(days) * dayMs).toISOString()
      const { data } = await client.call(createToken, { body: { ...body, activeTo } })
      onMade({
        title: words.tokenMade,
        values: [{ label: words.token, text: data.token }, curlOf(data.token, words.tryIt)],
      })
    } else {
      const { data } = await client.call(createClient, { body })
      onMade({
        title: words.clientMade,
        values: [
          { label: 'client_id', text: data.clientId },
          { label: 'client_secret', text: data.secret },
          {
            label: words.tryIt,
            text:
              `curl ${location.origin}/oauth/token -d grant_type=client_credentials ` +
              `-d client_id=${data.clientId} -d client_secret=${data.secret}`,
          },
        ],
      })
    }
    await refresh(listTokens, listClients)
  })
  return (
    <form onSubmit={create}>
      <Stack gap="sm">
        {others}
        <TextInput
          label={words.name}
          description={words.nameHelp}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={faults.name}
        />
        <MultiSelect
          label={words.scopes}
          description={words.scopesHelp}
          data={[...scopes]}
          value={wanted}
          onChange={setWanted}
          error={faults.scopes}
        />
        {kind === 'tokens' ? (
          <Choose
            label={words.lifetime}
            choices={lifetimes.map((count) => ({ value: String(count), label: words.days(count) }))}
            value={days}
            onChange={(value) => setDays(value!)}
            error={faults.activeTo}
          />
        ) : null}
        <div className={styles.end}>
          <ReasonedButton type="submit" loading={busy} reason={wanted.length === 0 ? needs.chooseScope : null}>
            {kind === 'tokens' ? words.createToken : words.createClient}
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
