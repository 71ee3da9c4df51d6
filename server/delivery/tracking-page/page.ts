// Writes the HTML of the tracking page. Its style and its script are part of the page, which loads nothing else.
import { hash } from 'node:crypto'
import type { NoticeLanguage } from '../../../contract/road.ts'
import { type TrackingView, trackingSteps } from '../../../contract/tracking.ts'
import { chooseTextColour } from '../../platform/value/colour.ts'
import { formatTime, formatTimeRange } from '../../platform/value/span.ts'
import type { ReadView } from './view.ts'
import { type ShownStep, trackingTexts } from './words.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * Script of the page. While the page is visible, the script asks for changes every 30 seconds, and replaces the
 * content. Without JavaScript, the page shows the state at the time of loading.
 */
const script = `(() => {
  const root = document.documentElement
  const { source, etag } = root.dataset
  let known = etag, timer
  async function look() {
    timer = undefined
    if (document.visibilityState !== 'visible') return
    try {
      const headers = { 'if-none-match': known, accept: 'application/json' }
      const answer = await fetch(source, { headers, cache: 'no-store' })
      if (answer.status === 404) return location.reload()
      if (answer.status === 200) {
        known = answer.headers.get('etag')
        const page = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
        if (page.ok) {
          const text = (await page.text()).replace(/<style.*?<\\/style>/s, '')
          const next = new DOMParser().parseFromString(text, 'text/html')
          for (const part of ['main', 'footer'])
            document.querySelector(part).replaceWith(document.adoptNode(next.querySelector(part)))
          document.title = next.title
          if ('final' in next.documentElement.dataset) return
        }
      }
    } catch {}
    wait()
  }
  const wait = () => { timer ??= setTimeout(look, 30000) }
  if ('final' in root.dataset) return
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    timer = undefined
    if (document.visibilityState === 'visible') look()
  })
  wait()
})()`

const style = `:root{color-scheme:light dark;
--paper:#f3f4f6;--card:#fff;--ink:#1b1f24;--soft:#59636e;--line:#d9dee3;--good:#1a7f37;--bad:#b3261e;--mid:#8a5300}
@media(prefers-color-scheme:dark){:root{
--paper:#101418;--card:#1a2027;--ink:#eef1f4;--soft:#a5afba;--line:#333c46;--good:#57c878;--bad:#ff8a80;--mid:#f0b35a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}
header{background:var(--brand);color:var(--on);padding:1rem 0}
header div,main,footer{max-width:34rem;margin:0 auto}
header div{padding:0 1rem;font-weight:650;font-size:1.1rem;overflow-wrap:anywhere}
main{padding:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem;margin:0 0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem;text-wrap:balance}
h1.good{color:var(--good)}h1.bad{color:var(--bad)}h1.mid{color:var(--mid)}
p{margin:.25rem 0;overflow-wrap:anywhere}.soft{color:var(--soft)}
ol{list-style:none;display:flex;margin:1.25rem 0 0;padding:0;gap:4px}
li{flex:1 1 auto;font-size:.75rem;line-height:1.3;color:var(--soft);min-width:min-content;overflow-wrap:break-word}
li::before{content:"";display:block;height:6px;border-radius:3px;background:var(--line);margin:0 0 .4rem}
li.past::before{background:var(--brand)}li.bad::before{background:var(--bad)}
li.now{color:var(--ink);font-weight:650}
dl{margin:0}
dt{color:var(--soft);font-size:.875rem}dd{margin:0 0 .75rem;font-weight:550;overflow-wrap:break-word}
dl>:last-child{margin-bottom:0}dd p{font-size:.875rem;font-weight:400;margin:0}
.big{font-size:1.25rem;font-weight:650}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.5rem}
img{width:100%;aspect-ratio:1;object-fit:cover;border-radius:10px;background:var(--line)}
footer{padding:0 1rem 2rem;font-size:.8rem;color:var(--soft)}
footer a{color:inherit}
button{font:inherit;font-weight:600;border:0;border-radius:10px;padding:.7rem 1.1rem;
background:var(--brand);color:var(--on);cursor:pointer}
main a{color:inherit}form{margin:1rem 0}
a:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`

