// Whether somebody is there: what a page asks for by itself must not keep the session of a person who has gone alive.

const attendedMs = 5 * 60_000
let lastUsed = Date.now()

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, () => (lastUsed = Date.now()), { capture: true, passive: true })

export const isAttended = (): boolean => Date.now() - lastUsed < attendedMs
