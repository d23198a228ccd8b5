import { BOOST_FACTOR, EMOTICON_WEIGHT, NEGATED_WORDS, NEGATION_FACTOR } from '#engine/thresholds/classification.ts'
import { readWords } from '#engine/words/read-words.ts'

/*
 * Sentiment lexicon for product feedback; an entry that ends in * is a prefix. Written for this product, not taken from
 * a published list.
 */

const strongPraise = readWords('lexicon/strong-praise')
const mildPraise = readWords('lexicon/mild-praise')
const strongBlame = readWords('lexicon/strong-blame')
const mildBlame = readWords('lexicon/mild-blame')

const negators = new Set(readWords('lexicon/negators'))
const boosters = new Set(readWords('lexicon/boosters'))

const polarities = new Map<string, number>()
const stems: [string, number][] = []
for (const [list, weight] of [
  [mildBlame, -1],
  [strongBlame, -2],
  [mildPraise, 1],
  [strongPraise, 2],
] as const) {
  for (const word of list) {
    if (word.endsWith('*')) stems.push([word.slice(0, -1), weight])
    else polarities.set(word, weight)
  }
}

const cache = new Map<string, number>()
/** From −2, strong blame, to 2, strong praise. */
function wordPolarity(word: string): number {
  let found = cache.get(word)
  if (found === undefined) {
    found = polarities.get(word) ?? stems.find(([stem]) => word.startsWith(stem))?.[1] ?? 0
    if (cache.size < 50_000) cache.set(word, found)
  }
  return found
}

const conditionalVerbs = new Set(['be', 'make', 'help'])
const fillers = new Set('a an the so really very even much more super it this us me that'.split(' '))

/** Whether a word follows “would be” or “would have”: what would be great is not there. */
function isConditional(all: readonly string[], index: number): boolean {
  if (all[index - 1] === 'have' && all[index - 2] === 'would') return true
  let at = index - 1
  while (at > 0 && index - at < 5 && fillers.has(all[at]!)) at--
  return at > 0 && conditionalVerbs.has(all[at]!) && all[at - 1] === 'would'
}

/** No letter or digit beside it. */
const [before, after] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`]
const smile = new RegExp(
  [
    String.raw`${before}[:;=8][-o^']?[)D\]pP3]${after}`,
    '<3',
    String.raw`\^_?\^`,
    String.raw`[\u{1F600}-\u{1F60E}\u{1F917}\u{1F618}\u{1F970}\u{1F973}\u{1F44D}\u{1F44F}\u{1F64C}\u{1F389}]`,
    String.raw`[\u{2764}\u{1F495}-\u{1F49D}\u{1F525}\u{2B50}]`,
  ].join('|'),
  'gu',
)
const frown = new RegExp(
  [
    String.raw`${before}[:;=8]['’]?[-o^]?[([/\\|](?![\p{L}\p{N}/])`,
    String.raw`(?<![\p{L}\p{N}(])\)-?:${after}`,
    String.raw`[\u{1F610}-\u{1F616}\u{1F61E}-\u{1F62D}\u{1F641}\u{1F620}-\u{1F624}]`,
    String.raw`[\u{1F44E}\u{1F494}\u{1F92C}\u{1F92E}\u{1F644}]`,
  ].join('|'),
  'gu',
)

const countEmoticons = (text: string) => ({
  happy: text.match(smile)?.length ?? 0,
  sad: text.match(frown)?.length ?? 0,
})

type LexiconScore = {
  praise: number
  blame: number
  score: number
  negated: number
  words: number
  happy: number
  sad: number
}

/** A negator inverts the next three words; a booster makes the word after it count half as much again. */
export function scoreLexicon(text: string): LexiconScore {
  const found = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const { happy, sad } = countEmoticons(text)
  const result: LexiconScore = {
    praise: Math.min(EMOTICON_WEIGHT.max, EMOTICON_WEIGHT.each * happy),
    blame: Math.min(EMOTICON_WEIGHT.max, EMOTICON_WEIGHT.each * sad),
    score: 0,
    negated: 0,
    words: found.length,
    happy,
    sad,
  }
  let negatedWords = 0
  for (let index = 0; index < found.length; index++) {
    const word = found[index]!
    if (negators.has(word) || word.endsWith("n't")) negatedWords = NEGATED_WORDS + 1
    else if (negatedWords > 0) negatedWords--
    const polarity = wordPolarity(word)
    if (polarity === 0 || (polarity > 0 && isConditional(found, index))) continue
    const boosted = polarity * (boosters.has(found[index - 1] ?? '') ? BOOST_FACTOR : 1)
    const value = negatedWords > 0 ? NEGATION_FACTOR * boosted : boosted
    if (negatedWords > 0) result.negated++
    if (value > 0) result.praise += value
    else result.blame -= value
  }
  result.score = result.praise - result.blame
  return result
}