export const scriptHash = hash('sha256', script, 'base64')

interface Frame {
  language: NoticeLanguage
  title: string
  companyName: string
  colour: string
  nonce: string
  main: string
  foot: string
  /** Attributes of the `html` element, each after a space. */
  attributes: string
  script: boolean
}
const frame = ({
  language,
  title,
  companyName,
  colour,
  nonce,
  main,
  foot,
  attributes,
  script: hasScript,
}: Frame): string =>
  `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="icon" href="${iconOf(colour)}">
<style nonce="${nonce}">:root{--brand:${colour};--on:${chooseTextColour(colour)}}
${style}</style>
</head>
<body>
${companyName === '' ? '' : `<header><div><bdi>${escaped(companyName)}</bdi></div></header>\n`}<main>${main}</main>
<footer>${foot}</footer>
${hasScript ? `<script>${script}</script>\n` : ''}</body>
</html>
`

/** Returns the icon as a data URL. Without an icon, a browser would send a second request per view. */
const iconOf = (colour: string): string =>
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  `%3Crect width='16' height='16' rx='4' fill='%23${colour.slice(1)}'/%3E%3C/svg%3E`

const tones = { success: 'good', partial: 'mid', failed: 'bad' } as const

export interface PageInput {
  view: ReadView
  token: string
  etag: string
  language: NoticeLanguage
  nonce: string
}
export function drawPage({ view, token, etag, language, nonce }: PageInput): string {
  const texts = trackingTexts[language]
  const headline = view.outcome ? outcomeIn(view, language) : texts.headline[view.step]
  const tone = view.outcome ? ` class="${tones[view.outcome]}"` : ''
  const startForm =
    view.messages === 'off' ? `<section><p>${texts.stopped}</p>${formOf(token, 'start', texts.start)}</section>` : ''
  const isFinal = view.final && !view.mayHaveNextAttempt
  const source = `data-source="/v1/tracking/${escaped(token)}" data-etag="${escaped(etag)}"`
  const main = `
<section>
<h1${tone}>${escaped(headline)}</h1>
<p class="soft">${texts.order} <bdi>${escaped(view.key)}</bdi></p>
${view.step === 'ended' ? `<p>${texts.endedText}</p>\n` : ''}${stepsOf(view, language)}
</section>
${factsOf(view, language)}${photosOf(view, language)}${startForm}`
  return frame({
    language,
    title: `${headline} · ${view.key}`,
    companyName: view.companyName,
    colour: view.colour,
    nonce,
    main,
    foot: view.messages === 'on' ? `<a href="/t/${escaped(token)}/stop" rel="nofollow">${texts.stop}</a>` : '',
    attributes: ` ${source}${isFinal ? ' data-final' : ''}`,
    script: true,
  })
}

const outcomeIn = ({ outcome, type, isCancelled }: ReadView, language: NoticeLanguage): string =>
  isCancelled ? trackingTexts[language].cancelled : trackingTexts[language].outcomes[type][outcome!]

const shownSteps = trackingSteps.filter((step): step is ShownStep => step !== 'ended')

/** Draws the steps to the outcome. If the route has ended without an outcome, no step is marked as current. */
function stepsOf(view: ReadView, language: NoticeLanguage): string {
  const { step, outcome } = view
  const { steps } = trackingTexts[language]
  const reached = shownSteps.indexOf(step === 'ended' ? 'inTransit' : step)
  const items = shownSteps.map((shownStep, index) => {
    const isNow = shownStep === step
    const hasFailed = isNow && outcome === 'failed'
    const classes = [index <= reached ? 'past' : '', isNow ? 'now' : '', hasFailed ? 'bad' : '']
      .filter(Boolean)
      .join(' ')
    const current = isNow ? ' aria-current="step"' : ''
    const name = hasFailed ? outcomeIn(view, language) : steps[shownStep]
    return `<li${classes === '' ? '' : ` class="${classes}"`}${current}>${name}</li>`
  })
  return `<ol>${items.join('')}</ol>`
}

