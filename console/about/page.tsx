// Shows the version and the state of the service, and links to the documentation.
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isReachable } from '../api/connection.ts'
import { useEnvironment } from '../api/environment.ts'
import { environmentId } from '../api/session.ts'
import { isLive } from '../live/stream.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { aboutTexts } from './words.ts'

const pollMs = 5_000

/** Reads the version. It belongs to the installation, so no endpoint of the client returns it. */
const version = async () =>
  ((await (await fetch('/openapi.json')).json()) as { info: { version: string } }).info.version
const isReady = async () => (await fetch('/health/ready', { cache: 'no-store' })).ok

export function AboutPage() {
  const texts = useTexts(aboutTexts)
  const environment = useEnvironment()
  const serviceVersion = useQuery({ queryKey: ['version'], queryFn: version, staleTime: Number.POSITIVE_INFINITY }).data
  const ready = useQuery({ queryKey: ['ready'], queryFn: isReady, refetchInterval: pollMs })
  const answers = isReachable.use()
  const facts: [string, string | undefined][] = [
    [texts.version, serviceVersion],
    [texts.health, ready.data && answers ? texts.ready : texts.notReady],
    [texts.live, isLive.use() ? texts.streaming : texts.notStreaming],
    [texts.environment, environment?.name],
    [texts.environmentId, environmentId.use()],
    [texts.timeZone, environment?.timezone],
    [texts.address, `${location.origin}/v1`],
    [texts.licence, 'Apache-2.0'],
  ]
  return (
    <PageFrame title={texts.title}>
      <div className={styles.narrow}>
        <QuietText mb="md">{texts.about}</QuietText>
        <DataTable
          label={texts.title}
          rows={facts}
          idOf={([name]) => name}
          columns={[
            { head: '', isKey: true, show: ([name]) => name },
            { head: '', show: ([, value]) => <bdi>{value ?? '–'}</bdi> },
          ]}
        />
        <Text size="sm" mt="md">
          <Anchor href="/guide/">{texts.guide}</Anchor> · <Anchor href="/docs">{texts.reference}</Anchor> ·{' '}
          <Anchor href="/openapi.json">OpenAPI 3.1</Anchor>
        </Text>
      </div>
    </PageFrame>
  )
}
