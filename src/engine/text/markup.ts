/* Texts that came as a page: where the marks of HTML stand, and what is left without them. Anything else stays as it is. */

const page = /<\/?(?:p|br|div|li|[uo]l|h[1-6]|b|i|u|strong|em|span|a|td|tr|table|blockquote|body|html)\b[^<>]{0,1000}>/i
const unseen = /<(style|script|blockquote)\b[^<>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const mark = /<\/?([a-z][a-z0-9]*)\b[^<>]{0,1000}>/gi
const within = /^(?:a|b|i|u|s|em|strong|span|font|small|code|mark|sub|sup|abbr|img)$/i

const lines = (text: string) => '\n'.repeat(text.length)

/** As long as the text itself: a mark between parts becomes empty lines, one inside a sentence spaces. */
export const blanked = (text: string): string =>
  page.test(text)
    ? text
        .replace(unseen, lines)
        .replace(mark, (whole, name: string) => (within.test(name) ? ' '.repeat(whole.length) : lines(whole)))
    : text

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** As somebody would read it aloud. */
export function readable(text: string): string {
  if (!/[<&]/.test(text)) return text
  const plain = blanked(text)
  return (plain === text ? text : plain.replace(/\s+/g, ' ').trim()).replace(
    /&(amp|lt|gt|quot|apos|#39|nbsp);/g,
    (_, name: string) => entities[name]!,
  )
}
