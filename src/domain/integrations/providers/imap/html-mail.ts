import { loadMarkup } from '#engine/text/load-markup.ts'
import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'

const removed =
  'head, script, style, title, .gmail_signature, .moz-signature, #Signature, [id^="ms-outlook-mobile-signature"]'
const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const maxQuotes = 20
/** Real mails have less than a hundred levels; thousands take the parser minutes. */
const maxDepth = 500
/** Elements without content, or that the next one closes. */
const unclosed = new Set(
  `area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track
  wbr`.split(/\s+/),
)

function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (unclosed.has(name!.toLowerCase())) continue
    depth = Math.max(0, depth + (slash ? -1 : 1))
    if (depth > maxDepth) return true
  }
  return false
}

/** The text of an HTML mail; quotes get “> ” before each line, as in plain text. */
export function htmlMailToText(html: string): string {
  if (isTooDeep(html)) return htmlToText(html.replace(/<[^<>]*>/g, ' '))
  const page = loadMarkup(html.replace(/\s+/g, ' '))
  page(removed).remove()
  page('hr').replaceWith('<br>')
  page('*')
    .contents()
    .filter((_, node) => node.type === 'comment')
    .remove()
  // They have no text, and the patterns of htmlToText would have to read them.
  for (const element of page('*').toArray()) if ('attribs' in element) element.attribs = {}
  // The innermost first, so that its lines get one mark for each level.
  for (const quote of page('blockquote').toArray().slice(0, maxQuotes).reverse()) {
    const lines = htmlToText(page(quote).html() ?? '').split('\n')
    page(quote).replaceWith(`<br>${lines.map((line) => escape(`> ${line}`)).join('<br>')}<br>`)
  }
  return htmlToText(page('body').html() ?? '')
}
