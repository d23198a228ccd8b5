import type { Completion } from '#llm/provider.ts'

/* What a language model is asked for, as data: the request, its schema, and the check of every answer. */

type TaskName = 'taxonomy' | 'assign' | 'subthemes' | 'select' | 'answer'
/** `handle`: a short name for the request alone; ids mean nothing to a model and cost tokens. */
export type PromptPoint = { handle: string; text: string }

export type TaskRequest = { task: TaskName; system: string; prompt: string; schema: object; points: readonly string[] }
type TaskAnswer = Completion | { status: 'skipped' }
export type Ask = (request: TaskRequest) => Promise<TaskAnswer>

/** `again`: what has to be asked for once more; `problems` says why, in words of this code, never of the answer. */
type Checked<Input, Result> = { result: Result; problems: readonly string[]; again?: Input }

export type Task<Input, Result> = {
  name: TaskName
  system(input: Input): string
  data(input: Input): object
  schema: object
  points(input: Input): readonly PromptPoint[]
  check(input: Input, answer: object): Checked<Input, Result>
  /** What holds of both answers; `first` is of an answer that was read, or undefined. */
  combine(first: Result | undefined, second: Result): Result
}

/** `stopped`: the model was not available, or may not be asked any more; nothing is known about the input. */
type Outcome<Result> = { status: 'checked'; result: Result | undefined } | { status: 'stopped' }

const unreadable = 'it was not one JSON object of the schema'

/** The request of a task; the second one says what was wrong with the first answer. */
export function taskRequest<Input, Result>(
  task: Task<Input, Result>,
  input: Input,
  problems: readonly string[] = [],
): TaskRequest {
  const data = { ...task.data(input), ...(problems.length > 0 && { wrong_with_your_last_answer: problems }) }
  return {
    task: task.name,
    system: task.system(input),
    prompt: JSON.stringify(data),
    schema: task.schema,
    points: task.points(input).map(({ handle }) => handle),
  }
}

/** Asks once, and once more for what failed its check. */
export async function runTask<Input, Result>(
  ask: Ask,
  task: Task<Input, Result>,
  input: Input,
): Promise<Outcome<Result>> {
  const first = await ask(taskRequest(task, input))
  if (first.status === 'unavailable' || first.status === 'skipped') return { status: 'stopped' }
  const checked = first.status === 'answered' ? task.check(input, first.answer) : undefined
  if (checked && !checked.again) return { status: 'checked', result: checked.result }
  const remaining = checked?.again ?? input
  const second = await ask(taskRequest(task, remaining, checked?.problems ?? [unreadable]))
  if (second.status !== 'answered')
    return checked || second.status === 'invalid'
      ? { status: 'checked', result: checked?.result }
      : { status: 'stopped' }
  const { result } = task.check(remaining, second.answer)
  return { status: 'checked', result: task.combine(checked?.result, result) }
}
