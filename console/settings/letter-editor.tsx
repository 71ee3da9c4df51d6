// Edits the templates of e-mails, each with a preview.
import { Button, Code, Grid, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewNotice } from '../../contract/notice.ts'
import {
  type NoticeTemplate,
  roadLimits,
  type TemplateName,
  templateNames,
  templateTokens,
} from '../../contract/road.ts'
import { apiClient } from '../api/client.ts'
import { useShown } from '../api/draft.ts'
import { describeError } from '../api/problems.ts'
import { ConflictAlert } from '../fields/fields.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import styles from './settings.module.css'
import type { SettingsDraft } from './settings.tsx'
import { roadTexts } from './words.ts'

/** Milliseconds after the last key before the preview is updated. */
const pauseMs = 400

export function LetterEditor({ draft }: { draft: SettingsDraft }) {
  const texts = useTexts(roadTexts)
  const [name, setName] = useState<TemplateName>('success')
  const path = `notifications.templates.${name}`
  useShown(draft, path)
  const customTemplate = (draft.value(path) ?? undefined) as NoticeTemplate | undefined
  const language = String(draft.value('notifications.language'))
  const preview = usePreview(name, customTemplate, language)
  const change = (changes: Partial<NoticeTemplate>) => draft.change(path, { ...customTemplate!, ...changes })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {texts.templates}
      </Text>
      <SegmentedControl
        aria-label={texts.templates}
        value={name}
        onChange={(chosen) => setName(chosen as TemplateName)}
        data={templateNames.map((value) => ({ value, label: texts[value] }))}
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {customTemplate ? (
            <CustomTemplateFields draft={draft} path={path} customTemplate={customTemplate} onChange={change} />
          ) : draft.mayWrite ? (
            <Button
              disabled={!preview.data}
              onClick={() =>
                draft.put(path, { subject: preview.data!.template.subject, body: preview.data!.template.body })
              }
            >
              {texts.ownText}
            </Button>
          ) : null}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <section aria-label={texts.preview} className={styles.letter}>
            <QuietText size="xs">
              {texts.preview} · {texts.previewOf}
            </QuietText>
            {preview.error ? (
              <Text size="sm" c="red" role="alert">
                {describeError(preview.error)}
              </Text>
            ) : preview.data ? (
              <>
                <Text size="sm" fw={600} dir="auto">
                  {preview.data.subject}
                </Text>
                <Text size="sm" dir="auto" className={styles.text}>
                  {preview.data.text}
                </Text>
              </>
            ) : null}
          </section>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

interface CustomTemplateProps {
  draft: SettingsDraft
  path: string
  customTemplate: NoticeTemplate
  onChange(part: Partial<NoticeTemplate>): void
}

function CustomTemplateFields({ draft, path, customTemplate, onChange }: CustomTemplateProps) {
  const texts = useTexts(roadTexts)
  const field = { size: 'xs', dir: 'auto', disabled: !draft.mayWrite, onBlur: () => draft.commit() } as const
  return (
    <Stack gap="xs">
      <TextInput
        {...field}
        label={texts.subject}
        value={customTemplate.subject}
        maxLength={roadLimits.subjectLength}
        onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
        error={draft.errorText(`${path}.subject`)}
      />
      <Textarea
        {...field}
        label={texts.text}
        autosize
        minRows={8}
        maxRows={24}
        value={customTemplate.body}
        maxLength={roadLimits.templateLength}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
        error={draft.errorText(`${path}.body`)}
      />
      <ConflictAlert draft={draft} path={path} />
      <QuietText size="xs">{texts.templatesAbout}</QuietText>
      <Group gap={4}>
        {templateTokens.map((token) => (
          <Code key={token}>{`{${token}}`}</Code>
        ))}
      </Group>
      {draft.mayWrite ? (
        <div>
          <Button onClick={() => draft.put(path, null)}>{texts.usualText}</Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** Returns the preview of the e-mail, a moment after typing has stopped. */
function usePreview(template: TemplateName, custom: NoticeTemplate | undefined, language: string) {
  // Serialised, because an object would be different in each render.
  const typed = JSON.stringify({ template, subject: custom?.subject ?? null, body: custom?.body ?? null })
  const [tried] = useDebouncedValue(typed, pauseMs)
  return useQuery({
    queryKey: ['previewNotice', tried, language],
    queryFn: async () => (await apiClient.call(previewNotice, { body: JSON.parse(tried) })).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
