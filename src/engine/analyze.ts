import { type Category, classify, type Sentiment, type Tier } from './classifiers/classify.ts'
import { similarity } from './clustering/matrix.ts'
import { insightName } from './naming/insight-name.ts'
import { stripHtml } from './text/html-markup.ts'
import { hasNoContent, splitStatements, type Statement } from './text/split-statements.ts'
import {
  FINDINGS_PER_TURN,
  MAX_REMARK_QUOTE_LENGTH,
  MAX_REMARK_WORDS,
  MAX_SAME_POINT_LENGTH,
  MAX_STATEMENTS,
  MIN_OWN_POINT_CONFIDENCE,
  MIN_REMARK_SIMILARITY,
  MIN_REMARK_SIMILARITY_OTHER_CATEGORY,
  MIN_SAME_POINT_SIMILARITY,
  MIN_STATEMENT_WORDS,
  REMARK_LABEL_MARGIN,
  REMARK_VECTOR_WEIGHT,
  STATEMENT_CHUNK_LENGTH,
} from './thresholds.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/* Turns texts into findings, each with a name, a sentiment, a category and a verbatim quote. */

/** Changes whenever the same text would give other findings. */
export const analysisVersion = '5'

export type Source = {
  content: string
  title: string | null
  /** From 0, the worst of its scale, to 1, the best; null without a rating. */
  rating: number | null
  /** Maximum number of findings. */
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

/** The findings of every source; all texts are embedded in one call. A source without content has none. */
export async function analyze(sources: readonly Source[], embed: Embed, tier: Tier): Promise<Finding[][]> {
  const statements: Statement[][] = []
  for (const { content } of sources)
    statements.push(substantive(await statementsInChunks(content)).slice(0, MAX_STATEMENTS))
  const texts = sources.flatMap((source, n) =>
    statements[n]!.map((statement) => withTitle(source, statement, statements[n]!.length)),
  )
  const vectors = await embed(texts)
  let offset = 0
  const findings: Finding[][] = []
  for (const [n, source] of sources.entries()) {
    const own = statements[n]!
    const found: Finding[] = []
    for (const [i, quote] of own.entries()) {
      const [text, vector] = [texts[offset + i]!, vectors[offset + i]!]
      found.push(toFinding(source, quote, { text, vector, tier, whole: own.length === 1 }))
      if (i % FINDINGS_PER_TURN === FINDINGS_PER_TURN - 1) await yieldToEventLoop()
    }
    offset += own.length
    findings.push(selectFindings(mergeNeighbours(found, source.content), source.max))
    if (n % FINDINGS_PER_TURN === FINDINGS_PER_TURN - 1) await yieldToEventLoop()
  }
  return findings
}

/** A long text is split in chunks that end with a line, and the thread is given up after each. */
async function statementsInChunks(content: string): Promise<Statement[]> {
  if (content.length <= STATEMENT_CHUNK_LENGTH) return splitStatements(content)
  const found: Statement[] = []
  for (let start = 0; start < content.length && found.length < MAX_STATEMENTS;) {
    const lineEnd = content.lastIndexOf('\n', start + STATEMENT_CHUNK_LENGTH)
    const end = chunkEnd(content, start, lineEnd)
    const chunk = splitStatements(content.slice(start, end))
    found.push(...chunk.map((one) => ({ ...one, start: one.start + start, end: one.end + start })))
    start = end === lineEnd ? end + 1 : end
    await yieldToEventLoop()
  }
  return found
}

function chunkEnd(content: string, start: number, lineEnd: number): number {
  if (start + STATEMENT_CHUNK_LENGTH >= content.length) return content.length
  return lineEnd > start ? lineEnd : start + STATEMENT_CHUNK_LENGTH
}

/** Polite phrases that say nothing about a product. */
const pleasantry =
  /^(?:(?:please )?tell (?:them|him|her|everybody)\b|(?:many |a big )?(?:thanks|thank you|cheers)\b|more of this\b|keep it (?:up|that way)|keep up\b|well done|nothing (?:else )?to add|maybe more\b|hope (?:this|that) helps|happy to (?:help|test|talk|share)|looking forward\b|(?:please )?(?:let me know|tell me|write) (?:if|whether|what|when)\b).{0,60}$/i

const wordCount = (text: string) => text.match(/\p{L}+/gu)?.length ?? 0

/** Leaves out pleasantries and very short statements, unless there is nothing else. */
function substantive(statements: readonly Statement[]): Statement[] {
  const withContent = statements.filter(({ text }) => !hasNoContent(text))
  const factual = withContent.filter(({ text }) => !pleasantry.test(text))
  const candidates = factual.length > 0 ? factual : withContent
  const full = candidates.filter(({ text, entry }) => entry || wordCount(text) >= MIN_STATEMENT_WORDS)
  return full.length > 0 ? full : candidates.slice(0, 1)
}

/** The only statement of a source is read together with the title. */
const withTitle = ({ title }: Source, { text }: Statement, count: number) =>
  title && count === 1 ? `${title}. ${stripHtml(text)}` : stripHtml(text)

type EmbeddedStatement = { text: string; vector: Float32Array; tier: Tier; whole: boolean }

const toFinding = ({ rating }: Source, quote: Statement, statement: EmbeddedStatement): Finding => ({
  ...classify({ ...statement, rating }),
  name: insightName(stripHtml(quote.text)),
  quote,
  vector: statement.vector,
})

/** Beginnings that change the subject. */
const subjectChange =
  /^(?:also|and|but|however|one more|one last|another|besides|second|by the way|btw|ps|on the other hand|plus)\b/i

function mergeNeighbours(findings: readonly Finding[], content: string): Finding[] {
  const merged: Finding[] = []
  for (const finding of findings) {
    const previous = merged.at(-1)
    if (previous && (isSamePoint(previous, finding) || isRemarkOn(previous, finding, content)))
      merged[merged.length - 1] = mergeTwo(previous, finding, content)
    else merged.push(finding)
  }
  return merged
}

const isSamePoint = (previous: Finding, finding: Finding) =>
  previous.category === finding.category &&
  finding.quote.end - previous.quote.start <= MAX_SAME_POINT_LENGTH &&
  similarity(previous.vector, finding.vector) >= MIN_SAME_POINT_SIMILARITY

/** A short sentence that makes no point of its own: what followed, how often, since when. */
function isRemarkOn(previous: Finding, finding: Finding, content: string): boolean {
  const { text } = finding.quote
  if (
    subjectChange.test(text) ||
    finding.quote.end - previous.quote.start > MAX_REMARK_QUOTE_LENGTH ||
    content.slice(previous.quote.end, finding.quote.start).includes('\n')
  )
    return false
  if (wordCount(text) > MAX_REMARK_WORDS) return false
  const minSimilarity =
    finding.category === previous.category ? MIN_REMARK_SIMILARITY : MIN_REMARK_SIMILARITY_OTHER_CATEGORY
  return (
    (previous.sentiment === finding.sentiment || finding.sentiment === 'NEUTRAL') &&
    (finding.category === 'GENERAL_FEEDBACK' ||
      finding.confidence < MIN_OWN_POINT_CONFIDENCE ||
      similarity(previous.vector, finding.vector) >= minSimilarity)
  )
}

/** The first one gives the name, and the labels too unless the second is much more certain; the quote covers both. */
function mergeTwo(first: Finding, second: Finding, content: string): Finding {
  const secondDecides =
    second.category !== 'GENERAL_FEEDBACK' && second.confidence > first.confidence + REMARK_LABEL_MARGIN
  const vector = first.vector.map((value, d) => value + REMARK_VECTOR_WEIGHT * second.vector[d]!)
  const length = Math.hypot(...vector)
  const { start } = first.quote
  const { end } = second.quote
  return {
    ...(secondDecides ? second : first),
    name: first.name,
    quote: { start, end, text: content.slice(start, end) },
    vector: vector.map((value) => value / length),
  }
}

/** Drops general remarks around a point; of too many findings the most certain are kept, in their order. */
function selectFindings(findings: readonly Finding[], max: number): Finding[] {
  const points = findings.filter(({ category }) => category !== 'GENERAL_FEEDBACK')
  const kept = points.length > 0 ? points : findings.slice(0, 1)
  if (kept.length <= max) return kept
  const minConfidence = kept.map(({ confidence }) => confidence).sort((a, b) => b - a)[max - 1]!
  return kept.filter(({ confidence }) => confidence >= minConfidence).slice(0, max)
}
