// Imports orders from a file in four steps: choose the file, match its columns, correct errors, store or undo.

import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconUpload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import sample from '../../docs/samples/orders.csv?url'
import { useSettings } from '../api/environment.ts'
import { forgetWork, readWork } from '../api/unfinished-work.ts'
import { ErrorAlert } from '../fields/refusals.tsx'
import { isTable, readTable, rowsMax, type TableProblem } from '../platform/table-file.ts'
import { PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { ColumnTable } from './columns.tsx'
import { importCommands } from './commands.ts'
import { ConstantFields } from './constants.tsx'
import { ImportGrid } from './grid.tsx'
import styles from './import.module.css'
import { PlanThese, RecentImports } from './recent.tsx'
import { beginImport, type ImportState, type ImportWork, importWorkType, useImport } from './use-import.ts'
import { importTexts } from './words.ts'

export function ImportPage() {
  const texts = useTexts(importTexts)
  const { timezone, customFields } = useSettings()
  const [work, setWork] = useState<ImportWork>()
  const [unreadable, setUnreadable] = useState<TableProblem>()
  const hasChosen = useRef(false)
  // Unfinished work continues, unless the user chooses another file first.
  useEffect(() => {
    void readWork<ImportWork>(importWorkType).then((stored) => {
      if (stored && !hasChosen.current) setWork({ ...stored, batchId: stored.batchId ?? crypto.randomUUID() })
    })
  }, [])
  const take = async (file: File | null) => {
    if (!file) return
    hasChosen.current = true
    const read = await readTable(file)
    setUnreadable(isTable(read) ? undefined : read)
    if (isTable(read)) setWork(beginImport(read, customFields))
  }
  const putAway = () => {
    setWork(undefined)
    void forgetWork(importWorkType)
  }
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useShortcuts([
    { command: importCommands.choose, group: texts.title, run: choose },
    ...(work ? [{ label: texts.otherFile, group: texts.title, run: putAway }] : []),
  ])
  return (
    <PageFrame
      title={texts.title}
      zone={timezone}
      titleExtra={<QuietText>{work?.name}</QuietText>}
      actions={work ? <Button onClick={putAway}>{texts.otherFile}</Button> : null}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0] ?? null)
          // The user may choose the same file again.
          currentTarget.value = ''
        }}
      />
      {work && unreadable ? <NotRead reason={unreadable} /> : null}
      {work ? (
        <Matching key={work.batchId} initial={work} timezone={timezone} />
      ) : (
        <Choice onFile={take} onRefuse={() => setUnreadable('notOneFile')} onChoose={choose} unreadable={unreadable} />
      )}
    </PageFrame>
  )
}

interface ChoiceProps {
  onFile(file: File | null): void
  onChoose(): void
  unreadable: TableProblem | undefined
  /** Runs when the user drops several files, or no file. */
  onRefuse(): void
}

function Choice({ onFile, onRefuse, onChoose, unreadable }: ChoiceProps) {
  const texts = useTexts(importTexts)
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button is the first
    <div
      className={styles.choice}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file, ...others] = event.dataTransfer.files
        if (file && others.length === 0) onFile(file)
        else onRefuse()
      }}
    >
      <IconUpload size={28} stroke={1.5} aria-hidden />
      <Text fw={600}>{texts.choose}</Text>
      <QuietText maw="34rem">{texts.chooseText}</QuietText>
      <Group>
        <Button variant="filled" onClick={onChoose}>
          {texts.chooseFile}
        </Button>
        <Button component="a" href={sample} download="orders.csv" leftSection={<IconDownload size={14} aria-hidden />}>
          {texts.sample}
        </Button>
      </Group>
      {unreadable ? <NotRead reason={unreadable} /> : null}
      <RecentImports />
    </div>
  )
}

function NotRead({ reason }: { reason: TableProblem }) {
  const texts = useTexts(importTexts)
  return (
    <Alert color="red" role="alert">
      {typeof reason === 'object'
        ? texts[reason.fault](reason.line)
        : reason === 'tooManyRows'
          ? texts.tooManyRows(rowsMax)
          : texts[reason]}
    </Alert>
  )
}

