// The state of an import: cells, fields of the columns, results of the rows, and the running step.
import { useEffect, useRef, useState } from 'react'
import { detectNotation } from '../../client/cells.ts'
import { type FieldColumn, matchColumns, type TableColumn } from '../../client/columns.ts'
import type { ImportMode } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { forgetBatch } from '../api/batches.ts'
import { describeError } from '../api/problems.ts'
import { refreshEndpoints } from '../api/query.ts'
import { keepWork } from '../api/unfinished-work.ts'
import type { FileTable } from '../platform/table-file.ts'
import { showDone } from '../shell/toasts.ts'
import { currentTexts, useTexts } from '../words/language.ts'
import { readColumnChoices, storeColumnChoices } from './column-choices.ts'
import { locateRows } from './locate.ts'
import { saveFailedRows, storeRows } from './outcome.ts'
import {
  addRepeatErrors,
  type ImportJob,
  isStored,
  type RowState,
  sendRows,
  uncheckedRow,
  undoImport,
  withCell,
} from './rows.ts'
import { importTexts } from './words.ts'

type Step = 'idle' | 'checking' | 'locating' | 'storing' | 'undoing'

/** Runs one task at a time, with its progress, its error and a way to stop it. */
function useRunning() {
  const [step, setStep] = useState<Step>('idle')
  const [done, setDone] = useState(0)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
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
      if (!controller.signal.aborted) setProblem(describeError(error))
    } finally {
      if (running.current === controller) setStep('idle')
    }
  }
  return { step, done, setDone, problem, setProblem, run, stop: () => running.current?.abort() }
}

const countsOf = (states: readonly RowState[]) => {
  const count = (status: RowState['status']) => states.filter((state) => state.status === status).length
  return {
    ready: count('ready'),
    failed: count('failed'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
  }
}

/** The work on a file, as the browser keeps it. */
export interface ImportWork {
  name: string
  columns: TableColumn[]
  cells: readonly (readonly string[])[]
  constants: Record<string, string>
  mode: ImportMode
  states: RowState[]
  batchId: string
}
export const importWorkType = 'import'

/** Returns values that most files omit because all their orders have the same values. */
const usual = () => ({ type: currentTexts(importTexts).delivery })

export const beginImport = ({ name, headers, rows }: FileTable, fields: readonly FieldColumn[]): ImportWork => ({
  name,
  columns: matchColumns(headers, readColumnChoices(), fields),
  cells: rows,
  constants: usual(),
  mode: 'create',
  states: rows.map(() => uncheckedRow),
  batchId: crypto.randomUUID(),
})

const withoutHeld = (constants: ImportWork['constants'], columns: readonly TableColumn[]) =>
  Object.fromEntries(
    Object.entries(constants).filter(
      ([path, text]) => text.trim() !== '' && !columns.some((column) => column.path === path),
    ),
  )

function useKeeping({ name, columns, cells, constants, mode, states, batchId }: ImportWork, isIdle: boolean): void {
  useEffect(() => {
    if (isIdle)
      void keepWork(importWorkType, { name, columns, cells, constants, mode, states, batchId } satisfies ImportWork)
  }, [isIdle, name, columns, cells, constants, mode, states, batchId])
}

/** Returns a setter that also discards earlier results. */
const followedBy =
  (forget: () => void) =>
  <T>(set: (next: T) => void) =>
  (next: T) => {
    set(next)
    forget()
  }

export function useImport(initial: ImportWork, timezone: string) {
  const texts = useTexts(importTexts)
  const [columns, setColumns] = useState(initial.columns)
  const [cells, setCells] = useState(initial.cells)
  const [constants, setConstants] = useState(initial.constants)
  const [mode, setMode] = useState(initial.mode)
  const [states, setStates] = useState(initial.states)
  const { step, done, setDone, problem, setProblem, run, stop } = useRunning()
  const { name, batchId } = initial
  useKeeping({ name, columns, cells, constants, mode, states, batchId }, step === 'idle')
  const reading = detectNotation(columns, cells)
  const job: ImportJob = { cells, columns, reading, constants: withoutHeld(constants, columns), mode, timezone }
  const forget = () => setStates((previous) => previous.map((state) => (isStored(state) ? state : uncheckedRow)))
  const withReset = followedBy(forget)
  const report = (results: ReadonlyMap<number, RowState>) => {
    setDone((count) => count + results.size)
    setStates((previous) => previous.map((state, index) => results.get(index) ?? state))
  }
  const check = (indexes: number[], using: ImportJob = job) =>
    run('checking', async (signal) => {
      await sendRows(using, { indexes, dryRun: true, report, signal })
      setStates((previous) => addRepeatErrors(previous, using, texts.repeated))
    })
  const unstored = () => states.flatMap((state, index) => (isStored(state) ? [] : [index]))
  const findPositions = () =>
    run('locating', async (signal) => {
      const located = await locateRows(job, { indexes: unstored(), report: setDone, signal })
      if (located.found === 0) return showDone(texts.noneLocated)
      setColumns(located.columns)
      setCells(located.cells)
      forget()
      showDone(texts.located(located.found, located.approximate))
    })
  const store = () =>
    run('storing', async (signal) => {
      const indexes = states.flatMap(({ status }, index) => (status === 'ready' ? [index] : []))
      await storeRows({ name, batchId, states, job }, { indexes, report, signal })
    })
  const takeBack = () =>
    run('undoing', async () => {
      const retainedCount = await undoImport(states, setDone)
      setStates((previous) => previous.map((state) => (state.status === 'created' ? uncheckedRow : state)))
      if (retainedCount > 0) setProblem(texts.kept(retainedCount))
      await forgetBatch(batchId)
      await refreshEndpoints(listConsignments)
    })
  return {
    columns,
    cells,
    constants,
    mode,
    states,
    step,
    done,
    problem,
    findPositions,
    store,
    takeBack,
    stop,
    counts: countsOf(states),
    isBusy: step !== 'idle',
    checkAll: () => check(unstored()),
    batchId,
    saveFailed: () => saveFailedRows({ name, columns, cells, states, reading }, texts),
    changeColumns: withReset((next: TableColumn[]) => {
      storeColumnChoices(next)
      setColumns(next)
    }),
    changeConstants: withReset(setConstants),
    changeMode: withReset(setMode),
    changeCell(row: number, column: number, text: string) {
      const next = cells.with(row, withCell(cells[row]!, columns.length, column, text))
      setCells(next)
      setStates((previous) => previous.with(row, uncheckedRow))
      void check([row], { ...job, cells: next })
    },
  }
}
export type ImportState = ReturnType<typeof useImport>
