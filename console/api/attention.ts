// Detects whether a user is present. Requests of an unattended page must not extend the session.

const attendedMs = 5 * 60_000
let lastUsed = Date.now()

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, () => (lastUsed = Date.now()), { capture: true, passive: true })

export const isAttended = (): boolean => Date.now() - lastUsed < attendedMs
