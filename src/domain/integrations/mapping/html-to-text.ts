import { load } from 'cheerio'

const blockEnds = /<(br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^>]*>/gi

/** What a reader of the page would see, line by line. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const page = load(html.replace(blockEnds, '$&\n'), null, false)
  page('script, style').remove()
  return page
    .text()
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
