// Fills a template with values, and writes the e-mail as plain text and as HTML in a fixed layout.

import type { Branding, NoticeLanguage, NoticeTemplate, TemplateToken } from '../../../contract/road.ts'
import { tokenPattern } from '../../../contract/road.ts'
import type { Attachment } from '../../platform/operation/services.ts'
import { inkOn } from '../../platform/value/colour.ts'
import { asOneLine } from '../../platform/value/line.ts'
import { readLogo } from '../../platform/value/logo.ts'

export type Values = Record<TemplateToken, string>

/** Replaces each placeholder by its value. A value that contains a placeholder stays as it is. */
const filled = (text: string, values: Values): string =>
  text.replace(tokenPattern, (token, name: string) => (name in values ? values[name as TemplateToken] : token))

const lacks = (line: string, values: Values): boolean =>
  [...line.matchAll(tokenPattern)].some(([, name]) => values[name as TemplateToken] === '')

/** Fills the body of a template. A line with an empty placeholder is left out, with the blank lines that remain. */
function textOf(body: string, values: Values): string {
  const lines = body.split(/\r\n|\r|\n/).filter((line) => !lacks(line, values))
  return filled(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    values,
  )
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface Link {
  text: string
  url: string
}

const bodyStyle =
  'margin:0;background:#f3f4f6;font-family:system-ui,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;' +
  'line-height:1.5;color:#1f2328;overflow-wrap:anywhere;word-break:break-word'

const anchor = ({ text, url }: Link, style: string): string =>
  `<a href="${escaped(url)}" style="${style}">${escaped(text)}</a>`

/** Turns URLs into links. The URL of `link` is too long for a phone, so its words take its place. */
const marked = (line: string, colour: string, link: Link): string =>
  line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => {
      if (index % 2 === 0) return escaped(piece)
      const rest = piece.startsWith(link.url) ? piece.slice(link.url.length) : undefined
      const style = `color:${colour}`
      return rest !== undefined && /^[.,;:!?)\]]*$/.test(rest)
        ? anchor(link, style) + rest
        : anchor({ text: piece, url: piece }, style)
    })
    .join('')

const button = (colour: string): string =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};` +
  `color:${inkOn(colour)};font-weight:600;text-decoration:none`

const paragraph = (text: string, colour: string, link: Link): string =>
  `<p style="margin:0 0 16px">${
    text !== '' && text === link.url
      ? anchor(link, button(colour))
      : text
          .split('\n')
          .map((line) => marked(line, colour, link))
          .join('<br>')
  }</p>`

export interface Layout {
  language: NoticeLanguage
  companyName: string
  branding: Branding
  /** The page that the e-mail leads to, and the words of the link in HTML. */
  page: Link
  /** A link at the foot. */
  foot: Link | undefined
}

function htmlOf(text: string, { language, companyName, branding, page, foot }: Layout, hasLogo: boolean): string {
  const { colour } = branding
  const head = hasLogo
    ? `<img src="cid:${logoId}" alt="${escaped(companyName)}" style="max-height:48px;max-width:240px;border:0">`
    : escaped(companyName)
  const below = foot ? `<p style="margin:16px 0 0;font-size:12px;color:#666">${anchor(foot, 'color:#666')}</p>` : ''
  const paragraphs = text.split('\n\n').map((each) => paragraph(each, colour, page))
  return (
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">` +
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>' +
    `<body style="${bodyStyle}"><div style="max-width:560px;margin:0 auto;padding:24px 16px">` +
    `<div style="background:#fff;border-top:4px solid ${colour};border-radius:8px;padding:24px">` +
    `<div style="font-weight:600;font-size:18px;color:${colour};margin:0 0 16px">${head}</div>` +
    `${paragraphs.join('')}</div>${below}</div></body></html>`
  )
}

const logoId = 'logo'

export function logoOf({ logo }: Branding): Attachment | undefined {
  const found = readLogo(logo)
  if (!found) return undefined
  const { type, bytes: content } = found
  return { name: type === 'image/png' ? 'logo.png' : 'logo.jpg', type, content, contentId: logoId }
}

export interface Written {
  subject: string
  text: string
  html: string
}
export function write(template: NoticeTemplate, values: Values, layout: Layout): Written {
  const text = textOf(template.body, values)
  const { foot } = layout
  return {
    subject: asOneLine(filled(template.subject, values)),
    text: foot ? `${text}\n\n${foot.text}: ${foot.url}\n` : `${text}\n`,
    html: htmlOf(text, layout, logoOf(layout.branding) !== undefined),
  }
}
