// A file on its way to become orders: its cells and what its columns hold, what the service says of each row, and what is under way.
import { useEffect, useRef, useState } from 'react'
import { learnReading } from '../../client/cells.ts'
import { type Column, matchColumns } from '../../client/columns.ts'
import type { ImportMode } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { messageOf } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import type { Table } from '../table-file.ts'
import { useWords } from '../words/language.ts'
import { type Job, mended, type RowState, send, unchecked, undo, withRepeated } from './rows.ts'
import { importWords } from './words.ts'

type Step = 'idle' | 'checking' | 'storing' | 'undoing'

/** One thing at a time: how far it is, why it failed, and a way to stop it. */
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

export function useImport(table: Table, timezone: string) {
  const words = useWords(importWords)
  const [columns, setColumns] = useState<Column[]>(() => matchColumns(table.headers))
  const [cells, setCells] = useState(table.rows)
  const [mode, setMode] = useState<ImportMode>('create')
  const [states, setStates] = useState<RowState[]>(() => table.rows.map(() => unchecked))
  const { step, done, setDone, problem, setProblem, run, stop } = useRunning()
  const job: Job = { cells, columns, reading: learnReading(columns, cells), mode, timezone }
  const counts = countsOf(states)
  const forget = () => setStates(cells.map(() => unchecked))
  const report = (results: ReadonlyMap<number, RowState>) => {
    setDone((count) => count + results.size)
    setStates((before) => before.map((state, index) => results.get(index) ?? state))
  }
  const check = (indexes: number[], using: Job = job) =>
    run('checking', async (signal) => {
      await send(using, { indexes, dryRun: true, report, signal })
      setStates((before) => withRepeated(before, using, words.repeated))
    })
  const store = () =>
    run('storing', async (signal) => {
      const indexes = states.flatMap(({ status }, index) => (status === 'ready' ? [index] : []))
      await send(job, { indexes, dryRun: false, report, signal })
      await refresh(listConsignments)
    })
  const takeBack = () =>
    run('undoing', async () => {
      const kept = await undo(states, setDone)
      setStates((before) => before.map((state) => (state.status === 'created' ? unchecked : state)))
      if (kept > 0) setProblem(words.kept(kept))
      await refresh(listConsignments)
    })
  return {
    ...{ columns, cells, mode, states, counts, step, done, problem, check, store, takeBack, stop },
    isBusy: step !== 'idle',
    isStored: counts.created + counts.updated + counts.unchanged > 0,
    changeColumns(next: Column[]) {
      setColumns(next)
      forget()
    },
    changeMode(next: ImportMode) {
      setMode(next)
      forget()
    },
    changeCell(row: number, column: number, text: string) {
      const next = cells.with(row, mended(cells[row]!, columns.length, column, text))
      setCells(next)
      setStates((before) => before.with(row, unchecked))
      void check([row], { ...job, cells: next })
    },
  }
}
export type Import = ReturnType<typeof useImport>
