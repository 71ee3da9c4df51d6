// Settings › API access: lists the access tokens and the OAuth clients of the environment.
import { Badge, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listClients, listTokens, revokeClient, revokeToken } from '../../contract/token.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { Column } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { Secret } from '../shell/secret.tsx'
import { showDone } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { accessCommands, createClient } from './commands.ts'
import { CreateDialog, type Kind, type Made } from './create.tsx'
import { accessWords } from './words.ts'

type Token = DataOf<typeof listTokens>[number]
type Client = DataOf<typeof listClients>[number]

interface Access {
  id: string
  name: string | null
  scopes: readonly string[]
  activeFrom?: string | null
  activeTo?: string
  revoked: string | null
  lastUsed: string | null
}

const ofToken = ({ tokenId, ...token }: Token): Access => ({ id: tokenId, ...token })
const ofClient = ({ clientId, ...oauthClient }: Client): Access => ({ id: clientId, ...oauthClient })

function useAccesses(kind: Kind) {
  const tokens = useQuery({ ...read(listTokens), enabled: kind === 'tokens' })
  const clients = useQuery({ ...read(listClients), enabled: kind === 'clients' })
  return kind === 'tokens'
    ? { query: tokens, rows: tokens.data?.data.map(ofToken) }
    : { query: clients, rows: clients.data?.data.map(ofClient) }
}

export function AccessPage() {
  const words = useWords(accessWords)
  const format = useEnvironmentFormat()
  const { kind = 'tokens' } = useSearch({ from: '/shell/settings/access' })
  const navigate = useNavigate()
  const mayWrite = useMay('tokens:write')
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<Made>()
  const create = kind === 'tokens' ? accessCommands.createToken : createClient
  const button = useNewRecord({
    command: create,
    group: words.title,
    isAllowed: mayWrite,
    run: () => setCreating(true),
  })
  return (
    <Page title={words.title} zone={format.zone} actions={button}>
      <div className={styles.wide}>
        <Text size="sm" c="dimmed" mb="md">
          {words.about}
        </Text>
        {made ? <Secret title={made.title} values={made.values} onDone={() => setMade(undefined)} /> : null}
        <Tabs
          value={kind}
          onChange={(next) =>
            navigate({ to: '/settings/access', search: next === 'clients' ? { kind: 'clients' as const } : {} })
          }
        >
          <Tabs.List mb="sm">
            <Tabs.Tab value="tokens">{words.tokens}</Tabs.Tab>
            <Tabs.Tab value="clients">{words.clients}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={kind}>
            <Accesses kind={kind} mayWrite={mayWrite} button={button} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <CreateDialog
        kind={kind}
        opened={creating}
        onClose={() => setCreating(false)}
        onMade={(next) => {
          setMade(next)
          setCreating(false)
        }}
      />
    </Page>
  )
}

/** Lists the tokens or the clients. Each active one can be revoked. */
function Accesses({ kind, mayWrite, button }: { kind: Kind; mayWrite: boolean; button: ReactNode }) {
  const words = useWords(accessWords)
  const revoke = async (id: string) => {
    if (kind === 'tokens') await client.call(revokeToken, { params: { tokenId: id } })
    else await client.call(revokeClient, { params: { clientId: id } })
    await refresh(listTokens, listClients)
    showDone(words.isRevoked)
  }
  const command = `npx dray ${kind === 'tokens' ? 'token' : 'client'} create --environment NAME --name erp`
  return (
    <DataTable
      {...useAccesses(kind)}
      label={kind === 'tokens' ? words.tokens : words.clients}
      columns={useColumns(kind)}
      empty={<Empty title={words.none} action={button} command={command} />}
      idOf={({ id }) => id}
      nameOf={nameOf}
      commands={(access) => {
        const name = words.revokeOf(nameOf(access))
        const command = { label: words.revoke, name, question: words.revokeText, run: () => revoke(access.id) }
        return mayWrite && isActive(access) ? [command] : []
      }}
    />
  )
}

const isActive = ({ revoked, activeTo }: Access): boolean =>
  !revoked && (activeTo === undefined || activeTo >= new Date().toISOString())
const nameOf = ({ name, id }: Access): string => name ?? id

function useColumns(kind: Kind): Column<Access>[] {
  const words = useWords(accessWords)
  const format = useEnvironmentFormat()
  const active: Column<Access> = {
    head: words.active,
    show: ({ activeFrom, activeTo }) =>
      `${activeFrom ? `${format.instant(activeFrom)} – ` : ''}${words.until(format.instant(activeTo!))}`,
  }
  return [
    { head: words.name, show: ({ name }) => name ?? words.unnamed, cell: ({ id }) => ({ title: id }) },
    { head: words.scopes, show: ({ scopes }) => scopes.join(', ') },
    ...(kind === 'tokens' ? [active] : []),
    {
      head: words.lastUsed,
      show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : words.never),
      cell: ({ lastUsed }) => ({ title: lastUsed ? format.instant(lastUsed) : undefined }),
    },
    {
      head: words.revoke,
      isActions: true,
      show: (access) =>
        isActive(access) ? null : <Badge color="gray">{access.revoked ? words.revoked : words.ended}</Badge>,
    },
  ]
}
