import { deductCreditsLeft } from '#domain/account/credits/queries.ts'
import type { ReadCtx } from '#domain/context.ts'
import { hasCredit } from '#domain/llm-tasks/credits.ts'
import { isPaused, pauseAfterFailure } from '#domain/llm-tasks/queries-pause.ts'
import type { CitedSentence } from '#engine/llm/cited-sentences.ts'
import { ANSWER_EVIDENCE } from '#engine/thresholds/language-model.ts'
import { answerPrompt, answerSchema, answerSystem, readAnswer } from '#engine/llm/write-answer.ts'
import { isShowable } from '#engine/llm/write-story.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import type { CitedInsight } from './queries-answer.ts'

/** A person waits for the answer. */
const timeoutMs = 10_000
/** Insights named for a sentence about all of them. */
const maxCitedForAll = 4
const maxCitations = 20

/** The answer of the language model; undefined without one, when it fails, and when its answer is refused. */
export async function writeWithLanguageModel(
  { db, org, authorize }: ReadCtx,
  question: string,
  all: readonly CitedInsight[],
) {
  const { llm } = await authorize()
  if (!llm) return undefined
  const shown = batchesOf(all.filter(isShowable), ANSWER_EVIDENCE, tokensOf)[0]
  if (!shown || (await isPaused(db, org)) || !(await hasCredit(db, org))) return undefined
  const evidence = { shown, all }
  const prompt = answerPrompt(question, evidence)
  const completion = await llm.complete({ system: answerSystem, prompt, schema: answerSchema, timeoutMs })
  if (completion.status === 'unavailable') await pauseAfterFailure(db, org, completion.retryAfterMs)
  if (completion.status !== 'answered') return undefined
  await deductCreditsLeft(db, org, 1)
  const sentences = readAnswer(completion.answer, evidence)
  return sentences && { ...withCitations(sentences), engine: 'llm' as const, language_model: llm.model }
}

const tokensOf = ({ name, quote }: CitedInsight) => estimateTokens(quote ?? name) + 20

type Citation = {
  type: 'insight'
  id: string
  quote: string
  feedback_id: string | null
  start: number | null
  end: number | null
}

/** Citations once each; `cite` gives their markers, such as `[1][3]`. */
function createCitations() {
  const citations: Citation[] = []
  const numberOf = ({ id, name, quote, feedback_id, start, end }: CitedInsight) => {
    const index = citations.findIndex((citation) => citation.id === id)
    return index >= 0
      ? index + 1
      : citations.push({ type: 'insight', id, quote: quote ?? name, feedback_id, start, end })
  }
  const cite = (insights: readonly CitedInsight[]) =>
    insights
      .slice(0, Math.max(1, maxCitations - citations.length))
      .map((insight) => `[${numberOf(insight)}]`)
      .join('')
  return { citations, cite }
}

/** Every sentence ends with the numbers of its citations. */
function withCitations(sentences: readonly CitedSentence<CitedInsight>[]) {
  const { citations, cite } = createCitations()
  const answer = sentences
    .map(({ text, cited, citesAll }) => {
      const markers = cite(citesAll ? cited.slice(0, maxCitedForAll) : cited)
      const [, sentence, end] = /^(.*?)([.!?]?)$/s.exec(text)!
      return `${sentence} ${markers}${end || '.'}`
    })
    .join(' ')
  return { answer, citations }
}
