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
import { client } from '../api/client.ts'
import { useShown } from '../api/draft.ts'
import { messageOf } from '../api/problems.ts'
import { Conflict } from '../fields/fields.tsx'
import { useWords } from '../words/language.ts'
import styles from './settings.module.css'
import type { SettingsDraft } from './settings.tsx'
import { roadWords } from './words.ts'

/** Milliseconds after the last key before the preview is updated. */
const pauseMs = 400

export function LetterEditor({ draft }: { draft: SettingsDraft }) {
  const words = useWords(roadWords)
  const [name, setName] = useState<TemplateName>('success')
  const path = `notifications.templates.${name}`
  useShown(draft, path)
  const own = (draft.value(path) ?? undefined) as NoticeTemplate | undefined
  const language = String(draft.value('notifications.language'))
  const preview = usePreview(name, own, language)
  const change = (part: Partial<NoticeTemplate>) => draft.change(path, { ...own!, ...part })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {words.templates}
      </Text>
      <SegmentedControl
        aria-label={words.templates}
        value={name}
        onChange={(chosen) => setName(chosen as TemplateName)}
        data={templateNames.map((value) => ({ value, label: words[value] }))}
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {own ? (
            <Own draft={draft} path={path} own={own} onChange={change} />
          ) : draft.mayWrite ? (
            <Button
              variant="default"
              disabled={!preview.data}
              onClick={() =>
                draft.put(path, { subject: preview.data!.template.subject, body: preview.data!.template.body })
              }
            >
              {words.ownText}
            </Button>
          ) : null}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <section aria-label={words.preview} className={styles.letter}>
            <Text size="xs" c="dimmed">
              {words.preview} · {words.previewOf}
            </Text>
            {preview.error ? (
              <Text size="sm" c="red" role="alert">
                {messageOf(preview.error)}
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

interface OwnProps {
  draft: SettingsDraft
  path: string
  own: NoticeTemplate
  onChange(part: Partial<NoticeTemplate>): void
}

function Own({ draft, path, own, onChange }: OwnProps) {
  const words = useWords(roadWords)
  const field = { size: 'xs', dir: 'auto', disabled: !draft.mayWrite, onBlur: () => draft.commit() } as const
  return (
    <Stack gap="xs">
      <TextInput
        {...field}
        label={words.subject}
        value={own.subject}
        maxLength={roadLimits.subjectLength}
        onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
        error={draft.fault(`${path}.subject`)}
      />
      <Textarea
        {...field}
        label={words.text}
        autosize
        minRows={8}
        maxRows={24}
        value={own.body}
        maxLength={roadLimits.templateLength}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
        error={draft.fault(`${path}.body`)}
      />
      <Conflict draft={draft} path={path} />
      <Text size="xs" c="dimmed">
        {words.templatesAbout}
      </Text>
      <Group gap={4}>
        {templateTokens.map((token) => (
          <Code key={token}>{`{${token}}`}</Code>
        ))}
      </Group>
      {draft.mayWrite ? (
        <div>
          <Button variant="default" onClick={() => draft.put(path, null)}>
            {words.usualText}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** Returns the preview of the e-mail, a moment after typing has stopped. */
function usePreview(template: TemplateName, own: NoticeTemplate | undefined, language: string) {
  // As text: an object is another one each time.
  const typed = JSON.stringify({ template, subject: own?.subject ?? null, body: own?.body ?? null })
  const [tried] = useDebouncedValue(typed, pauseMs)
  return useQuery({
    queryKey: ['previewNotice', tried, language],
    queryFn: async () => (await client.call(previewNotice, { body: JSON.parse(tried) })).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
