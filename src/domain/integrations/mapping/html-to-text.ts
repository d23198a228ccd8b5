import { loadMarkup } from '#engine/text/load-markup.ts'

const blockEnds = /<(br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^>]*>/gi

/** The visible text of an HTML fragment, with line breaks after block elements. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const page = loadMarkup(html.replace(blockEnds, '$&\n'), null, false)
  page('script, style').remove()
  return page
    .text()
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
