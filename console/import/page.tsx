// Import: a file becomes orders in four steps — choose, match the columns, mend what is wrong, store — and can be taken back.
import { Alert, Button, FileButton, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconUpload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { learnReading } from '../../client/cells.ts'
import { type Column, matchColumns } from '../../client/columns.ts'
import type { ImportMode } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import sample from '../../docs/samples/orders.csv?url'
import { useSettings } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import { Page } from '../shell/page.tsx'
import { useWords } from '../words/language.ts'
import { ColumnTable } from './columns.tsx'
import { readTable, rowsMax, type Table, type Unreadable } from './file.ts'
import { Grid } from './grid.tsx'
import styles from './import.module.css'
import { type Job, type RowState, repeatedKeys, send, unchecked, undo } from './rows.ts'
import { importWords } from './words.ts'

export function ImportPage() {
  const words = useWords(importWords)
  const { timezone } = useSettings()
  const [table, setTable] = useState<Table>()
  const [unreadable, setUnreadable] = useState<Unreadable>()
  const take = async (file: File | null) => {
    if (!file) return
    const read = await readTable(file)
    setUnreadable(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') setTable(read)
  }
  return (
    <Page
      title={words.title}
      zone={timezone}
      beside={
        <Text size="sm" c="dimmed">
          {table?.name}
        </Text>
      }
      actions={
        table ? (
          <Button variant="default" onClick={() => setTable(undefined)}>
            {words.otherFile}
          </Button>
        ) : null
      }
    >
      {table ? (
        <Matching key={`${table.name} ${table.rows.length}`} table={table} timezone={timezone} />
      ) : (
        <Choice onFile={take} unreadable={unreadable} />
      )}
    </Page>
  )
}

function Choice({ onFile, unreadable }: { onFile(file: File | null): void; unreadable: Unreadable | undefined }) {
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
        onFile(event.dataTransfer.files[0] ?? null)
      }}
    >
      <IconUpload size={28} stroke={1.5} aria-hidden />
      <Text fw={600}>{words.choose}</Text>
      <Text size="sm" c="dimmed" maw="34rem">
        {words.chooseText}
      </Text>
      <Group>
        <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={onFile}>
          {(props) => <Button {...props}>{words.chooseFile}</Button>}
        </FileButton>
        <Button component="a" variant="default" href={sample} download="orders.csv">
          {words.sample}
        </Button>
      </Group>
      {unreadable ? (
        <Alert color="red" role="alert">
          {unreadable === 'tooManyRows' ? words.tooManyRows(rowsMax) : words[unreadable]}
        </Alert>
      ) : null}
    </div>
  )
}

type Step = 'idle' | 'checking' | 'storing' | 'undoing'

function Matching({ table, timezone }: { table: Table; timezone: string }) {
  const words = useWords(importWords)
  const [columns, setColumns] = useState<Column[]>(() => matchColumns(table.headers))
  const [cells, setCells] = useState(table.rows)
  const [mode, setMode] = useState<ImportMode>('create')
  const [states, setStates] = useState<RowState[]>(() => table.rows.map(() => unchecked))
  const [step, setStep] = useState<Step>('idle')
  const [done, setDone] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [onlyFaulty, setOnlyFaulty] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const job: Job = { cells, columns, reading: learnReading(columns, cells), mode, timezone }

  const merge = (results: ReadonlyMap<number, RowState>) => {
    setDone((count) => count + results.size)
    setStates((before) => before.map((state, index) => results.get(index) ?? state))
  }
  async function run(next: Step, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setStep(next)
    setDone(0)
    setProblem(undefined)
    try {
      await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error))
    } finally {
      if (running.current === controller) setStep('idle')
    }
  }
  const all = cells.map((_, index) => index)
  const check = (indexes: number[], using: Job = job) =>
    run('checking', async (signal) => {
      await send(using, indexes, true, merge, signal)
      if (using.mode !== 'create') return
      const repeated = repeatedKeys(using)
      const column = using.columns.findIndex(({ path }) => path === 'key')
      setStates((before) =>
        before.map((state, index) =>
          repeated.has(index) && state.status === 'ready'
            ? { status: 'failed', faults: [{ column, message: words.repeated(repeated.get(index)! + 2) }] }
            : state,
        ),
      )
    })
  const store = () =>
    run('storing', async (signal) => {
      const ready = all.filter((index) => states[index]!.status === 'ready')
      await send(job, ready, false, merge, signal)
      await refresh(listConsignments)
    })
  const takeBack = () =>
    run('undoing', async () => {
      const kept = await undo(states, setDone)
      setStates((before) => before.map((state) => (state.status === 'created' ? unchecked : state)))
      if (kept > 0) setProblem(words.kept(kept))
      await refresh(listConsignments)
    })
  const count = (status: RowState['status']) => states.filter((state) => state.status === status).length
  const counts = {
    ready: count('ready'),
    failed: count('failed'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
  }
  const stored = counts.created + counts.updated + counts.unchanged
  const isBusy = step !== 'idle'
  const rows = useMemo(
    () => (onlyFaulty ? states.flatMap(({ status }, index) => (status === 'failed' ? [index] : [])) : all),
    [onlyFaulty, states, all],
  )
  const changeColumns = (next: Column[]) => {
    setColumns(next)
    setStates(cells.map(() => unchecked))
  }
  const changeCell = (row: number, column: number, text: string) => {
    const next = cells.map((line, index) =>
      index === row
        ? Array.from({ length: columns.length }, (_, at) => (at === column ? text : (line[at] ?? '')))
        : line,
    )
    setCells(next)
    setStates((before) => before.map((state, index) => (index === row ? unchecked : state)))
    void check([row], { ...job, cells: next })
  }
  return (
    <div className={styles.work}>
      <Stack gap="sm" p="md" pb="xs">
        <ColumnTable
          columns={columns}
          example={cells[0] ?? []}
          disabled={isBusy || stored > 0}
          onChange={changeColumns}
        />
        <Group gap="sm">
          <SegmentedControl
            aria-label={words.mode}
            value={mode}
            disabled={isBusy || stored > 0}
            onChange={(value) => {
              setMode(value as ImportMode)
              setStates(cells.map(() => unchecked))
            }}
            data={[
              { value: 'create', label: words.create },
              { value: 'upsert', label: words.upsert },
            ]}
          />
          <Button
            variant={counts.ready > 0 ? 'default' : 'filled'}
            disabled={isBusy || stored > 0}
            onClick={() => check(all)}
          >
            {words.check(cells.length)}
          </Button>
          <Button disabled={isBusy || counts.ready === 0} onClick={store}>
            {words.store(counts.ready)}
          </Button>
          {counts.created > 0 ? (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              disabled={isBusy}
              title={words.undoHelp}
              onClick={takeBack}
            >
              {words.undo(counts.created)}
            </Button>
          ) : null}
          {counts.failed > 0 ? (
            <Button
              variant={onlyFaulty ? 'light' : 'default'}
              aria-pressed={onlyFaulty}
              onClick={() => setOnlyFaulty(!onlyFaulty)}
            >
              {words.onlyFaulty(counts.failed)}
            </Button>
          ) : null}
          {isBusy ? (
            <Button variant="default" onClick={() => running.current?.abort()}>
              {words.stop}
            </Button>
          ) : null}
        </Group>
        <Text size="sm" role="status">
          {isBusy ? words[step](done, cells.length) : words.summary(counts)}
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
        isEditable={!isBusy && stored === 0}
        onChange={changeCell}
      />
    </div>
  )
}
