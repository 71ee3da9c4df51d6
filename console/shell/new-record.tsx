// The button that adds a record to a list, with its key.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hint } from './hint.tsx'
import { useShortcuts } from './shortcuts.ts'

interface NewRecord {
  label: string
  /** The page or the section of the key in the list of shortcuts. */
  group: string
  run(): void
  /** Without it the role may not add records, and there is no button. */
  isAllowed: boolean
  variant?: 'filled' | 'default'
}

/** Returns the button that adds a record, and offers its key `n`. */
export function useNewRecord({ label, group, run, isAllowed, variant = 'filled' }: NewRecord): ReactNode {
  useShortcuts(isAllowed ? [{ keys: 'n', label, group, run }] : [])
  return isAllowed ? (
    <Hint label={label} keys="n">
      <Button variant={variant} leftSection={<IconPlus size={14} />} onClick={run}>
        {label}
      </Button>
    </Hint>
  ) : null
}
