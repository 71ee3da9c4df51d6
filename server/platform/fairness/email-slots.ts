// E-mail slots: limit the e-mails that are sent at the same time, and divide them between environments.
import { openFairQueue } from './fair-queue.ts'

export interface EmailSlot {
  /** Frees the slot; a second call has no effect. */
  release(): void
}
export interface EmailSlots {
  /** Returns a free slot, or undefined if all are taken or an environment waits for one. */
  takeFree(): EmailSlot | undefined
  /**
   * Waits for a slot, in the fair queue of the environments. A slot that is granted after `cancel` is released.
   */
  waitFor(environmentId: string): { slot: Promise<EmailSlot>; cancel(): void }
}

/**
 * Time after which an e-mail counts as slow and frees its slot. A mail server may take minutes to confirm an e-mail;
 * the connection and the commands before that take less than this.
 */
const slowMs = 45_000
/** Slow e-mails per slot that may be under way. */
const slowPerSlot = 4

/** Returns the largest number of e-mails under way, slow ones included. */
export const calculateEmailsMax = (count: number): number => count * (1 + slowPerSlot)

export function openEmailSlots(count: number, slowAfterMs = slowMs): EmailSlots {
  const queue = openFairQueue<(slot: EmailSlot) => void>()
  let usedSlots = 0
  let slow = 0

  function take(): EmailSlot {
    usedSlots++
    let state: 'taken' | 'slow' | 'released' = 'taken'
    const timer = setTimeout(() => {
      if (slow >= count * slowPerSlot) return void timer.refresh()
      slow++
      state = 'slow'
      usedSlots--
      grant()
    }, slowAfterMs).unref()
    return {
      release() {
        clearTimeout(timer)
        if (state === 'taken') usedSlots--
        else if (state === 'slow') slow--
        state = 'released'
        grant()
      },
    }
  }
  function grant(): void {
    while (usedSlots < count && queue.size() > 0) queue.takeNext()!(take())
  }
  return {
    takeFree: () => (usedSlots < count && queue.size() === 0 ? take() : undefined),
    waitFor(environmentId) {
      const { promise, resolve } = Promise.withResolvers<EmailSlot>()
      queue.add(environmentId, resolve)
      grant()
      return {
        slot: promise,
        cancel() {
          if (queue.removeWhere((waiter) => waiter === resolve).length === 0)
            void promise.then(({ release }) => release())
        },
      }
    },
  }
}
