import { anyWord } from '#engine/words/read-words.ts'
import type { SentimentCounts } from '#vocabulary/sentiments.ts'

/*
 * Numbers in a text that a model wrote. A number is accepted where it counts something that was counted (“3 of 5
 * customers”), or is beside the same word in the evidence (“10,000 rows”); every other number is refused.
 */

export type EvidenceCounts = SentimentCounts & {
  insights: number
  customers: number
  /** Customers, and every insight without one. */
  voices: number
}
/** `own`: of the insights that the text cites; `all`: of everything it is about. */
export type CountedEvidence = { own: EvidenceCounts; all: EvidenceCounts }

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
const units = `${small} seventeen eighteen nineteen`.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const tensThenUnit = new RegExp(`\\b(${tens.join('|')})(?:[- ](${units.slice(1, 10).join('|')}))?\\b`, 'gi')
/** “One” alone is mostly a pronoun; it counts as a number before a noun that is counted. */
const unitWord = new RegExp(`\\b(${[units[0], ...units.slice(2)].join('|')})\\b`, 'gi')

const nouns: Record<keyof EvidenceCounts, string> = {
  insights: 'insights?|findings?|statements?|comments?|mentions?|reports?|messages?|items?|complaints?|requests?',
  customers: 'customers?|contacts?|users?|clients?|accounts?|respondents?',
  voices: 'voices?|people|persons?|writers?',
  positive: 'positive',
  negative: 'negative',
  neutral: 'neutral',
}
const counted = Object.values(nouns).join('|')
const nounAfter = `(?:(?!of\\b|and\\b|or\\b|in\\b)\\p{L}+[ -])?(${counted})\\b`
const article = '(?:the |these |those |its |all |all the )?'
const shareOf = new RegExp(`(\\d[\\d,]*) (?:out )?of ${article}(\\d[\\d,]*) ${nounAfter}`, 'giu')
const percentOf = new RegExp(`(\\d[\\d,]*)(?: ?%| percent| per cent) of ${article}${nounAfter}`, 'giu')
const count = new RegExp(`(?<![\\d.,])(\\d[\\d,]*) ${nounAfter}`, 'giu')
const majority = new RegExp(`\\b(?:most|the majority|a majority|the bulk)(?: of)? ${article}${nounAfter}`, 'giu')
const half = new RegExp(`\\bhalf(?: of)? ${article}${nounAfter}`, 'giu')
const everybody = new RegExp(`\\b(?:all|every|each)(?: of)? (?:the |these |those )?${nounAfter}`, 'giu')
const nobody = new RegExp(`\\b(?:no|none of|not one|zero) (?:the |these |those )?${nounAfter}`, 'giu')
const otherQuantity = anyWord('llm/other-quantities', 'gi')

/** The text with number words written in digits. */
const inDigits = (text: string) =>
  text
    .replace(tensThenUnit, (_, ten: string, unit?: string) =>
      String((tens.indexOf(ten.toLowerCase()) + 2) * 10 + (unit ? units.indexOf(unit.toLowerCase()) : 0)),
    )
    .replace(unitWord, (word) => String(units.indexOf(word.toLowerCase())))
    .replace(new RegExp(`\\b(?:one|a single) (?=${nounAfter})`, 'giu'), '1 ')

const valueOf = (digits: string) => Number(digits.replaceAll(',', ''))

/** What a noun counts; “3 negative insights” and “negative customers” are counted by their sentiment. */
function keyOf(phrase: string, noun: string): keyof EvidenceCounts {
  const sentiment = /\b(positive|negative|neutral)\b/i.exec(phrase)?.[1]?.toLowerCase()
  if (sentiment) return sentiment as keyof EvidenceCounts
  const found = Object.entries(nouns).find(([, words]) => new RegExp(`^(?:${words})$`, 'i').test(noun))
  return found![0] as keyof EvidenceCounts
}

const isPercent = (percent: number, own: number, all: number) => all > 0 && Math.abs((100 * own) / all - percent) <= 0.5

/** `isFigure`: the same words in the evidence are enough; “all customers” in one text says nothing about all. */
type Claim = {
  pattern: RegExp
  isFigure?: boolean
  holds(match: RegExpMatchArray, evidence: CountedEvidence): boolean
}

/** In this order: a part that one of them has read is not read by the next. */
const claims: Claim[] = [
  {
    pattern: percentOf,
    isFigure: true,
    holds: ([phrase, percent, noun], { own, all }) => {
      const key = keyOf(phrase, noun!)
      return isPercent(valueOf(percent!), own[key], all[key])
    },
  },
  {
    pattern: shareOf,
    isFigure: true,
    holds: ([phrase, part, whole, noun], { own, all }) => {
      const key = keyOf(phrase, noun!)
      return own[key] === valueOf(part!) && all[key] === valueOf(whole!)
    },
  },
  { pattern: nobody, holds: () => false },
  { pattern: half, holds: ([phrase, noun], { own, all }) => isHalf(keyOf(phrase, noun!), own, all) },
  {
    pattern: majority,
    holds: ([phrase, noun], { own, all }) => own[keyOf(phrase, noun!)] * 2 > all[keyOf(phrase, noun!)],
  },
  {
    pattern: everybody,
    holds: ([phrase, noun], { own, all }) => own[keyOf(phrase, noun!)] === all[keyOf(phrase, noun!)],
  },
  {
    pattern: count,
    isFigure: true,
    holds: ([phrase, value, noun], { own }) => own[keyOf(phrase, noun!)] === valueOf(value!),
  },
]

const isHalf = (key: keyof EvidenceCounts, own: EvidenceCounts, all: EvidenceCounts) =>
  own[key] > 0 && own[key] * 2 === all[key]

const tokensOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|[.,:'’/+-](?=[\p{L}\p{N}]))*|%/gu) ?? []).map((token) =>
    token.replace('’', "'"),
  )

/** A number of the evidence, beside the same word. */
function isTaken(tokens: readonly string[], at: number, evidence: readonly (readonly string[])[]): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]]
  return evidence.some((words) =>
    words.some(
      (word, n) =>
        word === token &&
        ((after !== undefined && words[n + 1] === after) || (before !== undefined && words[n - 1] === before)),
    ),
  )
}

const containsTokens = (words: readonly string[], part: readonly string[]) =>
  words.some((_, at) => part.every((token, n) => words[at + n] === token))

/** The first number, or quantity in words, that neither the counts nor the texts of the evidence support. */
export function unsupportedNumber(
  text: string,
  texts: readonly string[],
  evidence: CountedEvidence | undefined,
): string | undefined {
  const written = [...texts, ...texts.map(inDigits)].map(tokensOf)
  const isWritten = (phrase: string) => written.some((words) => containsTokens(words, tokensOf(phrase)))
  let rest = inDigits(text)
  for (const { pattern, isFigure = false, holds } of claims) {
    const isSupported = (match: RegExpMatchArray) =>
      evidence ? holds(match, evidence) || (isFigure && isWritten(match[0])) : isWritten(match[0])
    const refused = [...rest.matchAll(pattern)].find((match) => !isSupported(match))
    if (refused) return refused[0]
    rest = rest.replace(pattern, ' … ')
  }
  const quantity = [...rest.matchAll(otherQuantity)].find((match) => !isWritten(match[0]))
  if (quantity) return quantity[0]
  const tokens = tokensOf(rest)
  return tokens.find((token, n) => /\p{N}/u.test(token) && !isTaken(tokens, n, written))
}
