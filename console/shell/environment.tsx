// Shows the environment of the tab, and changes to another one.
import { Menu, Text } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { queryClient } from '../api/query.ts'
import { chooseEnvironment, currentSession, environmentId } from '../api/session.ts'
import { useTexts } from '../words/language.ts'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellTexts } from './words.ts'

export function EnvironmentSwitch() {
  const texts = useTexts(shellTexts)
  const environments = currentSession.use()?.environments ?? []
  const current = environmentId.use()
  const name = environments.find((environment) => environment.environmentId === current)?.name ?? 'Dray'
  const choose = (id: string) => {
    chooseEnvironment(id)
    // Responses of one environment must not appear in another.
    void queryClient.resetQueries()
  }
  useShortcuts(
    environments
      .filter(({ environmentId: id }) => id !== current)
      .map(({ environmentId: id, name: other }) => ({
        label: `${texts.environment}: ${other}`,
        group: texts.general,
        run: () => choose(id),
      })),
  )
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className={styles.person}>
          <span className="visually-hidden">{texts.environment}:</span>
          <svg width="22" height="22" viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" fill="#0b6b5d" />
            <path d="M4 5h6v5H4zM10 7h2l1 1.5V10h-3z" fill="#fff" />
          </svg>
          <Text span fw={600} truncate flex={1}>
            {name}
          </Text>
          <IconSelector size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.environment}</Menu.Label>
        {environments.map(({ environmentId: id, name: other }) => (
          <Menu.Item
            key={id}
            onClick={() => choose(id)}
            rightSection={id === current ? <IconCheck size={14} aria-hidden /> : null}
          >
            {other}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
