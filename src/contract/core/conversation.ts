/** As text of a URL it may be nine times as long, and the headers of a request have 16 kB. */
export const maxPreviousLength = 1000
const maxQuestions = 5

/** The latest questions of a conversation that fit, one a line, oldest first. */
export function latestQuestions(questions: readonly string[]): string {
  const latest = questions.slice(-maxQuestions)
  while (latest.join('\n').length > maxPreviousLength) latest.shift()
  return latest.join('\n')
}
