import type { Static } from 'typebox'
import type { SearchAnswer } from '#contract/resources/answer-shapes.ts'
import type { ParsedQuestion } from '#engine/ask/parsed-question.ts'
import type { AnswerGroup } from './group-evidence.ts'
import type { CitedInsight } from './queries-answer.ts'

type Table = NonNullable<Static<typeof SearchAnswer>['table']>

/** Insights in the rows of a table. */
export const maxTableRows = 100

const groupTable = (groups: readonly AnswerGroup[]): Table => ({
  columns: ['name', 'insights', 'contacts', 'positive', 'negative', 'neutral'],
  rows: groups.map(({ name, insight_count, contact_count, positive, negative, neutral }) => [
    name,
    ...[insight_count, contact_count, positive, negative, neutral].map(String),
  ]),
})

const insightTable = (insights: readonly CitedInsight[]): Table => ({
  columns: ['quote', 'person', 'company', 'source', 'date'],
  rows: insights.map(({ name, quote, person, company, source, occurred_at }) => [
    quote ?? name,
    person,
    company,
    source,
    occurred_at.slice(0, 10),
  ]),
})

/** Whether the rows of a table are groups: where the question ranks or counts by something. */
export const isTableOfGroups = ({ by, intent }: Pick<ParsedQuestion, 'by' | 'intent'>) =>
  by !== undefined || intent === 'rank'

export const tableOfAnswer = (
  question: Pick<ParsedQuestion, 'by' | 'intent'>,
  groups: readonly AnswerGroup[],
  insights: readonly CitedInsight[],
): Table => (isTableOfGroups(question) ? groupTable(groups) : insightTable(insights))
