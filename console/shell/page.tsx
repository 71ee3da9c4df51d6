// Frames a screen: title, time zone, actions and content, or a message if it is empty.
import { Button, Code, CopyButton, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { environmentId, session } from '../api/session.ts'
import { useWords } from '../words/language.ts'
import styles from './shell.module.css'
import { shellWords } from './words.ts'

interface PageProps {
  title: string
  /** Time zone of all times on the page. */
  zone?: string
  /** Content beside the title. */
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, zone, beside, actions, children }: PageProps) {
  const words = useWords(shellWords)
  const environment = session.use()?.environments.find((one) => one.environmentId === environmentId.get())
  useEffect(() => {
    document.title = [title, environment?.name, 'Dray'].filter(Boolean).join(' · ')
  }, [title, environment?.name])
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {beside}
        <span className={styles.zone} title={zone}>
          {zone ? words.zone(zone) : null}
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

export function Empty({ title, children, action, command }: EmptyProps) {
  const words = useWords(shellWords)
  return (
    <div className={styles.centred}>
      <Text fw={600}>{title}</Text>
      {children ? (
        <Text size="sm" c="dimmed" maw="34rem">
          {children}
        </Text>
      ) : null}
      {action}
      {command ? (
        <>
          {/* A region that scrolls needs keyboard access. */}
          <Code block dir="ltr" ta="start" maw="min(46rem, 90vw)" tabIndex={0}>
            {command}
          </Code>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </>
      ) : null}
    </div>
  )
}
