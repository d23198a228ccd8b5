import { readPatterns } from '#engine/words/read-words.ts'
import type { Found } from './question-text.ts'

/* How the answer is to look: "with quotes", "in a table". */

export type AnswerForm = 'quotes' | 'table'

const rules = readPatterns('ask/forms').map((line) => {
  const at = line.indexOf(' | ')
  const regex = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${line.slice(at + 3)})(?![\p{L}\p{N}])`, 'giu')
  return { form: line.slice(0, at) as AnswerForm, regex }
})

export const findForms = (text: string): Found<AnswerForm>[] =>
  rules.flatMap(({ form, regex }) =>
    [...text.matchAll(regex)].map((match) => ({
      value: form,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
