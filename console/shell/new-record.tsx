// The button that adds a record to a list, with its key.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PageCommand } from './command.ts'
import { ControlHint } from './hint.tsx'
import { useNamed, useShortcuts } from './shortcuts.ts'

interface NewRecord {
  command: PageCommand
  /** Page or section of the key in the list of shortcuts. */
  group: string
  run(): void
  /** Whether the role may add records; without it there is no button. */
  isAllowed: boolean
  variant?: 'filled' | 'default'
}

/** Returns the button that adds a record, and offers its key. */
export function useNewRecord({ command, group, run, isAllowed, variant = 'filled' }: NewRecord): ReactNode {
  const { keys, label } = useNamed()(command)
  useShortcuts(isAllowed ? [{ command, group, run }] : [])
  return isAllowed ? (
    <ControlHint label={label} keys={keys}>
      <Button variant={variant} leftSection={<IconPlus size={14} />} onClick={run}>
        {label}
      </Button>
    </ControlHint>
  ) : null
}