function Matching({ initial, timezone }: { initial: ImportWork; timezone: string }) {
  const texts = useTexts(importTexts)
  const work = useImport(initial, timezone)
  const { columns, cells, states, step, done, problem, isBusy } = work
  const [onlyFaulty, setOnlyFaulty] = useState(false)
  const rows = useMemo(
    () => states.flatMap(({ status }, index) => (!onlyFaulty || status === 'failed' ? [index] : [])),
    [onlyFaulty, states],
  )
  return (
    <div className={styles.work}>
      <Stack gap="sm" p="md" pb="xs">
        <ColumnTable columns={columns} example={cells[0] ?? []} disabled={isBusy} onChange={work.changeColumns} />
        <ConstantFields
          columns={columns}
          constants={work.constants}
          disabled={isBusy}
          onChange={work.changeConstants}
        />
        <Actions work={work} onlyFaulty={onlyFaulty} onOnlyFaulty={setOnlyFaulty} />
        <QuietText>{texts.zone(timezone)}</QuietText>
        <Text size="sm" role="status">
          {step === 'idle' ? texts.summary(work.counts) : texts[step](done, cells.length)}
        </Text>
        {isBusy ? <Progress value={(100 * done) / Math.max(1, cells.length)} aria-label={texts.progress} /> : null}
        <ErrorAlert message={problem} />
      </Stack>
      <ImportGrid
        columns={columns}
        cells={cells}
        states={states}
        rows={rows}
        isEditable={!isBusy}
        onChange={work.changeCell}
      />
    </div>
  )
}

interface ActionsProps {
  work: ImportState
  onlyFaulty: boolean
  onOnlyFaulty(onlyFaulty: boolean): void
}

function Actions({ work, onlyFaulty, onOnlyFaulty }: ActionsProps) {
  const texts = useTexts(importTexts)
  const needs = useTexts(reasonTexts)
  const { mode, cells, counts, isBusy } = work
  const stored = counts.created + counts.updated + counts.unchanged
  const isDone = stored === cells.length
  useShortcuts(
    [
      !isDone && { label: texts.check(cells.length - stored), run: work.checkAll },
      !isDone && { label: texts.findPositions, run: work.findPositions },
      counts.ready > 0 && { label: texts.store(counts.ready), run: work.store },
      counts.created > 0 && { label: texts.undo(counts.created), run: work.takeBack },
      counts.failed > 0 && { label: texts.saveFailed, run: work.saveFailed },
      counts.failed > 0 && { label: texts.onlyFaulty(counts.failed), run: () => onOnlyFaulty(!onlyFaulty) },
    ].flatMap((action) => (action && !isBusy ? [{ ...action, group: texts.title }] : [])),
  )
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={texts.mode}
        value={mode}
        disabled={isBusy}
        onChange={work.changeMode}
        data={[
          { value: 'create', label: texts.create },
          { value: 'upsert', label: texts.upsert },
        ]}
      />
      <Button
        variant={counts.ready + counts.created > 0 ? 'default' : 'filled'}
        disabled={isBusy || isDone}
        onClick={work.checkAll}
      >
        {texts.check(cells.length - stored)}
      </Button>
      <Button disabled={isBusy || isDone} onClick={work.findPositions}>
        {texts.findPositions}
      </Button>
      <ReasonedButton
        disabled={isBusy}
        reason={counts.ready > 0 || isBusy ? null : isDone ? needs.allImported : needs.checkRows}
        onClick={work.store}
      >
        {texts.store(counts.ready)}
      </ReasonedButton>
      {counts.created > 0 ? (
        <Button
          leftSection={<IconArrowBackUp size={14} />}
          disabled={isBusy}
          title={texts.undoHelp}
          onClick={work.takeBack}
        >
          {texts.undo(counts.created)}
        </Button>
      ) : null}
      {counts.created > 0 ? <PlanThese batchId={work.batchId} disabled={isBusy} /> : null}
      {counts.failed > 0 ? <OfFailed work={work} onlyFaulty={onlyFaulty} onOnlyFaulty={onOnlyFaulty} /> : null}
      {isBusy ? <Button onClick={work.stop}>{texts.stop}</Button> : null}
    </Group>
  )
}

/** Draws the commands for rows with errors. */
function OfFailed({ work: { counts, isBusy, saveFailed }, onlyFaulty, onOnlyFaulty }: ActionsProps) {
  const texts = useTexts(importTexts)
  return (
    <>
      <Button leftSection={<IconDownload size={14} aria-hidden />} disabled={isBusy} onClick={saveFailed}>
        {texts.saveFailed}
      </Button>
      <Button
        variant={onlyFaulty ? 'light' : 'default'}
        aria-pressed={onlyFaulty}
        onClick={() => onOnlyFaulty(!onlyFaulty)}
      >
        {texts.onlyFaulty(counts.failed)}
      </Button>
    </>
  )
}
