// Edits a record in place: unsaved values, errors from the API, and values that other users saved meanwhile.
import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiProblem } from '../../client/client.ts'
import { useUnsaved } from '../platform/unsaved.ts'
import { describeError, describeFieldError, hasCode, parseFormPath } from './problems.ts'

type Plain = Record<string, unknown>

export interface RecordDraft {
  /** Returns the unsaved value of a field, otherwise the saved one. */
  value(path: string): unknown
  /** Sets an unsaved value without sending it. */
  change(path: string, value: unknown): void
  /** Sends all unsaved values, for example when a field loses the focus. */
  commit(): void
  /** Sets a value and sends it immediately, for fields with choices. */
  put(path: string, value: unknown): void
  /** Sets values that belong together. All of them are sent, unchanged ones too. */
  putTogether(values: Readonly<Record<string, unknown>>): void
  /** Discards the unsaved value of a field. */
  revert(path: string): void
  errorText(path: string): string | undefined
  /** Field errors without a field on the page. */
  generalErrors: readonly string[]
  /** Returns both values if another user saved a different value since typing began. */
  conflict(path: string): { typedValue: unknown; savedValue: unknown } | undefined
  keepMine(path: string): void
  /** Registers a field as shown, so that errors of its path appear there. Returns the function that ends it. */
  show(path: string): () => void
  isDirty(path?: string): boolean
  /** Returns whether a value is unsaved and not being sent. */
  isLeft(): boolean
  /** Returns the record with all unsaved values, for a form that sends the whole record. */
  whole(): Plain
  /** Shows the field errors of a refusal. */
  refuse(error: unknown): void
  isSaving: boolean
}

interface Edit {
  /** The saved value when typing began. A different saved value now is a conflict. */
  base: unknown
  value: unknown
}

export interface DraftOptions {
  /** The saved record in the shape of the fields. */
  record: Plain
  /**
   * Sends a merge patch. Returns whether the saved record is as the patch left it; otherwise another user has changed
   * it since. Without `save`, nothing is sent.
   */
  save?(patch: Plain): Promise<boolean>
  /** Reads the record again after a version conflict. */
  reload?(): Promise<unknown>
}

const attemptsMax = 3
const together = Symbol('one of several')

interface State {
  edits: Map<string, Edit>
  errors: Map<string, string>
  general: string[]
  /** Number of shown fields per path. */
  visibleCounts: Map<string, number>
  isSaving: boolean
  /** Whether a field was committed while a request was under way. */
  isCommitPending: boolean
}

/** The state of a draft during the life of its component. */
interface Editing {
  state: State
  /** Returns the options of the latest render. */
  options(): DraftOptions
  render(): void
}

export function useDraft(options: DraftOptions): RecordDraft {
  const latest = useRef(options)
  latest.current = options
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [state] = useState<State>(() => ({
    edits: new Map(),
    errors: new Map(),
    general: [],
    visibleCounts: new Map(),
    isSaving: false,
    isCommitPending: false,
  }))
  useUnsaved(state.edits.size > 0)
  const editing = { state, options: () => latest.current, render }
  return { ...reading(editing), ...changing(editing) }
}

const savedAt = ({ options }: Editing, path: string) => valueAt(options().record, path)

function isConflict(editing: Editing, path: string, { base, value }: Edit): boolean {
  const saved = savedAt(editing, path)
  return editing.options().save !== undefined && base !== together && !isSame(saved, base) && !isSame(saved, value)
}

/** Returns the part of a draft that reads values and errors. */
function reading(editing: Editing) {
  const { edits, errors, general, visibleCounts, isSaving } = editing.state
  const isShown = (path: string) => [...visibleCounts.keys()].some((outer) => isWithin(path, outer))
  return {
    value: (path: string) => (edits.has(path) ? edits.get(path)!.value : savedAt(editing, path)),
    // A field with a list shows the errors of its elements.
    errorText: (path: string) => [...errors].find(([errorPath]) => isWithin(errorPath, path))?.[1],
    generalErrors: [
      ...general,
      ...[...errors].filter(([errorPath]) => !isShown(errorPath)).map(([path, message]) => `${path}: ${message}`),
    ],
    conflict(path: string) {
      const edit = edits.get(path)
      return edit && isConflict(editing, path, edit)
        ? { typedValue: edit.value, savedValue: savedAt(editing, path) }
        : undefined
    },
    isDirty: (path?: string) => (path === undefined ? edits.size > 0 : edits.has(path)),
    isLeft: () => edits.size > 0 && !editing.state.isSaving,
    whole: () => merged(editing.options().record, patchOf([...edits].map(([path, { value }]) => [path, value]))),
    isSaving,
  }
}

