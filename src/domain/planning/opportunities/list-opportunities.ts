import { json, type Output } from '#contract/core/route.ts'
import type { opportunities } from '#contract/resources/opportunities.ts'
import type { Ctx } from '#domain/context.ts'
import { overallSentiment } from '#engine/overall-sentiment.ts'
import { readTexts, renderPage } from '#store/document-page.ts'
import { keysOf, listOpportunityDocuments, type OpportunityListQuery } from './queries.ts'

type OpportunityList = Output<(typeof opportunities)['listOpportunities']>

export async function listOpportunities(
  { db, org, cursors }: Ctx,
  { cursor, ...query }: OpportunityListQuery & { cursor?: string },
) {
  const row = await listOpportunityDocuments(db, org, query, cursor === undefined ? undefined : cursors.read(cursor))
  const [segments, projects] = [readTexts(row.segments), readTexts(row.projects)]
  const close = (id: string, counts: string) => {
    const [positive, negative, neutral] = counts.split(',').map(Number) as [number, number, number]
    const sentiment = overallSentiment({ positive, negative, neutral })
    const segmentsOf = segments.get(id) ?? ',"segments":[],"segment_ids":[]'
    return `${segmentsOf},"project_ids":${projects.get(id) ?? '[]'},"sentiment":"${sentiment}"`
  }
  return json<OpportunityList>(renderPage(row, query, { cursors, keysOf, close }))
}
