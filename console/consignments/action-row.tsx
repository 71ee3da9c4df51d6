// Draws buttons in one row. Buttons without room move into a menu at its end.
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ControlHint, KeyCaps } from '../shell/hint.tsx'
import styles from './list.module.css'

export interface ToolbarAction {
  keys: string
  label: string
  run(): void
  icon?: ReactNode
  color?: string
  /** Whether the command has a key but no button. If the command is inactive, the key shows the reason. */
  isKeyOnly?: boolean
}

interface FittingProps {
  actions: readonly ToolbarAction[]
  /** Label of the menu. */
  moreLabel: string
}

export function ActionRow({ actions, moreLabel }: FittingProps) {
  const row = useRef<HTMLDivElement>(null)
  const fits = useFits(row, actions.map(({ label }) => label).join('\n'))
  const hiddenActions = actions.slice(fits)
  return (
    <>
      <div ref={row} className={styles.fitting}>
        {actions.map((action, index) => (
          <ActionButton key={action.keys} {...action} isHidden={index >= fits} />
        ))}
      </div>
      <Menu position="top-end" width="16rem" disabled={hiddenActions.length === 0}>
        <Menu.Target>
          <ActionIcon aria-label={moreLabel} data-hint={moreLabel} data-empty={hiddenActions.length === 0 || undefined}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {hiddenActions.map(({ keys, label, icon, run }) => (
            <Menu.Item key={keys} leftSection={icon} rightSection={<KeyCaps keys={keys} />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

interface ActionButtonProps extends ToolbarAction {
  isHidden?: boolean
}

export const ActionButton = ({ keys, label, icon, run, color, isHidden = false }: ActionButtonProps) => (
  <ControlHint label={label} keys={keys}>
    <Button
      px="xs"
      leftSection={icon}
      {...(color ? { c: color } : {})}
      {...(isHidden ? { style: { visibility: 'hidden' } } : {})}
      onClick={run}
    >
      {label}
    </Button>
  </ControlHint>
)

/** Returns the number of buttons in the first row. The others wrap and are hidden. */
function useFits(row: RefObject<HTMLElement | null>, labels: string): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels have other widths
  useLayoutEffect(() => {
    const element = row.current!
    const measureFit = () => {
      const buttons = [...element.children] as HTMLElement[]
      setFits(buttons.filter(({ offsetTop }) => offsetTop === buttons[0]!.offsetTop).length)
    }
    measureFit()
    const observer = new ResizeObserver(measureFit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [labels])
  return fits
}
