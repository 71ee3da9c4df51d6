// The links of the navigation and their keys: `g`, then the letter of the page.
import { Link, useNavigate } from '@tanstack/react-router'
import { currentSession, environmentId } from '../api/session.ts'
import { useTexts } from '../words/language.ts'
import { ControlHint } from './hint.tsx'
import { type NavigationPage, navigationPages } from './navigation.ts'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellTexts } from './words.ts'

/** Returns the pages that the user may open in the environment of this tab. */
export function usePages(): readonly NavigationPage[] {
  const current = environmentId.use()
  const scopes = currentSession.use()?.environments.find((entry) => entry.environmentId === current)?.scopes ?? []
  return (navigationPages as readonly NavigationPage[]).filter(
    ({ scope }) => scope === undefined || scopes.includes(scope),
  )
}

export function NavigationLinks() {
  const allowedPages = usePages()
  const texts = useTexts(shellTexts)
  const link = ({ to, words: name, icon: Icon, key }: NavigationPage) => (
    <ControlHint key={to} label={texts[name] as string} keys={`g ${key}`}>
      <Link to={to} className={styles.link}>
        <Icon size={17} stroke={1.7} aria-hidden />
        <span>{texts[name] as string}</span>
      </Link>
    </ControlHint>
  )
  return (
    <nav aria-label={texts.navigation} style={{ flex: 1 }}>
      {allowedPages.filter(({ section }) => !section).map(link)}
      {allowedPages.some(({ section }) => section) ? <p className={styles.section}>{texts.settings}</p> : null}
      {allowedPages.filter(({ section }) => section).map(link)}
    </nav>
  )
}

export function useNavigationKeys(): void {
  const allowedPages = usePages()
  const texts = useTexts(shellTexts)
  const navigate = useNavigate()
  useShortcuts(
    allowedPages.map(({ to, words: name, key }) => ({
      keys: `g ${key}`,
      label: texts.goTo(texts[name] as string),
      group: texts.pages,
      run: () => navigate({ to }),
    })),
  )
}
