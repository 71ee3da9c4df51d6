// Settings › Depots: the list, and one depot in a drawer: its address, contact and place on the map.
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Depot, listDepots } from '../../contract/depot.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import styles from '../shell/content.module.css'
import { runWhenThere } from '../shell/elsewhere.ts'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { ofRow, useRowCommands } from '../shell/row-commands.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { DepotDrawer } from './depot-drawer.tsx'
import { settingsWords } from './words.ts'

/** No key has white space at its ends, so this is none of them. */
const unsaved = ' '

export function DepotsPage() {
  const words = useWords(settingsWords)
  const answer = useQuery(read(listDepots))
  const navigate = useNavigate()
  const { depot: chosen } = useSearch({ from: '/shell/settings/depots' })
  const mayWrite = useMay('depots:write')
  const open = (key?: string) => navigate({ to: '/settings/depots', search: key === undefined ? {} : { depot: key } })
  useShortcuts(mayWrite ? [{ keys: 'n', label: words.addDepot, group: words.depots, run: () => open(unsaved) }] : [])
  const add = mayWrite ? (
    <Hint label={words.addDepot} keys="n">
      <Button leftSection={<IconPlus size={14} />} onClick={() => open(unsaved)}>
        {words.addDepot}
      </Button>
    </Hint>
  ) : null
  const depots = answer.data?.data
  const depot = depots?.find(({ key }) => key === chosen)
  return (
    <Page title={words.depots} actions={add}>
      {answer.error && !depots ? <Failure error={answer.error} onRetry={() => answer.refetch()} /> : null}
      {depots || answer.error ? null : <Waiting />}
      {depots?.length === 0 ? (
        <Empty title={words.noDepots} action={add}>
          {words.depotsAbout}
        </Empty>
      ) : null}
      {depots && depots.length > 0 ? (
        <div className={styles.wide}>
          <Text size="sm" c="dimmed" mb="md">
            {words.depotsAbout}
          </Text>
          <Depots depots={depots} chosen={chosen} mayWrite={mayWrite} onOpen={open} />
        </div>
      ) : null}
      <DepotDrawer
        depot={depot}
        opened={depot !== undefined || (chosen === unsaved && mayWrite)}
        mayWrite={mayWrite}
        onClose={() => open()}
      />
    </Page>
  )
}

interface DepotsProps {
  depots: Depot[]
  chosen: string | undefined
  mayWrite: boolean
  onOpen(key: string): void
}

function Depots({ depots, chosen, mayWrite, onOpen }: DepotsProps) {
  const words = useWords(settingsWords)
  const shell = useWords(shellWords)
  const remove = (key: string) => {
    onOpen(key)
    runWhenThere(undefined, ofRow(key, words.deleteDepot))
  }
  useRowCommands(() =>
    depots
      // What is open offers it itself.
      .filter(({ key }) => key !== chosen)
      .map(({ key, name }) => ({
        ...{ id: key, name },
        commands: [
          { label: shell.open, run: () => onOpen(key) },
          ...(mayWrite ? [{ label: words.deleteDepot, run: () => remove(key) }] : []),
        ],
      })),
  )
  return (
    <table className={styles.table} aria-label={words.depots}>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.address}</th>
          <th scope="col" className={styles.spare}>
            {words.contact}
          </th>
          <th scope="col" className={styles.spare}>
            {words.position}
          </th>
        </tr>
      </thead>
      <tbody>
        {depots.map(({ key, name, address, contact }) => (
          <tr key={key} data-row={key} aria-current={key === chosen ? 'true' : undefined}>
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen(key)}>
                {key}
              </button>
            </td>
            <td>{name}</td>
            <td>{[address.line1, address.postalCode, address.city, address.country].filter(Boolean).join(', ')}</td>
            <td className={styles.spare}>{contact?.personName ?? contact?.email ?? '–'}</td>
            <td className={styles.spare}>
              {address.geoLocation ? `${address.geoLocation.lat}, ${address.geoLocation.lng}` : words.noPosition}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
