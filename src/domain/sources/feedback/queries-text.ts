import { type Sql, sql } from '#store/sql.ts'

/**
 * The expression of the index `feedback_text`; implied by a text in the title or content, apart from line breaks in the
 * text. For rows of the table `feedback`.
 */
export const textIndex = (org: string, pattern: string): Sql => sql`
  array[feedback.org_id] @> array[${org}]
  and (coalesce(feedback.title, '') || E'\\n' || feedback.content) ilike ${pattern}`
