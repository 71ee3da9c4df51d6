// Shows the tracking and e-mail settings of an order: the environment's switch, the order's switch, and their effect.
import { Badge, SegmentedControl } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { DataTable } from '../shell/data-table.tsx'
import { useWords } from '../words/language.ts'
import styles from './detail.module.css'
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
  const own = (member: (typeof rows)[number]['member']) => draft.value(member) as boolean | null
  return (
    <DataTable
      inset={{ layout: 'fixed' }}
      rows={rows}
      idOf={({ member }) => member}
      columns={[
        { head: words.notices, isKey: true, className: styles.notice, show: ({ setting }) => words[setting] },
        { head: words.environment, rem: 7, show: ({ setting }) => onOff(notifications[setting]) },
        {
          head: words.thisOrder,
          rem: 17,
          show: ({ member, setting }) => (
            <SegmentedControl
              aria-label={`${words[setting]}: ${words.thisOrder}`}
              disabled={isReadOnly}
              value={String(own(member))}
              onChange={(chosen) => draft.put(member, chosen === 'null' ? null : chosen === 'true')}
              data={[
                { value: 'null', label: words.asEnvironment },
                { value: 'true', label: words.on },
                { value: 'false', label: words.off },
              ]}
            />
          ),
        },
        {
          head: words.effect,
          rem: 5,
          show: ({ member, setting }) => onOff(notifications[setting] && own(member) !== false),
        },
      ]}
    />
  )
}
