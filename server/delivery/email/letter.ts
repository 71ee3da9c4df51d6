// Fills a template with values, and writes the e-mail as plain text and as HTML in a fixed layout.

import type { Branding, NoticeLanguage, NoticeTemplate, TemplateToken } from '../../../contract/road.ts'
import { tokenPattern } from '../../../contract/road.ts'
import type { EmailAttachment } from '../../platform/operation/services.ts'
import { chooseTextColour } from '../../platform/value/colour.ts'
import { formatOneLine } from '../../platform/value/line.ts'
import { readLogo } from '../../platform/value/logo.ts'

export type TemplateValues = Record<TemplateToken, string>

/** Replaces each placeholder by its value. A value that contains a placeholder stays as it is. */
const filled = (text: string, values: TemplateValues): string =>
  text.replace(tokenPattern, (token, name: string) => (name in values ? values[name as TemplateToken] : token))

const lacks = (line: string, values: TemplateValues): boolean =>
  [...line.matchAll(tokenPattern)].some(([, name]) => values[name as TemplateToken] === '')

/** Fills the body of a template. Omits each line with an empty placeholder, and surplus blank lines. */
function textOf(body: string, values: TemplateValues): string {
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

/**
 * Escapes a line for HTML, and turns its URLs into links. The URL of `link` is long, so its words appear in its place.
 */
const marked = (line: string, colour: string, link: Link): string =>
  line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((segment, index) => {
      if (index % 2 === 0) return escaped(segment)
      const suffix = segment.startsWith(link.url) ? segment.slice(link.url.length) : undefined
      const style = `color:${colour}`
      return suffix !== undefined && /^[.,;:!?)\]]*$/.test(suffix)
        ? anchor(link, style) + suffix
        : anchor({ text: segment, url: segment }, style)
    })
    .join('')

const button = (colour: string): string =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};` +
  `color:${chooseTextColour(colour)};font-weight:600;text-decoration:none`

const paragraph = (text: string, colour: string, link: Link): string =>
  `<p style="margin:0 0 16px">${
    text !== '' && text === link.url
      ? anchor(link, button(colour))
      : text
          .split('\n')
          .map((line) => marked(line, colour, link))
          .join('<br>')
  }</p>`

export interface EmailLayout {
  language: NoticeLanguage
  companyName: string
  branding: Branding
  /** Page to which the e-mail links, with the words of the link in HTML. */
  page: Link
  /** Link at the foot of the e-mail; undefined for an e-mail without one. */
  foot: Link | undefined
}

function htmlOf(text: string, { language, companyName, branding, page, foot }: EmailLayout, hasLogo: boolean): string {
  const { colour } = branding
  const head = hasLogo
    ? `<img src="cid:${logoId}" alt="${escaped(companyName)}" style="max-height:48px;max-width:240px;border:0">`
    : escaped(companyName)
  const footer = foot ? `<p style="margin:16px 0 0;font-size:12px;color:#666">${anchor(foot, 'color:#666')}</p>` : ''
  const paragraphs = text.split('\n\n').map((paragraphText) => paragraph(paragraphText, colour, page))
  return (
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">` +
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>' +
    `<body style="${bodyStyle}"><div style="max-width:560px;margin:0 auto;padding:24px 16px">` +
    `<div style="background:#fff;border-top:4px solid ${colour};border-radius:8px;padding:24px">` +
    `<div style="font-weight:600;font-size:18px;color:${colour};margin:0 0 16px">${head}</div>` +
    `${paragraphs.join('')}</div>${footer}</div></body></html>`
  )
}

const logoId = 'logo'

export function createLogoAttachment({ logo }: Branding): EmailAttachment | undefined {
  const found = readLogo(logo)
  if (!found) return undefined
  const { type, bytes: content } = found
  return { name: type === 'image/png' ? 'logo.png' : 'logo.jpg', type, content, contentId: logoId }
}

export interface WrittenEmail {
  subject: string
  text: string
  html: string
}
export function writeEmail(template: NoticeTemplate, values: TemplateValues, layout: EmailLayout): WrittenEmail {
  const text = textOf(template.body, values)
  const { foot } = layout
  return {
    subject: formatOneLine(filled(template.subject, values)),
    text: foot ? `${text}\n\n${foot.text}: ${foot.url}\n` : `${text}\n`,
    html: htmlOf(text, layout, createLogoAttachment(layout.branding) !== undefined),
  }
}
