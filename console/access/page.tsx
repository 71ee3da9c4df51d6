// Settings › API access: the tokens and OAuth 2 clients that programs come in with.
import { Badge, Button, Tabs, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listClients, listTokens, revokeClient, revokeToken } from '../../contract/token.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone } from '../shell/toasts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
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
  const { error, refetch } = kind === 'tokens' ? tokens : clients
  const rows = kind === 'tokens' ? tokens.data?.data.map(ofToken) : clients.data?.data.map(ofClient)
  return { rows, error, refetch }
}

export function AccessPage() {
  const words = useWords(accessWords)
  const format = useEnvironmentFormat()
  const { kind = 'tokens' } = useSearch({ from: '/shell/settings/access' })
  const navigate = useNavigate()
  const mayWrite = useMay('tokens:write')
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<Made>()
  const create = kind === 'tokens' ? words.createToken : words.createClient
  useShortcuts(mayWrite ? [{ keys: 'n', label: create, group: words.title, run: () => setCreating(true) }] : [])
  const button = mayWrite ? (
    <Hint label={create} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
        {create}
      </Button>
    </Hint>
  ) : null
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

/** The tokens or the clients there are, each of which can be revoked. */
function Accesses({ kind, mayWrite, button }: { kind: Kind; mayWrite: boolean; button: ReactNode }) {
  const words = useWords(accessWords)
  const { rows, error, refetch } = useAccesses(kind)
  const [revoking, setRevoking] = useState<Access>()
  const revoke = async (id: string) => {
    if (kind === 'tokens') await client.call(revokeToken, { params: { tokenId: id } })
    else await client.call(revokeClient, { params: { clientId: id } })
    await refresh(listTokens, listClients)
    showDone(words.isRevoked)
  }
  const command = kind === 'tokens' ? 'token' : 'client'
  return (
    <>
      {error ? <Failure error={error} onRetry={() => refetch()} /> : null}
      {rows || error ? null : <Waiting />}
      {rows?.length === 0 ? (
        <Empty
          title={words.none}
          action={button}
          command={`npx dray ${command} create --environment NAME --name erp`}
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <AccessTable rows={rows} kind={kind} onRevoke={mayWrite ? setRevoking : undefined} />
      ) : null}
      <Confirm
        opened={revoking !== undefined}
        title={words.revokeOf(revoking?.name ?? revoking?.id ?? '')}
        action={words.revoke}
        isDangerous
        onConfirm={() => revoke(revoking!.id)}
        onClose={() => setRevoking(undefined)}
      >
        {words.revokeText}
      </Confirm>
    </>
  )
}

interface AccessTableProps {
  rows: Access[]
  kind: Kind
  onRevoke: ((access: Access) => void) | undefined
}

function AccessTable({ rows, kind, onRevoke }: AccessTableProps) {
  const words = useWords(accessWords)
  const format = useEnvironmentFormat()
  const now = new Date().toISOString()
  const isActive = ({ revoked, activeTo }: Access) => !revoked && (activeTo === undefined || activeTo >= now)
  useRowCommands(() =>
    rows.filter(isActive).map((access) => ({
      ...{ id: access.id, name: access.name ?? access.id },
      commands: onRevoke ? [{ label: words.revoke, run: () => onRevoke(access) }] : [],
    })),
  )
  return (
    <table className={styles.table} aria-label={kind === 'tokens' ? words.tokens : words.clients}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.scopes}</th>
          {kind === 'tokens' ? <th scope="col">{words.active}</th> : null}
          <th scope="col">{words.lastUsed}</th>
          <th scope="col">
            <span className="visually-hidden">{words.revoke}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((access) => {
          return (
            <tr key={access.id} data-row={access.id}>
              <td title={access.id}>{access.name ?? words.unnamed}</td>
              <td>{access.scopes.join(', ')}</td>
              {kind === 'tokens' ? (
                <td>
                  {access.activeFrom ? `${format.instant(access.activeFrom)} – ` : ''}
                  {words.until(format.instant(access.activeTo!))}
                </td>
              ) : null}
              <td title={access.lastUsed ? format.instant(access.lastUsed) : undefined}>
                {access.lastUsed ? format.ago(access.lastUsed) : words.never}
              </td>
              <td>
                <div className={styles.end}>
                  {access.revoked ? (
                    <Badge color="gray">{words.revoked}</Badge>
                  ) : !isActive(access) ? (
                    <Badge color="gray">{words.ended}</Badge>
                  ) : onRevoke ? (
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={words.revokeOf(access.name ?? access.id)}
                      onClick={() => onRevoke(access)}
                    >
                      {words.revoke}
                    </Button>
                  ) : null}
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
