// Imports orders from a file in four steps: choose the file, match its columns, correct errors, store or undo.

import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconUpload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import sample from '../../docs/samples/orders.csv?url'
import { useSettings } from '../api/environment.ts'
import { forgetWork, keptWork } from '../api/kept.ts'
import { isTable, readTable, rowsMax, type Unreadable } from '../platform/table-file.ts'
import { Page } from '../shell/page.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { reasonWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { ColumnTable } from './columns.tsx'
import { importCommands } from './commands.ts'
import { Constants } from './constants.tsx'
import { Grid } from './grid.tsx'
import styles from './import.module.css'
import { PlanThese, Recent } from './recent.tsx'
import { begin, type Import, keptAs, useImport, type Work } from './use-import.ts'
import { importWords } from './words.ts'

export function ImportPage() {
  const words = useWords(importWords)
  const { timezone, customFields } = useSettings()
  const [work, setWork] = useState<Work>()
  const [unreadable, setUnreadable] = useState<Unreadable>()
  const hasChosen = useRef(false)
  // Unfinished work continues, unless the user chooses another file first.
  useEffect(() => {
    void keptWork<Work>(keptAs).then((kept) => {
      if (kept && !hasChosen.current) setWork({ ...kept, batchId: kept.batchId ?? crypto.randomUUID() })
    })
  }, [])
  const take = async (file: File | null) => {
    if (!file) return
    hasChosen.current = true
    const read = await readTable(file)
    setUnreadable(isTable(read) ? undefined : read)
    if (isTable(read)) setWork(begin(read, customFields))
  }
  const putAway = () => {
    setWork(undefined)
    void forgetWork(keptAs)
  }
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useShortcuts([
    { command: importCommands.choose, group: words.title, run: choose },
    ...(work ? [{ label: words.otherFile, group: words.title, run: putAway }] : []),
  ])
  return (
    <Page
      title={words.title}
      zone={timezone}
      beside={
        <Text size="sm" c="dimmed">
          {work?.name}
        </Text>
      }
      actions={
        work ? (
          <Button variant="default" onClick={putAway}>
            {words.otherFile}
          </Button>
        ) : null
      }
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
      {work && unreadable ? <NotRead why={unreadable} /> : null}
      {work ? (
        <Matching key={work.batchId} initial={work} timezone={timezone} />
      ) : (
        <Choice onFile={take} onRefuse={() => setUnreadable('notOneFile')} onChoose={choose} unreadable={unreadable} />
      )}
    </Page>
  )
}

interface ChoiceProps {
  onFile(file: File | null): void
  onChoose(): void
  unreadable: Unreadable | undefined
  /** Runs when the user drops several files, or no file. */
  onRefuse(): void
}

function Choice({ onFile, onRefuse, onChoose, unreadable }: ChoiceProps) {
  const words = useWords(importWords)
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
      <Text fw={600}>{words.choose}</Text>
      <Text size="sm" c="dimmed" maw="34rem">
        {words.chooseText}
      </Text>
      <Group>
        <Button onClick={onChoose}>{words.chooseFile}</Button>
        <Button component="a" variant="default" href={sample} download="orders.csv">
          {words.sample}
        </Button>
      </Group>
      {unreadable ? <NotRead why={unreadable} /> : null}
      <Recent />
    </div>
  )
}

function NotRead({ why }: { why: Unreadable }) {
  const words = useWords(importWords)
  return (
    <Alert color="red" role="alert">
      {typeof why === 'object'
        ? words[why.fault](why.line)
        : why === 'tooManyRows'
          ? words.tooManyRows(rowsMax)
          : words[why]}
    </Alert>
  )
}

function Matching({ initial, timezone }: { initial: Work; timezone: string }) {
  const words = useWords(importWords)
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
        <Constants columns={columns} constants={work.constants} disabled={isBusy} onChange={work.changeConstants} />
        <Actions work={work} onlyFaulty={onlyFaulty} onOnlyFaulty={setOnlyFaulty} />
        <Text size="sm" c="dimmed">
          {words.zone(timezone)}
        </Text>
        <Text size="sm" role="status">
          {step === 'idle' ? words.summary(work.counts) : words[step](done, cells.length)}
        </Text>
        {isBusy ? <Progress value={(100 * done) / Math.max(1, cells.length)} aria-label={words.progress} /> : null}
        {problem ? (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        ) : null}
      </Stack>
      <Grid
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
  work: Import
  onlyFaulty: boolean
  onOnlyFaulty(onlyFaulty: boolean): void
}

function Actions({ work, onlyFaulty, onOnlyFaulty }: ActionsProps) {
  const words = useWords(importWords)
  const needs = useWords(reasonWords)
  const { mode, cells, counts, isBusy } = work
  const stored = counts.created + counts.updated + counts.unchanged
  const isDone = stored === cells.length
  useShortcuts(
    [
      !isDone && { label: words.check(cells.length - stored), run: work.checkAll },
      !isDone && { label: words.findPositions, run: work.findPositions },
      counts.ready > 0 && { label: words.store(counts.ready), run: work.store },
      counts.created > 0 && { label: words.undo(counts.created), run: work.takeBack },
      counts.failed > 0 && { label: words.saveFailed, run: work.saveFailed },
      counts.failed > 0 && { label: words.onlyFaulty(counts.failed), run: () => onOnlyFaulty(!onlyFaulty) },
    ].flatMap((one) => (one && !isBusy ? [{ ...one, group: words.title }] : [])),
  )
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={words.mode}
        value={mode}
        disabled={isBusy}
        onChange={work.changeMode}
        data={[
          { value: 'create', label: words.create },
          { value: 'upsert', label: words.upsert },
        ]}
      />
      <Button
        variant={counts.ready + counts.created > 0 ? 'default' : 'filled'}
        disabled={isBusy || isDone}
        onClick={work.checkAll}
      >
        {words.check(cells.length - stored)}
      </Button>
      <Button variant="default" disabled={isBusy || isDone} onClick={work.findPositions}>
        {words.findPositions}
      </Button>
      <ReasonedButton
        disabled={isBusy}
        reason={counts.ready > 0 || isBusy ? null : isDone ? needs.allImported : needs.checkRows}
        onClick={work.store}
      >
        {words.store(counts.ready)}
      </ReasonedButton>
      {counts.created > 0 ? (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          disabled={isBusy}
          title={words.undoHelp}
          onClick={work.takeBack}
        >
          {words.undo(counts.created)}
        </Button>
      ) : null}
      {counts.created > 0 ? <PlanThese batchId={work.batchId} disabled={isBusy} /> : null}
      {counts.failed > 0 ? <OfFailed work={work} onlyFaulty={onlyFaulty} onOnlyFaulty={onOnlyFaulty} /> : null}
      {isBusy ? (
        <Button variant="default" onClick={work.stop}>
          {words.stop}
        </Button>
      ) : null}
    </Group>
  )
}

/** Draws the commands for rows with errors. */
function OfFailed({ work: { counts, isBusy, saveFailed }, onlyFaulty, onOnlyFaulty }: ActionsProps) {
  const words = useWords(importWords)
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={saveFailed}>
        {words.saveFailed}
      </Button>
      <Button
        variant={onlyFaulty ? 'light' : 'default'}
        aria-pressed={onlyFaulty}
        onClick={() => onOnlyFaulty(!onlyFaulty)}
      >
        {words.onlyFaulty(counts.failed)}
      </Button>
    </>
  )
}
