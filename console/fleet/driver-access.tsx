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
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { QrCode } from '../factor/picture.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { formatRowLabel } from '../shell/row-commands.ts'
import { SecretAlert } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { fleetTexts } from './words.ts'

/**
 * Returns the devices with distinct names. Browsers report one name for all phones of a model, so devices with the same
 * name are numbered in the order of their registration. The ids of devices sort by the time of registration.
 */
function withNames(devices: readonly DriverDevice[]): (DriverDevice & { name: string })[] {
  const alike = Map.groupBy(
    devices.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
    ({ device }) => device,
  )
  return devices.map((item) => {
    const group = alike.get(item.device)!
    return { ...item, name: group.length === 1 ? item.device : `${item.device} (${group.indexOf(item) + 1})` }
  })
}

export function DriverAccess({ driver: { key: driverKey, name, active } }: { driver: Driver }) {
  const texts = useTexts(fleetTexts)
  const mayRead = useMay('drivers:read')
  const mayWrite = useMay('drivers:write')
  const [link, setLink] = useState<DriverLink>()
  const devices = useQuery({ ...buildQuery(listDriverDevices, { query: { key: driverKey } }), enabled: mayRead })
  async function registerPhone() {
    try {
      setLink((await apiClient.call(linkDriver, { query: { key: driverKey } })).data)
    } catch (error) {
      showProblem(error)
    }
  }
  const mayRegister = mayRead && mayWrite && active
  useShortcuts(
    mayRegister
      ? [{ label: formatRowLabel(name, texts.letIn), group: texts.access, run: () => void registerPhone() }]
      : [],
  )
  if (!mayRead) return null
  return (
    <section className={styles.group}>
      <h2>{texts.access}</h2>
      <QuietText>{texts.accessAbout}</QuietText>
      <Devices driverKey={driverKey} devices={withNames(devices.data?.data ?? [])} mayWrite={mayWrite} />
      {link ? <RegistrationLink link={link} onDone={() => setLink(undefined)} /> : null}
      {mayRegister ? (
        <div>
          <Button onClick={() => void registerPhone()}>{texts.letIn}</Button>
        </div>
      ) : null}
    </section>
  )
}

function RegistrationLink({ link, onDone }: { link: DriverLink; onDone(): void }) {
  const texts = useTexts(fleetTexts)
  const format = useEnvironmentFormat()
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.scanThis}</Text>
      <QrCode text={link.url} label={texts.codePicture} />
      <SecretAlert
        title={texts.typeThis}
        values={[
          { label: texts.codeLabel, text: link.code },
          { label: texts.linkLabel, text: link.url },
        ]}
        onDone={onDone}
      />
      <QuietText size="xs">
        {texts.usedOnce(format.instant(link.urlExpires), format.instant(link.codeExpires))}
      </QuietText>
    </Stack>
  )
}

interface DevicesProps {
  driverKey: string
  devices: readonly ReturnType<typeof withNames>[number][]
  mayWrite: boolean
}

function Devices({ driverKey, devices, mayWrite }: DevicesProps) {
  const texts = useTexts(fleetTexts)
  const format = useEnvironmentFormat()
  async function revokePhone(deviceId: string) {
    await apiClient.call(endDriverDevice, { params: { deviceId }, query: { key: driverKey } })
    await refreshEndpoints(listDriverDevices)
    showDone(texts.deviceOut)
  }
  return (
    <DataTable
      inset={{}}
      label={texts.devices}
      rows={devices}
      empty={<Text size="sm">{texts.noDevices}</Text>}
      idOf={({ deviceId }) => deviceId}
      nameOf={({ name }) => name}
      commands={({ deviceId, name: device }) => {
        const name = texts.letOutDevice(device)
        const command = { label: texts.letOut, name, question: texts.letOutAsk, run: () => revokePhone(deviceId) }
        return mayWrite ? [command] : []
      }}
      actions={texts.letOut}
      columns={[
        { head: texts.device, show: ({ name }) => <bdi>{name}</bdi> },
        { head: texts.registered, show: ({ created }) => format.instant(created) },
        { head: texts.lastUsed, show: ({ lastUsed }) => format.instant(lastUsed) },
      ]}
    />
  )
}
