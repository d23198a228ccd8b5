import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Word lists: text files with an entry a line; a line that begins with two spaces continues the one before. Empty lines
 * and comments (`# …`) are left out.
 */

export const readWords = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8')
    .replace(/\n {2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# '))

/** `{verbs}` in an entry matches any entry of the list `verbs` in the same folder. */
const reference = /(?<!\\[pPu])\{([a-z]+(?:-[a-z]+)*)\}/g

/** A regular expression for any entry of a list; entries may be regular expressions themselves. */
export const anyOf = (name: string): string => `(?:${readPatterns(name).join('|')})`

/** The entries of a list with the lists that they refer to. */
export function readPatterns(name: string): string[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  return readWords(name).map((entry) => entry.replace(reference, (_, list: string) => anyOf(folder + list)))
}

/** The words of a list as a regular expression that matches one of them as a whole word. */
export const anyWord = (name: string, flags: string) => new RegExp(`\\b${anyOf(name)}\\b`, flags)
