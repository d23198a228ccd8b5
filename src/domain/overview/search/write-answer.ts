import type { Ctx } from '#domain/context.ts'
import { deductCredits, hasCredit } from '#domain/llm/tasks/queries-credits.ts'
import { isPaused, pauseAfterFailure } from '#domain/llm/tasks/queries-pause.ts'
import type { CitedSentence } from '#engine/llm/cited-sentences.ts'
import { ANSWER_EVIDENCE } from '#engine/llm/limits.ts'
import { answerPrompt, answerSchema, answerSystem, readAnswer } from '#engine/llm/write-answer.ts'
import { isShowable } from '#engine/llm/write-story.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import { createCitations } from './compose-answer.ts'
import type { CitedInsight } from './queries-answer.ts'

/** Somebody waits for the answer. */
const timeoutMs = 10_000
/** Insights named for a sentence about all of them. */
const maxCitedForAll = 4

/** The answer of the language model; undefined without one, when it fails, and when its answer is refused. */
export async function writeAnswer({ db, org, llm }: Ctx, question: string, all: readonly CitedInsight[]) {
  if (!llm) return undefined
  const shown = batchesOf(all.filter(isShowable), ANSWER_EVIDENCE, tokensOf)[0]
  if (!shown || (await isPaused(db, org)) || !(await hasCredit(db, org))) return undefined
  const evidence = { shown, all }
  const prompt = answerPrompt(question, evidence)
  const completion = await llm.complete({ system: answerSystem, prompt, schema: answerSchema, timeoutMs })
  if (completion.status === 'unavailable') await pauseAfterFailure(db, org, completion.retryAfterMs)
  if (completion.status !== 'answered') return undefined
  await deductCredits(db, org, 1)
  const sentences = readAnswer(completion.answer, evidence)
  return sentences && { ...withCitations(sentences), engine: 'llm' as const, language_model: llm.model }
}

const tokensOf = ({ name, quote }: CitedInsight) => estimateTokens(quote ?? name) + 20

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
