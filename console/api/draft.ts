// Editing a record in place: what was typed and is not saved yet, the faults the service found in it, and what others changed meanwhile.
import { useEffect, useReducer, useRef } from 'react'
import { ApiProblem } from '../../client/client.ts'
import { formPath, hasCode, messageOf } from './problems.ts'

type Plain = Record<string, unknown>

export interface Draft {
  /** What stands in a field: as typed, else as saved. */
  value(path: string): unknown
  /** Keeps what is typed; nothing is sent. */
  change(path: string, value: unknown): void
  /** Sends everything that is not saved yet: a field was left. */
  commit(): void
  /** Changes and sends at once, for what is chosen rather than typed. */
  put(path: string, value: unknown): void
  /** Forgets what was typed. */
  revert(path: string): void
  fault(path: string): string | undefined
  /** Faults that no field on the page can show. */
  others: readonly string[]
  /** There when somebody else saved another value while this one was typed. */
  conflict(path: string): { mine: unknown; theirs: unknown } | undefined
  keepMine(path: string): void
  /** A field says that it is on the page, and so shows the faults of its path. */
  show(path: string): () => void
  isDirty(path?: string): boolean
  /** The record with everything that was typed in it, for a form that sends it as a whole. */
  whole(): Plain
  /** Shows why the service refused it, fault by fault. */
  refuse(error: unknown): void
  isSaving: boolean
}

interface Edit {
  /** What was saved when the typing began: when that is no longer so, somebody else was here. */
  base: unknown
  mine: unknown
}

export interface DraftOptions {
  /** As saved, in the shape of the fields. */
  record: Plain
  /**
   * Sends a merge patch. When the record on the page is the saved one it answers whether that is as the patch left it; else
   * others have changed it since. Left out: nothing is sent.
   */
  save?(patch: Plain): Promise<boolean>
  /** Reads the record again, after another one was faster. */
  reload?(): Promise<unknown>
}

const attemptsMax = 3

export function useDraft(options: DraftOptions): Draft {
  const latest = useRef(options)
  latest.current = options
  const [, render] = useReducer((count: number) => count + 1, 0)
  const state = useRef({
    edits: new Map<string, Edit>(),
    faults: new Map<string, string>(),
    general: [] as string[],
    shown: new Map<string, number>(),
    isSaving: false,
    again: false,
  }).current

  const saved = (path: string) => valueAt(latest.current.record, path)
  const isConflict = (path: string, { base, mine }: Edit) => {
    const theirs = saved(path)
    return latest.current.save !== undefined && !isSame(theirs, base) && !isSame(theirs, mine)
  }

  async function send(attempt = 1): Promise<void> {
    const sendable = [...state.edits].filter(([path, edit]) => !isConflict(path, edit))
    const { save, reload } = latest.current
    if (!save || sendable.length === 0) return
    let isAsLeft: boolean
    try {
      isAsLeft = await save(patchOf(sendable.map(([path, { mine }]) => [path, mine])))
    } catch (error) {
      if (!hasCode(error, 'VERSION_MISMATCH') || attempt === attemptsMax) throw error
      await reload?.()
      // The page shows what the others saved before it is decided whether that is in our way.
      await drawn()
      return send(attempt + 1)
    }
    state.faults.clear()
    state.general = []
    for (const [path, { mine }] of sendable) if (isSame(state.edits.get(path)?.mine, mine)) state.edits.delete(path)
    // Where the typing went on meanwhile, what it differs from is now one's own value, as the service has written it.
    const typedOn = sendable.filter(([path]) => state.edits.has(path))
    if (typedOn.length === 0) return
    const rebase = (path: string, base: unknown) => {
      const edit = state.edits.get(path)
      if (edit) edit.base = base
    }
    for (const [path, { mine }] of typedOn) rebase(path, mine)
    await drawn()
    if (isAsLeft) for (const [path] of typedOn) rebase(path, saved(path))
    render()
  }

  function place(error: unknown): void {
    state.faults.clear()
    state.general = []
    const faults = error instanceof ApiProblem ? error.errors : []
    for (const { path, message } of faults) {
      const name = formPath(path)
      if (name === '') state.general.push(message)
      else state.faults.set(name, message)
    }
    if (faults.length === 0) state.general.push(messageOf(error))
  }

  async function commit(): Promise<void> {
    if (state.isSaving) {
      state.again = true
      return
    }
    for (const [path, { base, mine }] of state.edits) if (isSame(base, mine)) state.edits.delete(path)
    if (state.edits.size > 0) {
      state.isSaving = true
      render()
      do {
        state.again = false
        await send().catch(place)
      } while (state.again)
      state.isSaving = false
    }
    render()
  }

  const change = (path: string, mine: unknown) => {
    state.edits.set(path, { base: state.edits.has(path) ? state.edits.get(path)!.base : saved(path), mine })
    render()
  }
  return {
    value: (path) => (state.edits.has(path) ? state.edits.get(path)!.mine : saved(path)),
    change,
    commit: () => void commit(),
    put(path, value) {
      change(path, value)
      void commit()
    },
    revert(path) {
      state.edits.delete(path)
      state.faults.delete(path)
      render()
    },
    // A field that holds a list shows what is wrong with an item of it.
    fault: (path) => [...state.faults].find(([at]) => isWithin(at, path))?.[1],
    others: [
      ...state.general,
      ...[...state.faults]
        .filter(([at]) => ![...state.shown.keys()].some((path) => isWithin(at, path)))
        .map(([path, message]) => `${path}: ${message}`),
    ],
    conflict(path) {
      const edit = state.edits.get(path)
      return edit && isConflict(path, edit) ? { mine: edit.mine, theirs: saved(path) } : undefined
    },
    keepMine(path) {
      state.edits.get(path)!.base = saved(path)
      void commit()
    },
    show(path) {
      state.shown.set(path, (state.shown.get(path) ?? 0) + 1)
      return () => {
        const count = state.shown.get(path)! - 1
        if (count > 0) state.shown.set(path, count)
        else state.shown.delete(path)
      }
    },
    isDirty: (path) => (path === undefined ? state.edits.size > 0 : state.edits.has(path)),
    whole: () => merged(latest.current.record, patchOf([...state.edits].map(([path, { mine }]) => [path, mine]))),
    refuse(error) {
      place(error)
      render()
    },
    isSaving: state.isSaving,
  }
}

/** Resolves when what has just been read is on the page. */
const drawn = () => new Promise((resolve) => setTimeout(resolve))

function merged(record: Plain, patch: Plain): Plain {
  const isPlain = (value: unknown): value is Plain =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const all = { ...record }
  for (const [name, value] of Object.entries(patch)) {
    const known = all[name]
    all[name] = isPlain(value) ? merged(isPlain(known) ? known : {}, value) : value
  }
  return all
}

/** Keeps a path among those that the page shows. */
export function useShown(draft: Draft, path: string): void {
  const { show } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: all drafts of a page share one state
  useEffect(() => show(path), [path])
}

export const valueAt = (record: Plain, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Plain | null | undefined)?.[name] ?? null, record)

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/** The merge patch that makes these changes. */
export function patchOf(changes: readonly (readonly [path: string, value: unknown])[]): Plain {
  const patch: Plain = {}
  for (const [path, value] of changes) {
    const names = path.split('.')
    const last = names.pop()!
    let at = patch
    for (const name of names) {
      at[name] ??= {}
      at = at[name] as Plain
    }
    at[last] = value
  }
  return patch
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
