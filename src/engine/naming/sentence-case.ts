import { capitalized } from '#engine/text/capitalized.ts'

/** Keeps acronyms and names with capitals inside. */
export function sentenceCase(text: string): string {
  const acronym = (word: string) => /^(?:\p{Lu}{2,}\d*|\p{Lu}\p{Ll}*\p{Lu}\p{L}*|i\p{Lu}\p{L}+)$/u.test(word)
  const words = text.split(' ').map((word) => (acronym(word) ? word : word.toLowerCase()))
  return words.map((word, n) => (n === 0 && !acronym(word) ? capitalized(word) : word)).join(' ')
}
