// Notices and tracking of an order: the environment's switch and the order's own, side by side, and what follows from both.
import { Badge, SegmentedControl, Table } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { useWords } from '../words/language.ts'
import type { SectionProps } from './record.ts'
import { detailWords } from './words.ts'

const rows = [
  { member: 'consignmentNotificationsEnabled', setting: 'proofOfDelivery' },
  { member: 'publicTrackingEnabled', setting: 'publicTracking' },
] as const

export function Notices({ draft, isReadOnly }: SectionProps) {
  const words = useWords(detailWords)
  const { notifications } = useSettings()
  useShown(draft, rows[0].member)
  useShown(draft, rows[1].member)
  const onOff = (isOn: boolean) => <Badge color={isOn ? 'good' : 'gray'}>{isOn ? words.on : words.off}</Badge>
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.notices}</Table.Th>
          <Table.Th w="7rem">{words.environment}</Table.Th>
          <Table.Th w="17rem">{words.thisOrder}</Table.Th>
          <Table.Th w="5rem">{words.effect}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ member, setting }) => {
          const own = draft.value(member) as boolean | null
          return (
            <Table.Tr key={member}>
              <Table.Th scope="row" fw={400}>
                {words[setting]}
              </Table.Th>
              <Table.Td>{onOff(notifications[setting])}</Table.Td>
              <Table.Td>
                <SegmentedControl
                  aria-label={`${words[setting]}: ${words.thisOrder}`}
                  disabled={isReadOnly}
                  value={String(own)}
                  onChange={(chosen) => draft.put(member, chosen === 'null' ? null : chosen === 'true')}
                  data={[
                    { value: 'null', label: words.asEnvironment },
                    { value: 'true', label: words.on },
                    { value: 'false', label: words.off },
                  ]}
                />
              </Table.Td>
              <Table.Td>{onOff(notifications[setting] && own !== false)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
