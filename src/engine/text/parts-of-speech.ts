import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'

/* Parts of speech of English words, as Universal POS tags. */

const nlp = winkNLP(model, ['pos'])

export type TaggedWord = { text: string; pos: string }

export function taggedWords(text: string): TaggedWord[] {
  const tokens = nlp.readDoc(text).tokens()
  const tags = tokens.out(nlp.its.pos) as string[]
  return tokens.out().map((word, n) => ({ text: word, pos: tags[n]! }))
}
