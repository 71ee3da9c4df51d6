// Shows the version and the state of the service, and links to the documentation.
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reachable } from '../api/connection.ts'
import { useEnvironment } from '../api/environment.ts'
import { environmentId } from '../api/session.ts'
import { isLive } from '../live/stream.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { Page } from '../shell/page.tsx'
import { useWords } from '../words/language.ts'
import { aboutWords } from './words.ts'

const askAgainMs = 5_000

/** Reads the version. It belongs to the installation, so no endpoint of the client returns it. */
const version = async () =>
  ((await (await fetch('/openapi.json')).json()) as { info: { version: string } }).info.version
const isReady = async () => (await fetch('/health/ready', { cache: 'no-store' })).ok

export function AboutPage() {
  const words = useWords(aboutWords)
  const environment = useEnvironment()
  const known = useQuery({ queryKey: ['version'], queryFn: version, staleTime: Number.POSITIVE_INFINITY }).data
  const ready = useQuery({ queryKey: ['ready'], queryFn: isReady, refetchInterval: askAgainMs })
  const answers = reachable.use()
  const facts: [string, string | undefined][] = [
    [words.version, known],
    [words.health, ready.data && answers ? words.ready : words.notReady],
    [words.live, isLive.use() ? words.streaming : words.notStreaming],
    [words.environment, environment?.name],
    [words.environmentId, environmentId.use()],
    [words.timeZone, environment?.timezone],
    [words.address, `${location.origin}/v1`],
    [words.licence, 'Apache-2.0'],
  ]
  return (
    <Page title={words.title}>
      <div className={styles.narrow}>
        <Text size="sm" c="dimmed" mb="md">
          {words.about}
        </Text>
        <DataTable
          label={words.title}
          rows={facts}
          idOf={([name]) => name}
          columns={[
            { head: '', isKey: true, show: ([name]) => name },
            { head: '', show: ([, value]) => <bdi>{value ?? '–'}</bdi> },
          ]}
        />
        <Text size="sm" mt="md">
          <Anchor href="/docs">{words.reference}</Anchor> · <Anchor href="/openapi.json">OpenAPI 3.1</Anchor>
        </Text>
      </div>
    </Page>
  )
}
