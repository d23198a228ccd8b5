import { isAscii } from '#engine/text/is-ascii.ts'
import { anyOf, anyWord } from '#engine/words/read-words.ts'
import { MAX_FEATURE_MATCHES, MAX_FEATURE_TEXT_LENGTH } from '#engine/thresholds/classification.ts'
import { scoreLexicon } from './lexicon.ts'

/* Lexicon and rule features of a text, numbers between −1 and 1, for the classifiers to use beside the embedding. */

const patterns = {
  bug: anyWord('features/bug', 'gi'),
  fix: /\b(fix(ed|es|ing)?|resolve|repair|patch)\b/gi,
  since: anyWord('features/since', 'gi'),
  feature: anyWord('features/feature', 'gi'),
  usability: anyWord('features/usability', 'gi'),
  praise: anyWord('features/praise', 'gi'),
  blame: anyWord('features/blame', 'gi'),
  ads: anyWord('features/ads', 'gi'),
  question: /\?/g,
  asks: anyWord('features/asks', 'gi'),
  negation: /\b(not|no|never|nothing|cannot|without|none)\b|n'?t\b/gi,
  turn: anyWord('features/turn', 'gi'),
  please: /\b(please|pls|plz)\b/gi,
  shout: /!/g,
  self: /\b(i|my|me|we|our)\b/gi,
  product: anyWord('features/product', 'gi'),
  thanks: anyWord('features/thanks', 'gi'),
  eager: anyWord('features/eager', 'gi'),
  regret: anyWord('features/regret', 'gi'),
  spared: new RegExp(String.raw`\b(no|never|not|without|nothing|any) (\w+ ){0,3}${anyOf('features/spared')}\b`, 'gi'),
  lacking: new RegExp(String.raw`\b${anyOf('features/lack')} (\w+ ){0,2}${anyOf('features/lacking')}\b`, 'gi'),
  middling: anyWord('features/middling', 'gi'),
  addressed: /(?<![\p{L}\p{N}.])@\p{L}|#\p{L}|https?:/giu,
  code: new RegExp(String.raw`[{}<>_=\\]|\(\)|\w\.\w+\(|\b${anyOf('features/code')}\b`, 'gi'),
  tellsOf: anyWord('features/tells-of', 'gi'),
  undo: anyWord('features/undo', 'gi'),
  report: anyWord('features/report', 'gi'),
  proposal: anyWord('features/proposal', 'gi'),
  time: anyWord('features/time', 'gi'),
}
const names = Object.keys(patterns) as (keyof typeof patterns)[]

export const featureNames: readonly string[] = [
  'score',
  'praise',
  'blame',
  'balance',
  'worst sentence',
  'best sentence',
  'first sentence',
  'last sentence',
  'after but',
  'negated',
  'length',
  'capitals',
  'praise per word',
  'blame per word',
  'both',
  'happy emoticons',
  'sad emoticons',
  'no lexicon word',
  ...names.map((name) => `${name} amount`),
  ...names.map((name) => `${name} present`),
]

const squash = (value: number) => Math.tanh(value / 3)

export function textFeatures(content: string): number[] {
  const text = content.slice(0, MAX_FEATURE_TEXT_LENGTH).replace(/[’‘]/g, "'")
  const whole = scoreLexicon(text)
  const parts = text.split(/[.!?\n]+(?:\s|$)/).filter((part) => part.trim() !== '')
  const sentences = parts.length === 1 ? [squash(whole.score)] : parts.map((part) => squash(scoreLexicon(part).score))
  const contrast = /\b(?:but|however|although|unfortunately|except)\b/i.exec(text)
  const counts = names.map((name) => Math.min(MAX_FEATURE_MATCHES, text.match(patterns[name])?.length ?? 0))
  const length = text.split(/\s+/).length
  const { happy, sad } = whole
  const lengthNorm = 1 + whole.words / 4
  return [
    squash(whole.score),
    squash(whole.praise),
    squash(whole.blame),
    (whole.praise - whole.blame) / (1 + whole.praise + whole.blame),
    Math.min(0, ...sentences),
    Math.max(0, ...sentences),
    sentences[0] ?? 0,
    sentences.at(-1) ?? 0,
    contrast ? squash(scoreLexicon(text.slice(contrast.index)).score) : 0,
    squash(whole.negated),
    Math.log1p(length) / 5,
    shareOfCapitals(text),
    Math.min(1, whole.praise / lengthNorm),
    Math.min(1, whole.blame / lengthNorm),
    Math.min(1, Math.min(whole.praise, whole.blame) / 2),
    Math.min(1, happy),
    Math.min(1, sad),
    whole.praise + whole.blame === 0 ? 1 : 0,
    ...counts.map((count) => count / MAX_FEATURE_MATCHES),
    ...counts.map((count) => (count > 0 ? 1 : 0)),
  ]
}

function shareOfCapitals(text: string): number {
  if (isAscii(text)) return shareOfAsciiCapitals(text)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < 8 ? 0 : (text.match(/\p{Lu}/gu)?.length ?? 0) / letters
}

/** Without a string for every letter, which most texts allow. */
function shareOfAsciiCapitals(text: string): number {
  let [letters, capitals] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 65 && code <= 90) capitals++
    else if (code < 97 || code > 122) continue
    letters++
  }
  return letters < 8 ? 0 : capitals / letters
}
