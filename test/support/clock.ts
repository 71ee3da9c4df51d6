// The clock of this process, set forwards and back as an operator or a broken time server does; timers go on as before. Files that
// use it run alone (lanes.ts).
let aheadMs = 0
const right = Date.now
// From the start: who is handed the function keeps it.
Date.now = () => right() + aheadMs

export const clockOf = (t: { after(fn: () => void): void }): { set(aheadMs: number): void } => {
  const set = (ms: number) => {
    aheadMs = ms
  }
  t.after(() => set(0))
  return { set }
}
