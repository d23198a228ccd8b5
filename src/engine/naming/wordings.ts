import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* How the entries of a closed catalogue are called in a language: `aspects/CODE.txt` and `areas/CODE.txt`. */

type Catalogue = 'aspects' | 'areas'

const wordings = new Map<string, ReadonlyMap<string, string>>()

/** In English where the language has none; undefined for what is not in the catalogue. */
export const wordingIn = (catalogue: Catalogue, language: string, entry: string): string | undefined =>
  wordingsOf(catalogue, language).get(entry) ?? wordingsOf(catalogue, 'en').get(entry)

function wordingsOf(catalogue: Catalogue, language: string): ReadonlyMap<string, string> {
  const file = join(import.meta.dirname, catalogue, `${language}.txt`)
  let found = wordings.get(file)
  if (!found) {
    const isKnown = /^[a-z]{2}$/.test(language) && existsSync(file)
    const lines = isKnown ? readFileSync(file, 'utf8').split('\n') : []
    const entries = lines.filter((line) => line.includes('|') && !line.startsWith('#'))
    found = new Map(entries.map((line) => line.split('|').map((part) => part.trim()) as [string, string]))
    wordings.set(file, found)
  }
  return found
}
