// Draws a button that is only an icon. Its tooltip shows its name and its keys.
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ControlHint } from './hint.tsx'

interface ToolButtonProps extends ActionIconProps {
  label: string
  keys?: string | undefined
  icon: ReactNode
  run(): void
  'aria-pressed'?: boolean
}

export const ToolButton = ({ label, keys, icon, run, ...button }: ToolButtonProps) => (
  <ControlHint label={label} keys={keys}>
    <ActionIcon aria-label={label} onClick={run} {...button}>
      {icon}
    </ActionIcon>
  </ControlHint>
)
