import { anyOf } from '#engine/words/read-words.ts'

/* Where the sentences of a text begin. The segmenter of the runtime knows no abbreviations: it ends one after “Dr.”. */

type Sentence = { index: number; segment: string }

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const anyAbbreviation = anyOf('sentences/abbreviations')
const leadingOn = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{N}])${anyAbbreviation}\.(?=\s+\S)`,
    String.raw`(?<![\p{Script=Latin}\p{N}])${anyOf('sentences/abbreviations-of-numbers')}\.(?=\s?\p{N})`,
    // Initials: a letter is no sentence.
    String.raw`(?<=^|\.\s)(?-i:\p{Lu})\.(?=\s(?-i:\p{Lu}))`,
  ].join('|'),
  'giu',
)

/** The positions after full stops of abbreviations, with which no sentence ends. */
export function abbreviationEnds(text: string): Set<number> {
  const ends = new Set<number>()
  if (!text.includes('.')) return ends
  for (const { index, 0: abbreviation } of text.matchAll(leadingOn))
    for (const { index: stop } of abbreviation.matchAll(/\./g)) ends.add(index + stop + 1)
  return ends
}

/** Every character is in one of them. */
export function sentencesOf(text: string): Sentence[] {
  const abbreviations = abbreviationEnds(text)
  const found: Sentence[] = []
  let isOpen = false
  for (const { index, segment } of segmenter.segment(text)) {
    const last = found.at(-1)
    if (isOpen && last) last.segment += segment
    else found.push({ index, segment })
    isOpen = abbreviations.has(index + segment.trimEnd().length)
  }
  return found
}

const abbreviationAtEnd = new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}])(?:${anyAbbreviation})\.?$`, 'iu')

/** “… for Dr”, “… z.B.” */
export const endsWithAbbreviation = (text: string): boolean => abbreviationAtEnd.test(text)
