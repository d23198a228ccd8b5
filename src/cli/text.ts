const control = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
const eastAsian =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/
const emoji = /\p{Emoji_Presentation}/u
const zeroWidth = /\p{M}|\u200d|\ufe0f/u

/** Removes control characters: customers write these texts, and a terminal would obey them. */
export const stripControls = (text: string) => text.replace(control, ' ')

export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (zeroWidth.test(character)) return 0
  return eastAsian.test(character) || emoji.test(character) ? 2 : 1
}

export function truncate(text: string, max: number): string {
  if (widthOf(text) <= max) return text
  let kept = ''
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > max - 1) break
    kept += character
  }
  return `${kept}…`
}

export const padEnd = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))
export const padStart = (text: string, width: number) => ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** Escapes C1 control characters, which JSON does not escape and a terminal obeys. */
export const jsonOf = (value: unknown, indent?: number) =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )

const timestamp = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/

export function scalarText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const time = timestamp.exec(text)
  return time ? `${time[1]} ${time[2]}` : stripControls(text)
}

export const isScalar = (value: unknown) => value === null || typeof value !== 'object'
