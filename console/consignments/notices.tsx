// Shows the tracking and e-mail settings of an order: the environment's switch, the order's switch, and their effect.
import { Badge, SegmentedControl } from '@mantine/core'
import { useShown } from '../api/draft.ts'
import { useSettings } from '../api/environment.ts'
import { DataTable } from '../shell/data-table.tsx'
import { useTexts } from '../words/language.ts'
import styles from './detail.module.css'
import type { SectionProps } from './record.ts'
import { detailTexts } from './words.ts'

const rows = [
  { member: 'consignmentNotificationsEnabled', setting: 'proofOfDelivery' },
  { member: 'publicTrackingEnabled', setting: 'publicTracking' },
] as const

export function OrderNotifications({ draft, isReadOnly }: SectionProps) {
  const texts = useTexts(detailTexts)
  const { notifications } = useSettings()
  useShown(draft, rows[0].member)
  useShown(draft, rows[1].member)
  const onOff = (isOn: boolean) => <Badge color={isOn ? 'good' : 'gray'}>{isOn ? texts.on : texts.off}</Badge>
  const readSwitch = (member: (typeof rows)[number]['member']) => draft.value(member) as boolean | null
  return (
    <DataTable
      inset={{ layout: 'fixed' }}
      rows={rows}
      idOf={({ member }) => member}
      columns={[
        { head: texts.notices, isKey: true, className: styles.notice, show: ({ setting }) => texts[setting] },
        { head: texts.environment, rem: 7, show: ({ setting }) => onOff(notifications[setting]) },
        {
          head: texts.thisOrder,
          rem: 17,
          show: ({ member, setting }) => (
            <SegmentedControl
              aria-label={`${texts[setting]}: ${texts.thisOrder}`}
              disabled={isReadOnly}
              value={String(readSwitch(member))}
              onChange={(chosen) => draft.put(member, chosen === 'null' ? null : chosen === 'true')}
              data={[
                { value: 'null', label: texts.asEnvironment },
                { value: 'true', label: texts.on },
                { value: 'false', label: texts.off },
              ]}
            />
          ),
        },
        {
          head: texts.effect,
          rem: 5,
          show: ({ member, setting }) => onOff(notifications[setting] && readSwitch(member) !== false),
        },
      ]}
    />
  )
}
