const longest = 60
const accents = /[\u0300-\u036f]/g

/** The title as part of an address, and the end of the id so that two of the same title differ. */
export function slugOf(title: string, id: string): string {
  const words = title
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return [...words]
    .slice(0, longest)
    .join('')
    .replace(/^-+|-+$/g, '')
    .concat('-', id.slice(-6))
    .replace(/^-/, '')
}
