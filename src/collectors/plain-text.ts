import type { Competitor } from './collector.ts'
import { parseMarkup } from './parse-markup.ts'

/** Longer than any review. */
const maxHtmlLength = 30_000

/** The text of HTML with one line per paragraph, without scripts and styles. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return collapseWhitespace(html)
  const $ = parseMarkup(html.slice(0, maxHtmlLength), 'html')
  $('script, style, noscript, template').remove()
  $('br, p, div, li, pre, blockquote, h1, h2, h3, h4').before('\n')
  return collapseWhitespace($.root().text())
}

export const collapseWhitespace = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** Fills {name}, {domain} and {slug} of a URL template. */
export const fillTemplate = (template: string, { name, domain }: Competitor) =>
  template
    .replaceAll('{name}', encodeURIComponent(name))
    .replaceAll('{domain}', encodeURIComponent(domain))
    .replaceAll('{slug}', encodeURIComponent(slug(name)))

export const isTemplate = (template: string) => /\{(name|domain|slug)\}/.test(template)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text mentions the competitor by name or domain. */
export const mentions = (text: string, { name, domain }: Competitor) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped(name)}|${escaped(domain)})(?![\\p{L}\\p{N}])`, 'iu').test(text)
