import type { ReadCtx } from '#domain/context.ts'
import type { CitedSentence } from '#engine/llm/cited-sentences.ts'
import { ANSWER_EVIDENCE } from '#engine/thresholds/language-model.ts'
import { answerSchema, answerSystem } from '#engine/llm/write-answer.ts'
import { isShowable } from '#engine/llm/write-story.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import { answerTask } from '#llm/tasks/answer.ts'
import { runTask } from '#llm/tasks/task.ts'
import { citationOf } from './citation.ts'
import type { Asking } from './asking.ts'
import type { Asked } from './matches.ts'
import { type CitedInsight, listCitedInsights } from './queries-answer.ts'

/** Insights that a language model may cite. */
const maxEvidence = 200
/** Insights named for a sentence about all of them. */
const maxCitedForAll = 4
const maxCitations = 20

type Counted = { ids: readonly string[]; isSelected: boolean }

/** The fields of the answer that are of the language model; none where it had no part in it. */
export async function writeAnswerText(
  { db, org }: ReadCtx,
  asking: Asking,
  asked: Asked,
  { ids, isSelected }: Counted,
) {
  // Numbers are compared with all that is counted.
  const isWritten = isInWords(asked) && ids.length <= maxEvidence
  const text = isWritten ? await write(asking, asked, await listCitedInsights(db, org, ids)) : undefined
  return text || isSelected ? { ...text, engine: 'llm' as const, language_model: asking.model.model } : undefined
}

async function write(asking: Asking, { q, previous }: Asked, all: readonly CitedInsight[]) {
  const texts = await asking.mask(all.flatMap(({ name, quote }) => [name, quote ?? '']))
  const masked = all.map((one, n) => ({
    ...one,
    name: texts[2 * n]!,
    quote: one.quote === null ? null : texts[2 * n + 1]!,
  }))
  const limits = asking.model.within(ANSWER_EVIDENCE, { system: answerSystem, schema: answerSchema })
  const shown = batchesOf(masked.filter(isShowable), limits, tokensOf)[0]
  if (!shown) return undefined
  const input = { question: q, previous, evidence: { shown, all: masked } }
  const outcome = await runTask(asking.ask, answerTask<CitedInsight>(), input)
  const sentences = outcome.status === 'checked' ? outcome.result : undefined
  return sentences && withCitations(sentences, new Map(all.map((one) => [one.id, one])))
}

/** Counts, rankings, tables, lists of quotes and answers in German are written from the counts. */
const isInWords = ({ question: { intent, language, forms, by, compared } }: Asked) =>
  intent === 'describe' && language === 'en' && forms.length === 0 && by === undefined && compared === undefined

const tokensOf = ({ name, quote }: CitedInsight) => estimateTokens(quote ?? name) + 20

type Citation = ReturnType<typeof citationOf>

/** Citations once each; `cite` gives their markers, such as `[1][3]`. */
function createCitations() {
  const citations: Citation[] = []
  const numberOf = (insight: CitedInsight) => {
    const index = citations.findIndex((citation) => citation.id === insight.id)
    return index >= 0 ? index + 1 : citations.push(citationOf(insight))
  }
  const cite = (insights: readonly CitedInsight[]) =>
    insights
      .slice(0, Math.max(1, maxCitations - citations.length))
      .map((insight) => `[${numberOf(insight)}]`)
      .join('')
  return { citations, cite }
}

/** Every sentence ends with the numbers of its citations, which have the stored quotes. */
function withCitations(sentences: readonly CitedSentence<CitedInsight>[], stored: ReadonlyMap<string, CitedInsight>) {
  const { citations, cite } = createCitations()
  const answer = sentences
    .map(({ text, cited, citesAll }) => {
      const named = citesAll ? cited.slice(0, maxCitedForAll) : cited
      const markers = cite(named.map(({ id }) => stored.get(id)!))
      const [, sentence, end] = /^(.*?)([.!?]?)$/s.exec(text)!
      return `${sentence} ${markers}${end || '.'}`
    })
    .join(' ')
  return { answer, citations }
}
