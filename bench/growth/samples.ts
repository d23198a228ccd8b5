import type pg from 'pg'

/** Ids by the names of route parameters and filters, and two times: soon after the first row, shortly before the last. */
export type Samples = { ids: Record<string, string>; early: string; late: string }

const day = 86_400_000

const middle = (table: string) => `
  select id::text as id from ${table} where org_id = $1 order by id
  offset (select count(*) / 2 from ${table} where org_id = $1) limit 1`

const queries: Record<string, string> = {
  theme: middle('theme'),
  subtheme: middle('subtheme'),
  segment: middle('segment'),
  contact: middle('contact'),
  feedback: middle('feedback'),
  insight: middle('insight'),
  project: middle('project'),
  initiative: middle('initiative'),
  opportunity: middle('opportunity'),
  npsResponse: middle('nps_response'),
  ticket: middle('support_ticket'),
  interview: middle('interview'),
  survey: middle('survey'),
  response: middle('survey_response'),
  snapshot: middle('opportunity_snapshot'),
  member: middle('membership'),
  job: middle('job'),
}

export async function sampleIds(client: pg.Client, org: string, userId: string): Promise<Samples> {
  const ids: Record<string, string> = { owner_id: userId, key: 'PAIN_POINTS', 'getCsvTemplate.type': 'feedback' }
  // Competitors have insights and subthemes of their own, which are not seeded.
  Object.assign(ids, {
    'getCompetitorSubtheme.subthemeId': '',
    'getCompetitorInsight.insightId': '',
    'getCompetitorResearch.jobId': '',
  })
  for (const [name, query] of Object.entries(queries)) {
    const { id } = (await client.query<{ id: string }>(query, [org])).rows[0]!
    ids[`${name}Id`] = id
    ids[`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`] = id
    if (name === 'insight') ids.id = id
  }
  const today = Math.floor(Date.now() / day) * day
  return { ids, early: new Date(today - 350 * day).toISOString(), late: new Date(today - 3 * day).toISOString() }
}
