// Frames every page: navigation, environment, search, user menu, and a message while offline.
import { ActionIcon, Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isReachable } from '../api/connection.ts'
import { useDateOrder } from '../api/environment.ts'
import { beginToFollow, endToFollow } from '../live/stream.ts'
import { createKeptStore } from '../platform/store.ts'
import { useTexts } from '../words/language.ts'
import { EnvironmentSwitch } from './environment.tsx'
import { type FindElsewhere, FinderButton, FinderDialog } from './finder.tsx'
import { ControlHint } from './hint.tsx'
import { NavigationLinks, useNavigationKeys } from './links.tsx'
import { PersonMenu } from './person.tsx'
import { PrintView } from './print.tsx'
import { ShortcutSheet } from './sheet.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { useUndoKey } from './undo.tsx'
import { shellTexts } from './words.ts'

export function ConsoleShell({ findElsewhere }: { findElsewhere: FindElsewhere }) {
  const texts = useTexts(shellTexts)
  const [opened, drawer] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close
  useEffect(drawer.close, [path])
  const isCollapsed = collapsed.use() === 'yes'
  useNavigationKeys()
  useUndoKey()
  useDateOrder()
  useEffect(() => {
    beginToFollow()
    return endToFollow
  }, [])
  const side = (
    <>
      <EnvironmentSwitch />
      <FinderButton />
      <NavigationLinks />
      <PersonMenu />
    </>
  )
  return (
    <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
      {/* The printer comes before the page, so that a list with its own print command takes the key. */}
      <PrintView />
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <aside className={styles.side}>
        {side}
        <CollapseButton />
      </aside>
      <header className={styles.bar}>
        <Burger size="sm" opened={opened} onClick={drawer.toggle} aria-label={texts.openNavigation} />
        <strong>Dray</strong>
      </header>
      <Drawer opened={opened} onClose={drawer.close} size="16rem" title="Dray">
        <div className={styles.drawer}>{side}</div>
      </Drawer>
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <FinderDialog findElsewhere={findElsewhere} />
      <ShortcutSheet />
    </div>
  )
}

/** Whether the navigation shows only icons. */
const collapsed = createKeptStore('dray.navigation.collapsed', (text) => (text === 'yes' ? 'yes' : 'no'))

function CollapseButton() {
  const texts = useTexts(shellTexts)
  const isCollapsed = collapsed.use() === 'yes'
  const toggle = () => collapsed.set(isCollapsed ? 'no' : 'yes')
  useShortcuts([{ keys: 'mod+b', label: texts.collapseNavigation, group: texts.general, run: toggle }])
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ControlHint label={texts.collapseNavigation} keys="mod+b">
      <ActionIcon
        className={styles.collapse}
        aria-label={texts.collapseNavigation}
        aria-expanded={!isCollapsed}
        onClick={toggle}
      >
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </ControlHint>
  )
}

function OfflineBanner() {
  const texts = useTexts(shellTexts)
  return isReachable.use() ? null : (
    <div role="status" className={styles.banner}>
      {texts.offline}
    </div>
  )
}
