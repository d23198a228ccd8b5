const control = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Removes control characters: customers write these texts, and a terminal would obey them. */
export const stripControls = (text: string) => text.replace(control, ' ')

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
