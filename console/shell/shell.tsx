// The frame around every screen: navigation, environment, search, the person's menu, and what is said while offline.
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reachable } from '../api/connection.ts'
import { useDateOrder } from '../api/environment.ts'
import { follow } from '../live/stream.ts'
import { useWords } from '../words/language.ts'
import { EnvironmentSwitch } from './environment.tsx'
import { type FindElsewhere, Finder, FinderButton } from './finder.tsx'
import { NavigationLinks, useNavigationKeys } from './links.tsx'
import { PersonMenu } from './person.tsx'
import { Printer } from './print.tsx'
import { ShortcutSheet } from './sheet.tsx'
import styles from './shell.module.css'
import { useUndoKey } from './undo.tsx'
import { shellWords } from './words.ts'

export function Shell({ findElsewhere }: { findElsewhere: FindElsewhere }) {
  const words = useWords(shellWords)
  const [opened, drawer] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close
  useEffect(drawer.close, [path])
  useNavigationKeys()
  useUndoKey()
  useDateOrder()
  useEffect(follow, [])
  const side = (
    <>
      <EnvironmentSwitch />
      <FinderButton />
      <NavigationLinks />
      <PersonMenu />
    </>
  )
  return (
    <div className={styles.shell}>
      {/* Before the page: a list that prints itself takes the key from it. */}
      <Printer />
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <aside className={styles.side}>{side}</aside>
      <div className={styles.bar}>
        <Burger size="sm" opened={opened} onClick={drawer.toggle} aria-label={words.openNavigation} />
        <strong>Dray</strong>
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size="16rem"
        title="Dray"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <div className={styles.drawer}>{side}</div>
      </Drawer>
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Finder findElsewhere={findElsewhere} />
      <ShortcutSheet />
    </div>
  )
}

function OfflineBanner() {
  const words = useWords(shellWords)
  return reachable.use() ? null : (
    <div role="status" className={styles.banner}>
      {words.offline}
    </div>
  )
}
