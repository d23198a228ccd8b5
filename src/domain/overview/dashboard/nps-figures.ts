import { sum, summarise, type Tally } from '#engine/nps.ts'
import { type Sql, sql } from '#store/sql.ts'

type Theme = { theme_id: string; name: string; color: string; promoters: number; detractors: number }
export type NpsFigures = { current: Tally; previous: Tally; themes: Theme[] }

/** The answers of both periods; `bounds` says when they are. */
export const npsTallies = (org: string, segment: string | undefined): Sql => sql`
  select r.id, r.score, r.feedback_id, r.responded_at >= b.since as recent
  from bounds b join nps_response r on r.org_id = ${org} and r.deleted_at is null and r.responded_at >= b.before and r.responded_at < b.upto
    ${segment === undefined ? sql`` : sql`and r.contact_id in (select id from contact where org_id = ${org} and segment_ids @> array[${segment}]::uuid[])`}`

/** Null when nobody was asked in either period. */
export function npsOf({ current, previous, themes }: NpsFigures) {
  const [now, before] = [summarise(current), summarise(previous)]
  if (summarise(sum(current, previous)).responses === 0) return null
  const delta = now.score === null || before.score === null ? null : now.score - before.score
  return { score: now.score, previous_score: before.score, delta, responses: now.responses, influencing_themes: themes }
}
