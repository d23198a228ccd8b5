/** A short key of ASCII letters and digits; empty when the text has none. */
export const asciiKey = (text: string, max = 64): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, max)
    .replace(/^[-_]+|-+$/g, '')
