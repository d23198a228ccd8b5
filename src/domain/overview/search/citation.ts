import type { CitedInsight } from './queries-answer.ts'

/** A quote of an answer with who said it, where and when; the name where there is no quote. */
export const citationOf = ({ id, name, quote, contact_id, feedback_id, start, end, ...said }: CitedInsight) => ({
  type: 'insight' as const,
  id,
  quote: quote ?? name,
  contact_id,
  person: said.person,
  company: said.company,
  source: said.source,
  occurred_at: said.occurred_at,
  feedback_id,
  start,
  end,
})
