const maxTitleLength = 60
const accents = /[\u0300-\u036f]/g

/** The title for a URL, followed by the end of the id so that equal titles differ. */
export function slugOf(title: string, id: string): string {
  const words = title
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return [...words]
    .slice(0, maxTitleLength)
    .join('')
    .replace(/^-+|-+$/g, '')
    .concat('-', id.slice(-6))
    .replace(/^-/, '')
}
