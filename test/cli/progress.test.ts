// How far a command is, as it says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress, drawBar } from '../../cli/progress.ts'

test('a terminal shows a bar, a log shows a line for each completed step', () => {
  const written = (isTTY: boolean) => {
    const texts: string[] = []
    const progress = createProgress({ isTTY, write: (text: string) => texts.push(text) } as never)
    const at = (part: number) => ({ drawn: () => `${drawBar(part)} there`, line: () => `${part * 100} %` })
    progress.show(at(0.25))
    progress.show({ ...at(0.5), ended: true })
    progress.clear()
    return texts
  }
  assert.deepEqual(written(true), ['\r\x1b[K[############------------] there', '\r\x1b[K'])
  assert.deepEqual(written(false), ['50 %\n'])
})
