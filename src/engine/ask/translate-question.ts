import { readWords } from '#engine/words/read-words.ts'

/* German questions become English ones, word by word: only what forms a question, never its topic or names. */

export type QuestionLanguage = 'en' | 'de'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const wordStart = String.raw`(?<![\p{L}\p{N}])`
const wordEnd = String.raw`(?![\p{L}\p{N}])`

type Entry = { pattern: string; length: number; english: string }

/** The longest entries first, as a list of several words counts before one of them. */
const entries: readonly Entry[] = readWords('ask/german')
  .flatMap((line) => {
    const at = line.lastIndexOf(' | ')
    const english = line.slice(at + 3)
    return splitAlternatives(line.slice(0, at)).map((words) => ({
      pattern: words.replaceAll(' … ', String.raw`((?:\s+\S+){1,4}?)\s+`).replaceAll(' ', String.raw`\s+`),
      length: words.split(' ').length * 100 + words.length,
      english,
    }))
  })
  .sort((a, b) => b.length - a.length)

/** At the bars that are not within brackets. */
function splitAlternatives(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

const compiled = entries.map(({ pattern, english }) => ({
  regex: new RegExp(`${wordStart}(?:${pattern})${wordEnd}`, 'iuy'),
  english,
}))

/** Words that are in both languages, or the beginning of names. */
const ambiguous = new Set(readWords('ask/german-ambiguous'))

const entryAt = (text: string, at: number) => {
  for (const { regex, english } of compiled) {
    regex.lastIndex = at
    const match = regex.exec(text)
    if (match) return { match, english }
  }
  return undefined
}

const namePattern = (names: readonly string[], flags: string) => {
  const known = names.toSorted((a, b) => b.length - a.length).map(escaped)
  return known.length ? new RegExp(`${wordStart}(?:${known.join('|')})${wordEnd}`, flags) : undefined
}

/** From this share of its words on a question is German. */
const minShare = 0.34

/** Of the words that are no names: “Von Brandt Bistro” is German whatever the company is called. */
export function questionLanguage(question: string, names: readonly string[] = []): QuestionLanguage {
  const name = namePattern(names, 'giu')
  const unnamed = name ? question.replace(name, ' ') : question
  const words = (unnamed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !ambiguous.has(word))
  const german = words.filter((word) => entryAt(word, 0)?.match[0].length === word.length)
  return words.length > 0 && german.length / words.length >= minShare ? 'de' : 'en'
}

/** The question in English words; names stay as they are written. */
export function toEnglish(question: string, names: readonly string[]): string {
  const name = namePattern(names, 'iuy')
  let english = ''
  for (let at = 0; at < question.length;) {
    const isStart = !/[\p{L}\p{N}]/u.test(question[at - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(question[at]!)
    if (name) name.lastIndex = at
    const named = isStart ? name?.exec(question)?.[0] : undefined
    const found = isStart && named === undefined ? entryAt(question, at) : undefined
    const [kept] = found ? found.match : [named ?? question[at]!]
    english += found ? `${found.english}${toEnglish(found.match[1] ?? '', names)}` : kept
    at += kept.length
  }
  return english
}
