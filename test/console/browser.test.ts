// The browser that the other tests use: it has letters to draw, also on a machine without fonts, and no wait for it lasts for ever.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { inTime } from '../support/until.ts'

test('the browser of the tests draws Latin and Arabic letters instead of boxes', { skip: noBrowser }, async (t) => {
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  const picture = async (text: string, weight = 400) => {
    await page.setContent(`<p style="font: ${weight} 40px system-ui, sans-serif">${text}</p>`)
    return (await page.locator('p').screenshot()).toString('base64')
  }
  // No font has it, as no sign has this number.
  const missing = await picture('\u{2FFFE}')
  const pictures = [await picture('ß'), await picture('ب'), await picture('ج'), await picture('م'), missing]
  assert.equal(new Set(pictures).size, pictures.length)
  // A letter has another shape beside others, which only a font of its script knows.
  assert.notEqual(await picture('ببب'), await picture('ب\u200cب\u200cب'))
  assert.notEqual(await picture('ج', 700), await picture('ج'))
})

test('a wait for a condition ends with an error that names the condition', async () => {
  await assert.rejects(inTime('the page', new Promise(() => {}), 20), /^Error: the page has not ended after 20 ms$/)
  await assert.rejects(inTime('the page', Promise.reject(new Error('crashed'))), /^Error: crashed$/)
  assert.equal(await inTime('the page', Promise.resolve(7)), 7)
})
