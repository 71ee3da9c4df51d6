// The links of the navigation and their keys: `g`, then the letter of the page.
import { Link, useNavigate } from '@tanstack/react-router'
import { environmentId, session } from '../api/session.ts'
import { useWords } from '../words/language.ts'
import { Hint } from './hint.tsx'
import { type NavigationPage, pages } from './navigation.ts'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { shellWords } from './words.ts'

/** Returns the pages that the user may open in the environment of this tab. */
export function usePages(): readonly NavigationPage[] {
  const current = environmentId.use()
  const scopes = session.use()?.environments.find((one) => one.environmentId === current)?.scopes ?? []
  return (pages as readonly NavigationPage[]).filter(({ scope }) => scope === undefined || scopes.includes(scope))
}

export function NavigationLinks() {
  const all = usePages()
  const words = useWords(shellWords)
  const link = ({ to, words: name, icon: Icon, key }: NavigationPage) => (
    <Hint key={to} label={words[name] as string} keys={`g ${key}`}>
      <Link to={to} className={styles.link}>
        <Icon size={17} stroke={1.7} aria-hidden />
        <span>{words[name] as string}</span>
      </Link>
    </Hint>
  )
  return (
    <nav aria-label={words.navigation} style={{ flex: 1 }}>
      {all.filter(({ section }) => !section).map(link)}
      {all.some(({ section }) => section) ? <p className={styles.section}>{words.settings}</p> : null}
      {all.filter(({ section }) => section).map(link)}
    </nav>
  )
}

export function useNavigationKeys(): void {
  const all = usePages()
  const words = useWords(shellWords)
  const navigate = useNavigate()
  useShortcuts(
    all.map(({ to, words: name, key }) => ({
      keys: `g ${key}`,
      label: words.goTo(words[name] as string),
      group: words.pages,
      run: () => navigate({ to }),
    })),
  )
}
