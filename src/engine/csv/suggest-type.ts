import { anyOf } from '#engine/words/read-words.ts'
import { isCommentQuestion } from './comment-question.ts'
import { plainName } from './plain-name.ts'
import type { ColumnFacts } from './suggest-mapping.ts'

/* What the questions of a table ask for, and with it the type of the table. */

const recommendation = new RegExp(anyOf('csv/recommendation-words'), 'u')

const minShare = 0.8

/** Whole numbers from 0 to 10 under a name that asks for a recommendation, or one of which some are above 5. */
function isNpsQuestion({ header, filled, numbers, min, max }: ColumnFacts): boolean {
  const name = plainName(header)
  if (filled === 0 || numbers < filled * minShare || min < 0 || max > 10) return false
  return recommendation.test(name) || (/(0|zero)(to|bis|a|-|–)?10/.test(name) && max > 5)
}

const hasColumn = (facts: readonly ColumnFacts[], names: readonly string[]) =>
  facts.some(({ header, filled }) => filled > 0 && names.includes(plainName(header)))

const minSurveyQuestions = 3
/** Mean characters of a transcript; feedback is shorter. */
const minTranscriptLength = 400

type SuggestedType = 'feedback' | 'nps' | 'cs_ticket' | 'survey' | 'user_interview'

/** The type of a table of no known product, by its columns. */
export function suggestType(facts: readonly ColumnFacts[]): SuggestedType {
  const isTranscript = ({ header, length }: ColumnFacts) =>
    length > minTranscriptLength && /transcript|transkript|transcrip/.test(plainName(header))
  if (facts.some(isTranscript)) return 'user_interview'
  const questions = facts.filter(({ header, filled }) => filled > 0 && /[?？]\s*$/.test(header))
  const others = questions.filter((one) => !isNpsQuestion(one) && !isCommentQuestion(one.header))
  if (facts.some(isNpsQuestion)) return others.length >= 2 ? 'survey' : 'nps'
  if (questions.length >= minSurveyQuestions) return 'survey'
  const hasSubject = hasColumn(facts, ['subject', 'betreff', 'objet', 'asunto', 'assunto', 'ticketsubject'])
  const isTicket = hasColumn(facts, ['ticketid', 'ticket', 'requester', 'requesteremail', 'priority', 'prioritat'])
  return hasSubject && isTicket ? 'cs_ticket' : 'feedback'
}
