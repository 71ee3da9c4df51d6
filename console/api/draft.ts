// Edits a record in place: unsaved values, errors from the API, and values that other users saved meanwhile.
import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiProblem } from '../../client/client.ts'
import { useUnsaved } from '../platform/unsaved.ts'
import { faultMessage, formPath, hasCode, messageOf } from './problems.ts'

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
  /** The same for values that mean something only together: also those are sent that stay as they are. */
  putTogether(values: Readonly<Record<string, unknown>>): void
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
  /** Something typed is neither saved nor on its way. */
  isLeft(): boolean
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
   * Sends a merge patch. Returns whether the saved record is as the patch left it; otherwise another user has changed
   * it since. Without `save`, nothing is sent.
   */
  save?(patch: Plain): Promise<boolean>
  /** Reads the record again, after another one was faster. */
  reload?(): Promise<unknown>
}

const attemptsMax = 3
const together = Symbol('one of several')

interface State {
  edits: Map<string, Edit>
  faults: Map<string, string>
  general: string[]
  /** How many fields on the page show the faults of a path. */
  shown: Map<string, number>
  isSaving: boolean
  /** More was left to be sent while something was being sent. */
  again: boolean
}

/** What a draft works on, for as long as its component lives. */
interface Editing {
  state: State
  /** Of the latest rendering. */
  options(): DraftOptions
  render(): void
}

export function useDraft(options: DraftOptions): Draft {
  const latest = useRef(options)
  latest.current = options
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [state] = useState<State>(() => ({
    edits: new Map(),
    faults: new Map(),
    general: [],
    shown: new Map(),
    isSaving: false,
    again: false,
  }))
  useUnsaved(state.edits.size > 0)
  const editing = { state, options: () => latest.current, render }
  return { ...reading(editing), ...changing(editing) }
}

const savedAt = ({ options }: Editing, path: string) => valueAt(options().record, path)

function isConflict(editing: Editing, path: string, { base, mine }: Edit): boolean {
  const theirs = savedAt(editing, path)
  return editing.options().save !== undefined && base !== together && !isSame(theirs, base) && !isSame(theirs, mine)
}

/** What the page shows of it. */
function reading(editing: Editing) {
  const { edits, faults, general, shown, isSaving } = editing.state
  const isShown = (path: string) => [...shown.keys()].some((outer) => isWithin(path, outer))
  return {
    value: (path: string) => (edits.has(path) ? edits.get(path)!.mine : savedAt(editing, path)),
    // A field that holds a list shows what is wrong with an item of it.
    fault: (path: string) => [...faults].find(([at]) => isWithin(at, path))?.[1],
    others: [...general, ...[...faults].filter(([at]) => !isShown(at)).map(([path, message]) => `${path}: ${message}`)],
    conflict(path: string) {
      const edit = edits.get(path)
      return edit && isConflict(editing, path, edit) ? { mine: edit.mine, theirs: savedAt(editing, path) } : undefined
    },
    isDirty: (path?: string) => (path === undefined ? edits.size > 0 : edits.has(path)),
    isLeft: () => edits.size > 0 && !editing.state.isSaving,
    whole: () => merged(editing.options().record, patchOf([...edits].map(([path, { mine }]) => [path, mine]))),
    isSaving,
  }
}

/** What the page does to it. */
function changing(editing: Editing) {
  const { state, render } = editing
  const { edits, faults, shown } = state
  const change = (path: string, mine: unknown) => {
    edits.set(path, { base: edits.has(path) ? edits.get(path)!.base : savedAt(editing, path), mine })
    // What was refused was another value.
    for (const at of [...faults.keys()]) if (isWithin(at, path)) faults.delete(at)
    render()
  }
  return {
    change,
    commit: () => void commit(editing),
    put(path: string, value: unknown) {
      change(path, value)
      void commit(editing)
    },
    putTogether(values: Readonly<Record<string, unknown>>) {
      // Nothing saved is like this base, so that none of them counts as unchanged.
      for (const [path, mine] of Object.entries(values)) edits.set(path, { base: together, mine })
      void commit(editing)
    },
    revert(path: string) {
      edits.delete(path)
      faults.delete(path)
      render()
    },
    keepMine(path: string) {
      edits.get(path)!.base = savedAt(editing, path)
      void commit(editing)
    },
    show(path: string) {
      const isNew = !shown.has(path)
      shown.set(path, (shown.get(path) ?? 0) + 1)
      // What was refused before its field was drawn is told there from now on, and no longer above.
      if (isNew && [...faults.keys()].some((at) => isWithin(at, path))) render()
      return () => {
        const count = shown.get(path)! - 1
        if (count > 0) shown.set(path, count)
        else shown.delete(path)
      }
    },
    refuse(error: unknown) {
      place(state, error)
      render()
    },
  }
}

async function commit(editing: Editing): Promise<void> {
  const { state, render } = editing
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
      await send(editing).catch((error) => place(state, error))
    } while (state.again)
    state.isSaving = false
  }
  render()
}

async function send(editing: Editing, attempt = 1): Promise<void> {
  const { state } = editing
  const sendable = [...state.edits].filter(([path, edit]) => !isConflict(editing, path, edit))
  const { save, reload } = editing.options()
  if (!save || sendable.length === 0) return
  let isAsLeft: boolean
  try {
    isAsLeft = await save(patchOf(sendable.map(([path, { mine }]) => [path, mine])))
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH') || attempt === attemptsMax) throw error
    await reload?.()
    // The page shows what the others saved before it is decided whether that is in our way.
    await drawn()
    return send(editing, attempt + 1)
  }
  state.faults.clear()
  state.general = []
  await settle(editing, sendable, isAsLeft)
}

/**
 * Removes the saved values from the draft. A value that the user typed during the save remains, and is compared with
 * the saved value from now on.
 */
async function settle(editing: Editing, sent: readonly [path: string, edit: Edit][], isAsLeft: boolean): Promise<void> {
  const { edits } = editing.state
  for (const [path, edit] of sent) {
    const now = edits.get(path)
    // Of several that belong together, one that was put again is sent again with the others.
    if (now === edit || (now?.base !== together && isSame(now?.mine, edit.mine))) edits.delete(path)
  }
  const typedOn = sent.filter(([path]) => edits.has(path))
  if (typedOn.length === 0) return
  const rebase = (path: string, base: unknown) => {
    const edit = edits.get(path)
    if (edit && edit.base !== together) edit.base = base
  }
  for (const [path, { mine }] of typedOn) rebase(path, mine)
  await drawn()
  if (isAsLeft) for (const [path] of typedOn) rebase(path, savedAt(editing, path))
  editing.render()
}

/** Puts each fault to its path. */
function place(state: State, error: unknown): void {
  state.faults.clear()
  state.general = []
  const faults = error instanceof ApiProblem ? error.errors : []
  for (const fault of faults) {
    const name = formPath(fault.path)
    const message = faultMessage(fault)
    if (name === '') state.general.push(message)
    else state.faults.set(name, message)
  }
  if (faults.length === 0) state.general.push(messageOf(error))
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
  useEffect(() => void show(path), [path])
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
