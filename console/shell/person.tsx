// The user menu: colours, language, shortcuts, and sign-out.
import {
  Avatar,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconBook, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { signOut } from '../api/account.ts'
import { session } from '../api/session.ts'
import { language, useWords } from '../words/language.ts'
import { type Language, languageNames, languages } from '../words/words.ts'
import { sheetOpened } from './sheet.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

export function PersonMenu() {
  const words = useWords(shellWords)
  const person = session.use()
  useOwnCommands()
  return (
    <Menu position="top-start" width="16rem" closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={styles.person}>
          <span className="visually-hidden">{words.account}:</span>
          <Avatar size={24} radius="xl" name={person?.name ?? person?.email ?? ''} color="gray" aria-hidden />
          <span>{person?.name || person?.email}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={6} p="xs">
          <Text size="xs" c="dimmed" truncate>
            {person?.email}
          </Text>
          <Colours />
          <SegmentedControl
            aria-label={words.language}
            fullWidth
            value={language.use()}
            onChange={(chosen) => language.set(chosen as Language)}
            data={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          />
        </Stack>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={15} />}>
          {words.myAccount}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick
          leftSection={<IconKeyboard size={15} aria-hidden />}
          rightSection={
            <Text size="xs" c="dimmed">
              ?
            </Text>
          }
          onClick={() => sheetOpened.set(true)}
        >
          {words.shortcuts}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={15} aria-hidden />}>
          {words.reference}
        </Menu.Item>
        <Menu.Item closeMenuOnClick leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void signOut()}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Colours() {
  const words = useWords(shellWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={words.colours}
      fullWidth
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as 'auto' | 'light' | 'dark')}
      data={[
        { value: 'auto', label: words.system },
        { value: 'light', label: words.light },
        { value: 'dark', label: words.dark },
      ]}
    />
  )
}

/** Registers the commands of the user menu, so that ⌘K offers them while the menu is closed. */
function useOwnCommands(): void {
  const words = useWords(shellWords)
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const computed = useComputedColorScheme('light')
  const group = words.general
  useShortcuts([
    {
      keys: 'mod+shift+l',
      label: words.switchColours,
      group,
      run: () => setColorScheme(computed === 'dark' ? 'light' : 'dark'),
    },
    { label: `${words.colours}: ${words.system}`, group, run: () => setColorScheme('auto') },
    ...languages.map((value) => ({
      label: `${words.language}: ${languageNames[value]}`,
      group,
      run: () => language.set(value),
    })),
    { label: words.myAccount, group, run: () => void navigate({ to: '/account' }) },
    { label: words.reference, group, run: () => void open('/docs', '_blank') },
    { label: words.signOut, group, run: () => void signOut() },
  ])
}
