// The state of an import: cells, fields of the columns, results of the rows, and the running step.
import { useEffect, useRef, useState } from 'react'
import { learnReading } from '../../client/cells.ts'
import { type Column, type FieldColumn, matchColumns } from '../../client/columns.ts'
import type { ImportMode } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { forgetBatch } from '../api/batches.ts'
import { keepWork } from '../api/kept.ts'
import { messageOf } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import type { Table } from '../platform/table-file.ts'
import { showDone } from '../shell/toasts.ts'
import { currentWords, useWords } from '../words/language.ts'
import { locate } from './locate.ts'
import { saveFailedRows, storeRows } from './outcome.ts'
import { rememberColumns, rememberedColumns } from './remembered.ts'
import { isStored, type Job, mended, type RowState, send, unchecked, undo, withRepeated } from './rows.ts'
import { importWords } from './words.ts'

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
      if (!controller.signal.aborted) setProblem(messageOf(error))
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
export interface Work {
  name: string
  columns: Column[]
  cells: readonly (readonly string[])[]
  constants: Record<string, string>
  mode: ImportMode
  states: RowState[]
  batchId: string
}
export const keptAs = 'import'

/** Returns values that most files omit because all of their orders share them. */
const usual = () => ({ type: currentWords(importWords).delivery })

export const begin = ({ name, headers, rows }: Table, fields: readonly FieldColumn[]): Work => ({
  name,
  columns: matchColumns(headers, rememberedColumns(), fields),
  cells: rows,
  constants: usual(),
  mode: 'create',
  states: rows.map(() => unchecked),
  batchId: crypto.randomUUID(),
})

const withoutHeld = (constants: Work['constants'], columns: readonly Column[]) =>
  Object.fromEntries(
    Object.entries(constants).filter(([path, text]) => text.trim() !== '' && !columns.some((one) => one.path === path)),
  )

function useKeeping({ name, columns, cells, constants, mode, states, batchId }: Work, isAtRest: boolean): void {
  useEffect(() => {
    if (isAtRest) void keepWork(keptAs, { name, columns, cells, constants, mode, states, batchId } satisfies Work)
  }, [isAtRest, name, columns, cells, constants, mode, states, batchId])
}

/** Returns a setter that also discards earlier results. */
const followedBy =
  (forget: () => void) =>
  <T>(set: (next: T) => void) =>
  (next: T) => {
    set(next)
    forget()
  }

export function useImport(initial: Work, timezone: string) {
  const words = useWords(importWords)
  const [columns, setColumns] = useState(initial.columns)
  const [cells, setCells] = useState(initial.cells)
  const [constants, setConstants] = useState(initial.constants)
  const [mode, setMode] = useState(initial.mode)
  const [states, setStates] = useState(initial.states)
  const { step, done, setDone, problem, setProblem, run, stop } = useRunning()
  const { name, batchId } = initial
  useKeeping({ name, columns, cells, constants, mode, states, batchId }, step === 'idle')
  const reading = learnReading(columns, cells)
  const job: Job = { cells, columns, reading, constants: withoutHeld(constants, columns), mode, timezone }
  const forget = () => setStates((before) => before.map((state) => (isStored(state) ? state : unchecked)))
  const anew = followedBy(forget)
  const report = (results: ReadonlyMap<number, RowState>) => {
    setDone((count) => count + results.size)
    setStates((before) => before.map((state, index) => results.get(index) ?? state))
  }
  const check = (indexes: number[], using: Job = job) =>
    run('checking', async (signal) => {
      await send(using, { indexes, dryRun: true, report, signal })
      setStates((before) => withRepeated(before, using, words.repeated))
    })
  const unstored = () => states.flatMap((state, index) => (isStored(state) ? [] : [index]))
  const findPositions = () =>
    run('locating', async (signal) => {
      const located = await locate(job, { indexes: unstored(), report: setDone, signal })
      if (located.found === 0) return showDone(words.noneLocated)
      setColumns(located.columns)
      setCells(located.cells)
      forget()
      showDone(words.located(located.found, located.approximate))
    })
  const store = () =>
    run('storing', async (signal) => {
      const indexes = states.flatMap(({ status }, index) => (status === 'ready' ? [index] : []))
      await storeRows({ name, batchId, states, job }, { indexes, report, signal })
    })
  const takeBack = () =>
    run('undoing', async () => {
      const kept = await undo(states, setDone)
      setStates((before) => before.map((state) => (state.status === 'created' ? unchecked : state)))
      if (kept > 0) setProblem(words.kept(kept))
      await forgetBatch(batchId)
      await refresh(listConsignments)
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
    saveFailed: () => saveFailedRows({ name, columns, cells, states }, words),
    changeColumns: anew((next: Column[]) => {
      rememberColumns(next)
      setColumns(next)
    }),
    changeConstants: anew(setConstants),
    changeMode: anew(setMode),
    changeCell(row: number, column: number, text: string) {
      const next = cells.with(row, mended(cells[row]!, columns.length, column, text))
      setCells(next)
      setStates((before) => before.with(row, unchecked))
      void check([row], { ...job, cells: next })
    },
  }
}
export type Import = ReturnType<typeof useImport>
