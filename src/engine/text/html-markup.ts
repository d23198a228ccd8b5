/* Removes HTML from texts that contain it; other texts stay as they are. */

const anyTag =
  /<\/?(?:p|br|div|li|[uo]l|h[1-6]|b|i|u|strong|em|span|a|td|tr|table|blockquote|body|html)\b[^<>]{0,1000}>/i
const invisible = /<(style|script|blockquote)\b[^<>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const tag = /<\/?([a-z][a-z0-9]*)\b[^<>]{0,1000}>/gi
const inlineTag = /^(?:a|b|i|u|s|em|strong|span|font|small|code|mark|sub|sup|abbr|img)$/i

const newlines = (text: string) => '\n'.repeat(text.length)

/** Keeps the length, so that positions stay valid: a block tag becomes newlines, an inline tag spaces. */
export const blankTags = (text: string): string =>
  anyTag.test(text)
    ? text
        .replace(invisible, newlines)
        .replace(tag, (whole, name: string) => (inlineTag.test(name) ? ' '.repeat(whole.length) : newlines(whole)))
    : text

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** The text without tags and with its entities decoded. */
export function stripHtml(text: string): string {
  if (!/[<&]/.test(text)) return text
  const plain = blankTags(text)
  return (plain === text ? text : plain.replace(/\s+/g, ' ').trim()).replace(
    /&(amp|lt|gt|quot|apos|#39|nbsp);/g,
    (_, name: string) => entities[name]!,
  )
}
