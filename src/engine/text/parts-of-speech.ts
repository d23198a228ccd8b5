import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'

/* Parts of speech of English words, as Universal POS tags. */

const nlp = winkNLP(model, ['pos'])

/** What follows one of these is no verb: “their holds”. */
const possessives = new Set(['my', 'your', 'our', 'their', 'its'])

export type TaggedWord = { text: string; pos: string }

export function taggedWords(text: string): TaggedWord[] {
  const tokens = nlp.readDoc(text).tokens()
  const tags = tokens.out(nlp.its.pos) as string[]
  const words = tokens.out()
  const isNoun = (n: number) => tags[n] === 'VERB' && possessives.has(words[n - 1]?.toLowerCase() ?? '')
  return words.map((word, n) => ({ text: word, pos: isNoun(n) ? 'NOUN' : tags[n]! }))
}