function factsOf(view: ReadView, language: NoticeLanguage): string {
  const texts = trackingTexts[language]
  const reading = { language, timeZone: view.timezone, style: 'page' } as const
  const span = (from: string | null, to: string | null) =>
    view.final ? undefined : formatTimeRange(reading, { from, to })
  const { position } = view
  const happened = view.isCancelled ? texts.cancelled : view.outcome === 'failed' ? texts.tried : texts.steps.done
  const facts: [string, string | null | undefined][] = [
    [happened, view.outcomeTime && formatTime(reading, view.outcomeTime)],
    [texts.reason, view.reason === happened ? null : view.reason],
    [texts.estimate, span(view.estimateFrom, view.estimateTo)],
    [view.committed === null ? texts.window : texts.agreed, span(view.windowFrom, view.windowTo)],
    [texts.town, view.town],
  ]
  const note = `<p class="soft">${texts.estimateNote}</p>`
  const rows = facts.flatMap(([name, value]) =>
    value ? [`<dt>${name}</dt><dd><bdi>${escaped(value)}</bdi>${name === texts.estimate ? note : ''}</dd>`] : [],
  )
  const ahead = view.stopsAhead === null ? '' : `<p class="big">${texts.stopsAhead(view.stopsAhead)}</p>`
  const clockOf = (time: string) => formatTime({ ...reading, style: 'clock' }, time)
  const near = position
    ? `<p><a href="geo:${position.lat},${position.lng}">${texts.position(clockOf(position.time))}</a></p>`
    : ''
  const progressSection = ahead || near ? `<section>${ahead}${near}</section>` : ''
  return progressSection + (rows.length > 0 ? `<section><dl>${rows.join('')}</dl></section>` : '')
}

function photosOf({ photos }: TrackingView, language: NoticeLanguage): string {
  if (photos.length === 0) return ''
  const images = photos.map(escaped).map((url, index) => {
    const image = `<img src="${url}" alt="${trackingTexts[language].photo} ${index + 1}" loading="lazy">`
    return `<a href="${url}">${image}</a>`
  })
  return `<section><div class="photos">${images.join('')}</div></section>`
}

const plainColour = '#1864ab'

/** Draws a page without an order. */
const plainPage = (language: NoticeLanguage, nonce: string, title: string, main: string): string =>
  frame({ language, title, companyName: '', colour: plainColour, nonce, main, foot: '', attributes: '', script: false })

/** Draws the page of every invalid link. The page is identical for all reasons, so it does not reveal the reason. */
export function drawNotFound(language: NoticeLanguage, nonce: string): string {
  const { invalidLink, invalidLinkText } = trackingTexts[language]
  return plainPage(
    language,
    nonce,
    invalidLink,
    `<section><h1>${invalidLink}</h1><p class="soft">${invalidLinkText}</p></section>`,
  )
}

const formOf = (token: string, action: 'start' | 'stop', name: string): string =>
  `<form method="post" action="/t/${escaped(token)}/${action}"><button>${name}</button></form>`

/** Draws the question before e-mails are turned off. */
export function drawStop(language: NoticeLanguage, nonce: string, token: string): string {
  const { stopQuestion, stopText, stop } = trackingTexts[language]
  const form = formOf(token, 'stop', stop)
  const main = `<section><h1>${stopQuestion}</h1><p class="soft">${stopText}</p>${form}</section>`
  return plainPage(language, nonce, stopQuestion, main)
}

/** Draws the page after e-mails were turned off. */
export function drawStopped(language: NoticeLanguage, nonce: string, token: string): string {
  const { stopped, stoppedText, start, toPage } = trackingTexts[language]
  const main = `<section><h1>${stopped}</h1><p class="soft">${stoppedText}</p>${formOf(token, 'start', start)}
<p><a href="/t/${escaped(token)}">${toPage}</a></p></section>`
  return plainPage(language, nonce, stopped, main)
}
