// Edits the settings of the environment in a draft that saves itself, and frames their pages.
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defaultSettings, getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { client } from '../api/client.ts'
import { type Draft, useDraft } from '../api/draft.ts'
import { read, reread, saveOver } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Refusals } from '../fields/refusals.tsx'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { Page } from '../shell/page.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
import { settingsWords } from './words.ts'

export interface SettingsDraft extends Draft {
  isThere: boolean
  mayWrite: boolean
  error: unknown
}

const environmentQuery = read(getEnvironment)

export function useSettingsDraft(): SettingsDraft {
  const answer = useQuery(environmentQuery)
  const draft = useDraft({
    record: answer.data?.data ?? defaultSettings,
    save: (patch) =>
      saveOver(environmentQuery.queryKey, (precondition) =>
        client.call(updateEnvironment, { body: patch, ...precondition }),
      ),
    reload: () => reread(environmentQuery.queryKey),
  })
  const mayWrite = useMay('settings:write')
  return { ...draft, isThere: answer.data !== undefined, mayWrite, error: answer.error }
}

interface SettingsPageProps {
  title: string
  about: string
  draft: SettingsDraft
  actions?: ReactNode
  /** Wide pages hold a table or a map. */
  wide?: boolean
  children: ReactNode
}

export function SettingsPage({ title, about, draft, actions, wide = false, children }: SettingsPageProps) {
  const words = useWords(settingsWords)
  return (
    <Page
      title={title}
      beside={
        <Text size="xs" c="dimmed" role="status">
          {draft.isSaving ? words.saving : ''}
        </Text>
      }
      actions={actions}
    >
      {draft.error && !draft.isThere ? (
        <Failure error={draft.error} />
      ) : (
        <div className={wide ? styles.broad : styles.narrow}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {about}
            </Text>
            {draft.mayWrite || !draft.isThere ? null : <Alert color="gray">{words.readOnly}</Alert>}
            <Refusals of={draft.others} />
            {draft.isThere ? children : <Waiting />}
          </Stack>
        </div>
      )}
    </Page>
  )
}