/** Returns the part of a draft that changes values. */
function changing(editing: Editing) {
  const { state, render } = editing
  const { edits, errors, visibleCounts } = state
  const change = (path: string, value: unknown) => {
    edits.set(path, { base: edits.has(path) ? edits.get(path)!.base : savedAt(editing, path), value })
    // The error belongs to the refused value.
    for (const errorPath of [...errors.keys()]) if (isWithin(errorPath, path)) errors.delete(errorPath)
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
      // No saved value equals this marker, so every value is sent.
      for (const [path, mine] of Object.entries(values)) edits.set(path, { base: together, value: mine })
      void commit(editing)
    },
    revert(path: string) {
      edits.delete(path)
      errors.delete(path)
      render()
    },
    keepMine(path: string) {
      edits.get(path)!.base = savedAt(editing, path)
      void commit(editing)
    },
    show(path: string) {
      const isNew = !visibleCounts.has(path)
      visibleCounts.set(path, (visibleCounts.get(path) ?? 0) + 1)
      // An error that arrived before its field was drawn moves from the form to the field.
      if (isNew && [...errors.keys()].some((errorPath) => isWithin(errorPath, path))) render()
      return () => {
        const count = visibleCounts.get(path)! - 1
        if (count > 0) visibleCounts.set(path, count)
        else visibleCounts.delete(path)
      }
    },
    refuse(error: unknown) {
      assignErrors(state, error)
      render()
    },
  }
}

async function commit(editing: Editing): Promise<void> {
  const { state, render } = editing
  if (state.isSaving) {
    state.isCommitPending = true
    return
  }
  for (const [path, { base, value }] of state.edits) if (isSame(base, value)) state.edits.delete(path)
  if (state.edits.size > 0) {
    state.isSaving = true
    render()
    do {
      state.isCommitPending = false
      await send(editing).catch((error) => assignErrors(state, error))
    } while (state.isCommitPending)
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
    isAsLeft = await save(patchOf(sendable.map(([path, { value }]) => [path, value])))
  } catch (error) {
    if (!hasCode(error, 'VERSION_MISMATCH') || attempt === attemptsMax) throw error
    await reload?.()
    // The page renders the values of other users before conflicts are determined.
    await drawn()
    return send(editing, attempt + 1)
  }
  state.errors.clear()
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
    const current = edits.get(path)
    // If one of several values that belong together has changed again, all of them are sent again.
    if (current === edit || (current?.base !== together && isSame(current?.value, edit.value))) edits.delete(path)
  }
  const typedOn = sent.filter(([path]) => edits.has(path))
  if (typedOn.length === 0) return
  const rebase = (path: string, base: unknown) => {
    const edit = edits.get(path)
    if (edit && edit.base !== together) edit.base = base
  }
  for (const [path, { value }] of typedOn) rebase(path, value)
  await drawn()
  if (isAsLeft) for (const [path] of typedOn) rebase(path, savedAt(editing, path))
  editing.render()
}

/** Assigns each field error to its path. */
function assignErrors(state: State, error: unknown): void {
  state.errors.clear()
  state.general = []
  const fieldErrors = error instanceof ApiProblem ? error.errors : []
  for (const fieldError of fieldErrors) {
    const name = parseFormPath(fieldError.path)
    const message = describeFieldError(fieldError)
    if (name === '') state.general.push(message)
    else state.errors.set(name, message)
  }
  if (fieldErrors.length === 0) state.general.push(describeError(error))
}

/** Resolves after the page has rendered. */
const drawn = () => new Promise((resolve) => setTimeout(resolve))

function merged(record: Plain, patch: Plain): Plain {
  const isPlain = (value: unknown): value is Plain =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const result = { ...record }
  for (const [name, value] of Object.entries(patch)) {
    const current = result[name]
    result[name] = isPlain(value) ? merged(isPlain(current) ? current : {}, value) : value
  }
  return result
}

/** Registers a path as shown while the component is on the page. */
export function useShown(draft: RecordDraft, path: string): void {
  const { show } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: all drafts of a page share one state
  useEffect(() => void show(path), [path])
}

const valueAt = (record: Plain, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Plain | null | undefined)?.[name] ?? null, record)

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/** Builds the merge patch of some changes. */
function patchOf(changes: readonly (readonly [path: string, value: unknown])[]): Plain {
  const patch: Plain = {}
  for (const [path, value] of changes) {
    const names = path.split('.')
    const last = names.pop()!
    let target = patch
    for (const name of names) {
      target[name] ??= {}
      target = target[name] as Plain
    }
    target[last] = value
  }
  return patch
}

const isSame = (first: unknown, second: unknown) => JSON.stringify(first ?? null) === JSON.stringify(second ?? null)
