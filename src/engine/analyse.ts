import { type Category, classify, type Sentiment, type Tier } from './heads/classify.ts'
import { insightName } from './names/insight-name.ts'
import { readable } from './text/markup.ts'
import { saysNothing, type Statement, statementsOf } from './text/statements.ts'
import { closeness } from './themes/vectors.ts'

/* From what somebody wrote to what they said: findings with a name, a sentiment, a category and the words they rest on. */

/** Changes whenever the same text would give other findings. */
export const analysisVersion = '5'

export type Source = {
  content: string
  title: string | null
  /** From 0, the worst of its scale, to 1, the best; null without a rating. */
  rating: number | null
  /** At most so many findings. */
  max: number
}
export type Finding = {
  name: string
  sentiment: Sentiment
  category: Category
  confidence: number
  quote: Statement
  vector: Float32Array
}
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>

/** What is read of a source; beyond this nobody says anything new. */
const maxStatements = 4000
/** Neighbours as near as this, of one category, are one finding. */
const sameMatter = 0.88
const maxQuoteLength = 600
const minWords = 3

/** The findings of every source, all texts embedded together; a source with nothing in it has none. */
export async function analyse(sources: readonly Source[], embed: Embed, tier: Tier): Promise<Finding[][]> {
  const statements: Statement[][] = []
  for (const { content } of sources) statements.push(telling(await allStatements(content)).slice(0, maxStatements))
  const texts = sources.flatMap((source, n) =>
    statements[n]!.map((statement) => inContext(source, statement, statements[n]!.length)),
  )
  const vectors = await embed(texts)
  let at = 0
  const all: Finding[][] = []
  for (const [n, source] of sources.entries()) {
    const own = statements[n]!
    const found: Finding[] = []
    for (const [i, quote] of own.entries()) {
      found.push(
        findingOf(source, quote, { text: texts[at + i]!, vector: vectors[at + i]!, tier, whole: own.length === 1 }),
      )
      if (i % breathEvery === breathEvery - 1) await breath()
    }
    at += own.length
    all.push(chosen(joined(found, source.content), source.max))
    if (n % breathEvery === breathEvery - 1) await breath()
  }
  return all
}

/** Whoever waits for this thread gets it in between. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
const breathEvery = 50
const longPart = 20_000

/** A long text is read in parts that end with a line. */
async function allStatements(content: string): Promise<Statement[]> {
  if (content.length <= longPart) return statementsOf(content)
  const found: Statement[] = []
  for (let start = 0; start < content.length && found.length < maxStatements;) {
    const line = content.lastIndexOf('\n', start + longPart)
    const end = start + longPart >= content.length ? content.length : line > start ? line : start + longPart
    found.push(
      ...statementsOf(content.slice(start, end)).map((one) => ({
        ...one,
        start: one.start + start,
        end: one.end + start,
      })),
    )
    start = end === line ? end + 1 : end
    await breath()
  }
  return found
}

/** Politeness says nothing about a product. */
const courtesy =
  /^(?:(?:please )?tell (?:them|him|her|everybody)\b|(?:many |a big )?(?:thanks|thank you|cheers)\b|more of this\b|keep it (?:up|that way)|keep up\b|well done|nothing (?:else )?to add|maybe more\b|hope (?:this|that) helps|happy to (?:help|test|talk|share)|looking forward\b|(?:please )?(?:let me know|tell me|write) (?:if|whether|what|when)\b).{0,60}$/i

function telling(statements: readonly Statement[]): Statement[] {
  const spoken = statements.filter(({ text }) => !saysNothing(text))
  const plain = spoken.filter(({ text }) => !courtesy.test(text))
  const sound = plain.length > 0 ? plain : spoken
  const full = sound.filter(({ text, entry }) => entry || (text.match(/\p{L}+/gu)?.length ?? 0) >= minWords)
  return full.length > 0 ? full : sound.slice(0, 1)
}

/** A lone statement is read together with its heading. */
const inContext = ({ title }: Source, { text }: Statement, count: number) =>
  title && count === 1 ? `${title}. ${readable(text)}` : readable(text)

type Read = { text: string; vector: Float32Array; tier: Tier; whole: boolean }

const findingOf = ({ rating }: Source, quote: Statement, read: Read): Finding => ({
  ...classify({ ...read, rating }),
  name: insightName(readable(quote.text)),
  quote,
  vector: read.vector,
})

/** Whoever begins like this speaks of something else. */
const turning =
  /^(?:also|and|but|however|one more|one last|another|besides|second|by the way|btw|ps|on the other hand|plus)\b/i
const shortRemark = 12
/** How near it stands: to a point of the same kind, to one of another. */
const near = 0.76
const nearer = 0.8
const unsure = 0.5
const maxJoined = 320

function joined(found: readonly Finding[], content: string): Finding[] {
  const result: Finding[] = []
  for (const one of found) {
    const before = result.at(-1)
    if (before && (saysTheSame(before, one) || remarksOn(before, one, content)))
      result[result.length - 1] = together(before, one, content)
    else result.push(one)
  }
  return result
}

const saysTheSame = (before: Finding, one: Finding) =>
  before.category === one.category &&
  one.quote.end - before.quote.start <= maxQuoteLength &&
  closeness(before.vector, one.vector) >= sameMatter

/** A short sentence after a point that makes none of its own: what came of it, how often, since when. */
function remarksOn(before: Finding, one: Finding, content: string): boolean {
  const { text } = one.quote
  if (
    turning.test(text) ||
    one.quote.end - before.quote.start > maxJoined ||
    content.slice(before.quote.end, one.quote.start).includes('\n')
  )
    return false
  if ((text.match(/\p{L}+/gu)?.length ?? 0) > shortRemark) return false
  const agree = before.sentiment === one.sentiment || one.sentiment === 'NEUTRAL'
  const likeness = closeness(before.vector, one.vector)
  return (
    agree &&
    (one.category === 'GENERAL_FEEDBACK' ||
      one.confidence < unsure ||
      likeness >= (one.category === before.category ? near : nearer))
  )
}

const weightOfRemark = 0.4

/** The first of them names it unless the other is much surer; the quote holds both. */
function together(a: Finding, b: Finding, content: string): Finding {
  const surer = b.category !== 'GENERAL_FEEDBACK' && b.confidence > a.confidence + 0.2 ? b : a
  const vector = a.vector.map((value, d) => value + weightOfRemark * b.vector[d]!)
  const length = Math.hypot(...vector)
  const { start } = a.quote
  const { end } = b.quote
  return {
    ...surer,
    name: a.name,
    quote: { start, end, text: content.slice(start, end) },
    vector: vector.map((value) => value / length),
  }
}

/** Small talk around a point is left out; of too many points the surest are kept, in their order. */
function chosen(found: readonly Finding[], max: number): Finding[] {
  const points = found.filter(({ category }) => category !== 'GENERAL_FEEDBACK')
  const kept = points.length > 0 ? points : found.slice(0, 1)
  if (kept.length <= max) return kept
  const min = kept.map((one) => one.confidence).sort((a, b) => b - a)[max - 1]!
  return kept.filter((one) => one.confidence >= min).slice(0, max)
}
