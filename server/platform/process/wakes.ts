// Wakes background work after a change is stored, so that it need not wait for its next search.

export interface WakeSignals<Name extends string> {
  /** Registers work that runs at each call of the name. */
  on(name: Name, run: (environmentId: string) => void): void
  /** Runs the work of a name. Call it after the commit, because the work reads the database. */
  call(name: Name, environmentId: string): void
}

export function openWakes<Name extends string>(): WakeSignals<Name> {
  const runs = new Map<Name, ((environmentId: string) => void)[]>()
  return {
    on: (name, run) => void runs.set(name, [...(runs.get(name) ?? []), run]),
    call(name, environmentId) {
      for (const run of runs.get(name) ?? []) run(environmentId)
    },
  }
}
