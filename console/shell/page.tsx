// Frames a screen: title, time zone, actions and content, or a message if it is empty.
import { Button, Code, CopyButton, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { currentSession, environmentId } from '../api/session.ts'
import { createOnce } from '../platform/once.ts'
import { useTexts } from '../words/language.ts'
import { QuietText } from './quiet-text.ts'
import styles from './shell.module.css'
import { shellTexts } from './words.ts'

/** Returns the name of a time zone that `Intl` uses for all of its names. */
const canonicalZone = createOnce((timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone)
const isBrowserZone = (zone: string) => canonicalZone(zone) === new Intl.DateTimeFormat('en').resolvedOptions().timeZone

interface PageProps {
  title: string
  /** Time zone of all times on the page. The header shows it if the browser has another one. */
  zone?: string
  /** Content beside the title. */
  titleExtra?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function PageFrame({ title, zone, titleExtra, actions, children }: PageProps) {
  const texts = useTexts(shellTexts)
  const environment = currentSession.use()?.environments.find((entry) => entry.environmentId === environmentId.get())
  const foreignZone = zone === undefined || isBrowserZone(zone) ? undefined : zone
  useEffect(() => {
    document.title = [title, environment?.name, 'Dray'].filter(Boolean).join(' · ')
  }, [title, environment?.name])
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {titleExtra}
        <span className={styles.zone} title={foreignZone}>
          {foreignZone ? texts.zone(foreignZone) : null}
        </span>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  )
}

interface EmptyProps {
  title: string
  children?: ReactNode
  /** The main button of an empty page. */
  action?: ReactNode
  /** A shell command with the same effect. */
  command?: string
}

export function EmptyState({ title, children, action, command }: EmptyProps) {
  const texts = useTexts(shellTexts)
  return (
    <div className={styles.centred}>
      <Text fw={600}>{title}</Text>
      {children ? <QuietText maw="34rem">{children}</QuietText> : null}
      {action}
      {command ? (
        <>
          {/* A region that scrolls needs keyboard access. */}
          <Code block dir="ltr" ta="start" maw="min(46rem, 90vw)" tabIndex={0}>
            {command}
          </Code>
          <CopyButton value={command}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? texts.copied : texts.copy}</Button>}
          </CopyButton>
        </>
      ) : null}
    </div>
  )
}
