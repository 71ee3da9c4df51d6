// Lists the devices of a driver, and registers another one.
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DriverDevice,
  type DriverLink,
  endDriverDevice,
  linkDriver,
  listDriverDevices,
} from '../../contract/drive.ts'
import type { Driver } from '../../contract/fleet.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Picture } from '../factor/picture.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { ofRow } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { fleetWords } from './words.ts'

/**
 * Returns the devices with distinct names. Browsers report one name for all phones of a model, so these are numbered
 * in the order of their registration. Ids of devices sort by that time.
 */
function withNames(devices: readonly DriverDevice[]): (DriverDevice & { name: string })[] {
  const alike = Map.groupBy(
    devices.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
    ({ device }) => device,
  )
  return devices.map((one) => {
    const same = alike.get(one.device)!
    return { ...one, name: same.length === 1 ? one.device : `${one.device} (${same.indexOf(one) + 1})` }
  })
}

export function DriverAccess({ driver: { key: driverKey, name, active } }: { driver: Driver }) {
  const words = useWords(fleetWords)
  const mayRead = useMay('drivers:read')
  const mayWrite = useMay('drivers:write')
  const [link, setLink] = useState<DriverLink>()
  const devices = useQuery({ ...read(listDriverDevices, { query: { key: driverKey } }), enabled: mayRead })
  async function letIn() {
    try {
      setLink((await client.call(linkDriver, { query: { key: driverKey } })).data)
    } catch (error) {
      showProblem(error)
    }
  }
  const mayLetIn = mayRead && mayWrite && active
  useShortcuts(mayLetIn ? [{ label: ofRow(name, words.letIn), group: words.access, run: () => void letIn() }] : [])
  if (!mayRead) return null
  return (
    <section className={styles.group}>
      <h2>{words.access}</h2>
      <Text size="sm" c="dimmed">
        {words.accessAbout}
      </Text>
      <Devices driverKey={driverKey} devices={withNames(devices.data?.data ?? [])} mayWrite={mayWrite} />
      {link ? <Shown link={link} onDone={() => setLink(undefined)} /> : null}
      {mayLetIn ? (
        <div>
          <Button variant="default" onClick={() => void letIn()}>
            {words.letIn}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Shown({ link, onDone }: { link: DriverLink; onDone(): void }) {
  const words = useWords(fleetWords)
  const format = useEnvironmentFormat()
  return (
    <Stack gap="xs">
      <Text size="sm">{words.scanThis}</Text>
      <Picture text={link.url} label={words.codePicture} />
      <Secret
        title={words.typeThis}
        values={[
          { label: words.codeLabel, text: link.code },
          { label: words.linkLabel, text: link.url },
        ]}
        onDone={onDone}
      />
      <Text size="xs" c="dimmed">
        {words.usedOnce(format.instant(link.urlExpires), format.instant(link.codeExpires))}
      </Text>
    </Stack>
  )
}

interface DevicesProps {
  driverKey: string
  devices: readonly ReturnType<typeof withNames>[number][]
  mayWrite: boolean
}

function Devices({ driverKey, devices, mayWrite }: DevicesProps) {
  const words = useWords(fleetWords)
  const format = useEnvironmentFormat()
  async function letOut(deviceId: string) {
    await client.call(endDriverDevice, { params: { deviceId }, query: { key: driverKey } })
    await refresh(listDriverDevices)
    showDone(words.deviceOut)
  }
  return (
    <DataTable
      inset={{}}
      label={words.devices}
      rows={devices}
      empty={<Text size="sm">{words.noDevices}</Text>}
      idOf={({ deviceId }) => deviceId}
      nameOf={({ name }) => name}
      commands={({ deviceId, name: device }) => {
        const name = words.letOutDevice(device)
        const command = { label: words.letOut, name, question: words.letOutAsk, run: () => letOut(deviceId) }
        return mayWrite ? [command] : []
      }}
      actions={words.letOut}
      columns={[
        { head: words.device, show: ({ name }) => <bdi>{name}</bdi> },
        { head: words.registered, show: ({ created }) => format.instant(created) },
        { head: words.lastUsed, show: ({ lastUsed }) => format.instant(lastUsed) },
      ]}
    />
  )
}
