// A tooltip that names what a control does and the keys that do the same.
import { Group, Kbd, Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { printed } from './shortcuts.ts'

export const Keys = ({ keys }: { keys: string }) => (
  <Group gap={3} wrap="nowrap" component="span">
    {printed(keys).map((key, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same key may stand twice in a row
      <Kbd key={index} dir="ltr">
        {key}
      </Kbd>
    ))}
  </Group>
)

export function Hint({ label, keys, children }: { label: string; keys?: string; children: ReactElement }) {
  return (
    <Tooltip
      label={
        <Group gap="xs" wrap="nowrap">
          <span>{label}</span>
          {keys ? <Keys keys={keys} /> : null}
        </Group>
      }
    >
      {children}
    </Tooltip>
  )
}
