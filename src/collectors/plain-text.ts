import type { Subject } from './collector.ts'
import { documentOf } from './markup.ts'

/** No review has more words than fit in here. */
const maxHtmlLength = 30_000

/** The words of a piece of HTML, with its paragraphs as lines; scripts and styles say nothing. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return tidy(html)
  const $ = documentOf(html.slice(0, maxHtmlLength), 'html')
  $('script, style, noscript, template').remove()
  $('br, p, div, li, pre, blockquote, h1, h2, h3, h4').before('\n')
  return tidy($.root().text())
}

export const tidy = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** An address in which {name}, {domain} and {slug} stand for the competitor. */
export const addressOf = (template: string, { name, domain }: Subject) =>
  template
    .replaceAll('{name}', encodeURIComponent(name))
    .replaceAll('{domain}', encodeURIComponent(domain))
    .replaceAll('{slug}', encodeURIComponent(slug(name)))

export const isTemplate = (template: string) => /\{(name|domain|slug)\}/.test(template)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Does a text speak of a competitor, by name or by address? */
export const mentions = (text: string, { name, domain }: Subject) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped(name)}|${escaped(domain)})(?![\\p{L}\\p{N}])`, 'iu').test(text)
