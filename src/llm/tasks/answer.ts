import type { CitableEvidence, CitableInsight, CitedSentence } from '#engine/llm/cited-sentences.ts'
import { answerData, answerSchema, answerSystem, readAnswer } from '#engine/llm/write-answer.ts'
import type { Task } from './task.ts'

/* The words of an answer, from the insights that it counts. */

type AnswerInput<Insight extends CitableInsight> = {
  question: string
  previous: readonly string[]
  evidence: CitableEvidence<Insight>
}

const problem =
  'a sentence is too long or cites nothing, or a number, a quotation or a citation of it is not that of the insights'

/** Undefined: the answer cannot be used. */
export const answerTask = <Insight extends CitableInsight>(): Task<
  AnswerInput<Insight>,
  CitedSentence<Insight>[] | undefined
> => ({
  name: 'answer',
  system: () => answerSystem,
  schema: answerSchema,
  data: ({ question, previous, evidence }) => answerData({ question, previous }, evidence),
  points: ({ evidence }) => evidence.shown.map(({ id, name, quote }) => ({ handle: id, text: quote ?? name })),
  check(input, answer) {
    const result = readAnswer(answer, input.evidence)
    return result ? { result, problems: [] } : { result, problems: [problem], again: input }
  },
  combine: (_, second) => second,
})
