import { estimateTokens } from './batches.ts'
import { taskRequest, type Task } from './tasks/task.ts'

/* How much fits in one request of a context. */

/** The answer may have two fifths; estimates are rough, so that a tenth stays free. */
const shareOfAnswer = 0.4
const shareFree = 0.1
/** An item of an answer: `{"p":"p123","topic":"t12"},`. */
const tokensPerAssignment = 14

export const answerTokens = (contextTokens: number) => Math.floor(contextTokens * shareOfAnswer)

export const maxAssignments = (contextTokens: number) => Math.floor(answerTokens(contextTokens) / tokensPerAssignment)

/** Tokens that are left for the data of a request. */
export const inputRoom = ({ system, schema }: { system: string; schema: object }, contextTokens: number) =>
  Math.floor(contextTokens * (1 - shareOfAnswer - shareFree)) -
  estimateTokens(system) -
  estimateTokens(JSON.stringify(schema))

/** Tokens that are left for the points, after the instructions, the schema and the rest of the data. */
export function inputTokens<Input>(task: Task<Input, unknown>, empty: Input, contextTokens: number): number {
  const { system, prompt, schema } = taskRequest(task, empty)
  return inputRoom({ system, schema }, contextTokens) - estimateTokens(prompt)
}
