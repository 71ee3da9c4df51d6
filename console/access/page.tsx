// Settings › API access: lists the access tokens and the OAuth clients of the environment.
import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listClients, listTokens, revokeClient, revokeToken } from '../../contract/token.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import type { TableColumn } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { EmptyState, PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { SecretAlert } from '../shell/secret.tsx'
import { showDone } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { accessCommands, createClient } from './commands.ts'
import { type AccessType, CreateDialog, type CreatedAccess } from './create.tsx'
import { accessTexts } from './words.ts'

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

function useAccesses(accessType: AccessType) {
  const tokens = useQuery({ ...buildQuery(listTokens), enabled: accessType === 'tokens' })
  const clients = useQuery({ ...buildQuery(listClients), enabled: accessType === 'clients' })
  return accessType === 'tokens'
    ? { query: tokens, rows: tokens.data?.data.map(ofToken) }
    : { query: clients, rows: clients.data?.data.map(ofClient) }
}

export function AccessPage() {
  const texts = useTexts(accessTexts)
  const format = useEnvironmentFormat()
  const { kind = 'tokens' } = useSearch({ from: '/shell/settings/access' })
  const navigate = useNavigate()
  const mayWrite = useMay('tokens:write')
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<CreatedAccess>()
  const create = kind === 'tokens' ? accessCommands.createToken : createClient
  const button = useNewRecord({
    command: create,
    group: texts.title,
    isAllowed: mayWrite,
    run: () => setCreating(true),
  })
  return (
    <PageFrame title={texts.title} zone={format.zone} actions={button}>
      <div className={styles.wide}>
        <QuietText mb="md">{texts.about}</QuietText>
        {made ? <SecretAlert title={made.title} values={made.values} onDone={() => setMade(undefined)} /> : null}
        <Tabs
          value={kind}
          onChange={(next) =>
            navigate({ to: '/settings/access', search: next === 'clients' ? { kind: 'clients' as const } : {} })
          }
        >
          <Tabs.List mb="sm">
            <Tabs.Tab value="tokens">{texts.tokens}</Tabs.Tab>
            <Tabs.Tab value="clients">{texts.clients}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={kind}>
            <Accesses accessType={kind} mayWrite={mayWrite} button={button} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <CreateDialog
        accessType={kind}
        opened={creating}
        onClose={() => setCreating(false)}
        onMade={(next) => {
          setMade(next)
          setCreating(false)
        }}
      />
    </PageFrame>
  )
}

/** Lists the tokens or the clients. An active token or client can be revoked. */
function Accesses({ accessType, mayWrite, button }: { accessType: AccessType; mayWrite: boolean; button: ReactNode }) {
  const texts = useTexts(accessTexts)
  const revoke = async (id: string) => {
    if (accessType === 'tokens') await apiClient.call(revokeToken, { params: { tokenId: id } })
    else await apiClient.call(revokeClient, { params: { clientId: id } })
    await refreshEndpoints(listTokens, listClients)
    showDone(texts.isRevoked)
  }
  const command = `npx dray ${accessType === 'tokens' ? 'token' : 'client'} create --environment NAME --name erp`
  return (
    <DataTable
      {...useAccesses(accessType)}
      label={accessType === 'tokens' ? texts.tokens : texts.clients}
      columns={useColumns(accessType)}
      empty={<EmptyState title={texts.none} action={button} command={command} />}
      idOf={({ id }) => id}
      nameOf={nameOf}
      commands={(access) => {
        const name = texts.revokeOf(nameOf(access))
        const command = { label: texts.revoke, name, question: texts.revokeText, run: () => revoke(access.id) }
        return mayWrite && isActive(access) ? [command] : []
      }}
    />
  )
}

const isActive = ({ revoked, activeTo }: Access): boolean =>
  !revoked && (activeTo === undefined || activeTo >= new Date().toISOString())
const nameOf = ({ name, id }: Access): string => name ?? id

function useColumns(accessType: AccessType): TableColumn<Access>[] {
  const texts = useTexts(accessTexts)
  const format = useEnvironmentFormat()
  const active: TableColumn<Access> = {
    head: texts.active,
    show: ({ activeFrom, activeTo }) =>
      `${activeFrom ? `${format.instant(activeFrom)} – ` : ''}${texts.until(format.instant(activeTo!))}`,
  }
  return [
    { head: texts.name, show: ({ name }) => name ?? texts.unnamed, cell: ({ id }) => ({ title: id }) },
    { head: texts.scopes, show: ({ scopes }) => scopes.join(', ') },
    ...(accessType === 'tokens' ? [active] : []),
    {
      head: texts.lastUsed,
      show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : texts.never),
      cell: ({ lastUsed }) => ({ title: lastUsed ? format.instant(lastUsed) : undefined }),
    },
    {
      head: texts.revoke,
      isActions: true,
      show: (access) =>
        isActive(access) ? null : <Badge color="gray">{access.revoked ? texts.revoked : texts.ended}</Badge>,
    },
  ]
}
