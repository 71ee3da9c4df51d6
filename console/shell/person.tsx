// The user menu: colours, language, shortcuts, and sign-out.
import { Avatar, Menu, SegmentedControl, Stack, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconBook, IconHelp, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { signOut } from '../api/account.ts'
import { currentSession } from '../api/session.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageNames, type UiLanguage, uiLanguages } from '../words/words.ts'
import { QuietText } from './quiet-text.ts'
import { sheetOpened } from './sheet.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellTexts } from './words.ts'

export function PersonMenu() {
  const texts = useTexts(shellTexts)
  const person = currentSession.use()
  useUserCommands()
  return (
    <Menu position="top-start" width="16rem" closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={styles.person}>
          <span className="visually-hidden">{texts.account}:</span>
          <Avatar size={24} radius="xl" name={person?.name ?? person?.email ?? ''} color="gray" aria-hidden />
          <span>{person?.name || person?.email}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={6} p="xs">
          <QuietText size="xs" truncate>
            {person?.email}
          </QuietText>
          <Colours />
          <SegmentedControl
            aria-label={texts.language}
            fullWidth
            value={currentLanguage.use()}
            onChange={(chosen) => currentLanguage.set(chosen as UiLanguage)}
            data={uiLanguages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          />
        </Stack>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={15} />}>
          {texts.myAccount}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick
          leftSection={<IconKeyboard size={15} aria-hidden />}
          rightSection={<QuietText size="xs">?</QuietText>}
          onClick={() => sheetOpened.set(true)}
        >
          {texts.shortcuts}
        </Menu.Item>
        <Menu.Item component="a" href="/guide/" target="_blank" leftSection={<IconHelp size={15} aria-hidden />}>
          {texts.guide}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={15} aria-hidden />}>
          {texts.reference}
        </Menu.Item>
        <Menu.Item closeMenuOnClick leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void signOut()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Colours() {
  const texts = useTexts(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={texts.colours}
      fullWidth
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as 'auto' | 'light' | 'dark')}
      data={[
        { value: 'auto', label: texts.system },
        { value: 'light', label: texts.light },
        { value: 'dark', label: texts.dark },
      ]}
    />
  )
}

/** Registers the commands of the user menu, so that ⌘K offers them while the menu is closed. */
function useUserCommands(): void {
  const texts = useTexts(shellTexts)
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const computed = useComputedColorScheme('light')
  const group = texts.general
  useShortcuts([
    {
      keys: 'mod+shift+l',
      label: texts.switchColours,
      group,
      run: () => setColorScheme(computed === 'dark' ? 'light' : 'dark'),
    },
    { label: `${texts.colours}: ${texts.system}`, group, run: () => setColorScheme('auto') },
    ...uiLanguages.map((value) => ({
      label: `${texts.language}: ${languageNames[value]}`,
      group,
      run: () => currentLanguage.set(value),
    })),
    { label: texts.myAccount, group, run: () => void navigate({ to: '/account' }) },
    { label: texts.guide, group, run: () => void open('/guide/', '_blank') },
    { label: texts.reference, group, run: () => void open('/docs', '_blank') },
    { label: texts.signOut, group, run: () => void signOut() },
  ])
}
