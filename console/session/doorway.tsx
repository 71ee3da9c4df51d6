// Frames the pages before sign-in: a card and the choice of language.
import { Group, Paper, SegmentedControl, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { QuietText } from '../shell/quiet-text.ts'
import { shellTexts } from '../shell/words.ts'
import { currentLanguage, useTexts } from '../words/language.ts'
import { languageNames, type UiLanguage, uiLanguages } from '../words/words.ts'
import styles from './doorway.module.css'

export function SignInFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const texts = useTexts(shellTexts)
  useEffect(() => {
    document.title = `${title} · Dray`
  }, [title])
  return (
    <main className={styles.page}>
      <Paper withBorder className={styles.card}>
        <Group gap="xs" mb="lg">
          <svg width="28" height="28" viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" fill="#0b6b5d" />
            <path d="M4 5h6v5H4zM10 7h2l1 1.5V10h-3z" fill="#fff" />
          </svg>
          <Text fw={600} size="lg">
            Dray
          </Text>
        </Group>
        <Title order={1} mb="xs">
          {title}
        </Title>
        {text ? <QuietText mb="md">{text}</QuietText> : null}
        {children}
      </Paper>
      <SegmentedControl
        aria-label={texts.language}
        value={currentLanguage.use()}
        onChange={(chosen) => currentLanguage.set(chosen as UiLanguage)}
        data={uiLanguages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
      />
    </main>
  )
}
