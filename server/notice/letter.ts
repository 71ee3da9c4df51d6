// Makes a letter of a template and what stands for its tokens: plain text, and the same in one fixed layout of HTML.

import type { Branding, NoticeLanguage, NoticeTemplate, TemplateToken } from '../../contract/road.ts'
import { tokenPattern } from '../../contract/road.ts'
import { asOneLine } from '../core/line.ts'
import { readLogo } from '../core/logo.ts'
import type { Attachment } from '../core/services.ts'

export type Values = Record<TemplateToken, string>

/** Each token gives way to its value, which is never read for tokens again. */
const filled = (text: string, values: Values): string =>
  text.replace(tokenPattern, (token, name: string) => (name in values ? values[name as TemplateToken] : token))

const lacks = (line: string, values: Values): boolean =>
  [...line.matchAll(tokenPattern)].some(([, name]) => values[name as TemplateToken] === '')

/** A line that has nothing to say for one of its tokens is left out, and so are the blank lines that it leaves. */
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

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Addresses of pages become links; all else is text, whatever it looks like. */
const marked = (text: string, colour: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 1 ? `<a href="${escaped(piece)}" style="color:${colour}">${escaped(piece)}</a>` : escaped(piece),
    )
    .join('')

const paragraph = (text: string, colour: string): string =>
  `<p style="margin:0 0 16px">${text
    .split('\n')
    .map((line) => marked(line, colour))
    .join('<br>')}</p>`

export interface Layout {
  language: NoticeLanguage
  companyName: string
  branding: Branding
  /** A link at the foot. */
  foot: { text: string; url: string } | undefined
}

function htmlOf(text: string, { language, companyName, branding, foot }: Layout, hasLogo: boolean): string {
  const { colour } = branding
  const head = hasLogo
    ? `<img src="cid:${logoId}" alt="${escaped(companyName)}" style="max-height:48px;max-width:240px;border:0">`
    : escaped(companyName)
  const below = foot
    ? `<p style="margin:16px 0 0;font-size:12px;color:#666"><a href="${escaped(foot.url)}" style="color:#666">${escaped(foot.text)}</a></p>`
    : ''
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;background:#f3f4f6;font-family:system-ui,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2328"><div style="max-width:560px;margin:0 auto;padding:24px 16px"><div style="background:#fff;border-top:4px solid ${colour};border-radius:8px;padding:24px"><div style="font-weight:600;font-size:18px;color:${colour};margin:0 0 16px">${head}</div>${text
    .split('\n\n')
    .map((each) => paragraph(each, colour))
    .join('')}</div>${below}</div></body></html>`
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
