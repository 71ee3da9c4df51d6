// Edits the settings of the environment in a draft that saves itself, and frames their pages.
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defaultSettings, getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { apiClient } from '../api/client.ts'
import { type RecordDraft, useDraft } from '../api/draft.ts'
import { buildQuery, refreshResponse, saveOver } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { FormErrors } from '../fields/refusals.tsx'
import styles from '../shell/content.module.css'
import { FailureMessage } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { LoadingLines } from '../shell/waiting.tsx'
import { useTexts } from '../words/language.ts'
import { settingsTexts } from './words.ts'

export interface SettingsDraft extends RecordDraft {
  isLoaded: boolean
  mayWrite: boolean
  error: unknown
}

const environmentQuery = buildQuery(getEnvironment)

export function useSettingsDraft(): SettingsDraft {
  const answer = useQuery(environmentQuery)
  const draft = useDraft({
    record: answer.data?.data ?? defaultSettings,
    save: (patch) =>
      saveOver(environmentQuery.queryKey, (precondition) =>
        apiClient.call(updateEnvironment, { body: patch, ...precondition }),
      ),
    reload: () => refreshResponse(environmentQuery.queryKey),
  })
  const mayWrite = useMay('settings:write')
  return { ...draft, isLoaded: answer.data !== undefined, mayWrite, error: answer.error }
}

interface SettingsPageProps {
  title: string
  about: string
  draft: SettingsDraft
  actions?: ReactNode
  /** Whether the page is wide, for a table or a map. */
  wide?: boolean
  children: ReactNode
}

export function SettingsPage({ title, about, draft, actions, wide = false, children }: SettingsPageProps) {
  const texts = useTexts(settingsTexts)
  return (
    <PageFrame
      title={title}
      titleExtra={
        <QuietText size="xs" role="status">
          {draft.isSaving ? texts.saving : ''}
        </QuietText>
      }
      actions={actions}
    >
      {draft.error && !draft.isLoaded ? (
        <FailureMessage error={draft.error} />
      ) : (
        <div className={wide ? styles.broad : styles.narrow}>
          <Stack gap="md">
            <QuietText>{about}</QuietText>
            {draft.mayWrite || !draft.isLoaded ? null : <Alert color="gray">{texts.readOnly}</Alert>}
            <FormErrors errors={draft.generalErrors} />
            {draft.isLoaded ? children : <LoadingLines />}
          </Stack>
        </div>
      )}
    </PageFrame>
  )
}
