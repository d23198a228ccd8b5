import { createHash } from 'node:crypto'
import { knownInsights } from '#domain/competitors/graph/insights.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireKnown } from '#domain/errors.ts'
import type { RankedCategory } from '#engine/impact.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** What is promoted: `key` is what makes two promotions the same. */
export type Source = {
  type: 'subtheme' | 'opportunity_teaser' | 'insights'
  key: string
  category: RankedCategory
  about: string
  summary: string
  insightIds: string[]
}
export type Wanted = { source_type: Source['type']; source_id?: string; insight_ids?: string[] }

export async function sourceOf(ctx: Ctx, { source_type, source_id, insight_ids }: Wanted): Promise<Source> {
  if (source_type === 'insights') {
    if (source_id !== undefined) invalidField('body.source_id', 'is not used with source_type insights')
    return insightSource(ctx, insight_ids ?? invalidField('body.insight_ids', 'is required with source_type insights'))
  }
  if (insight_ids !== undefined) invalidField('body.insight_ids', 'is only used with source_type insights')
  const id = source_id ?? invalidField('body.source_id', 'is required')
  const found =
    (await (source_type === 'subtheme' ? subthemeSource : teaserSource)(ctx.db, ctx.org, id)) ??
    notFound(source_type === 'subtheme' ? 'subtheme' : 'teaser')
  return { type: source_type, key: id, ...found }
}

type Found = Omit<Source, 'type' | 'key'>

const subthemeSource = (db: Db, org: string, id: string) =>
  db.first<Found>(sql`
    select s.category, s.name || ' ' || (s.document->>'description') as about, s.document->>'description' as summary,
      array(select m.insight_id::text from competitor_member m where m.org_id = s.org_id and m.version = s.version and m.subtheme_id = s.id order by m.insight_id desc limit ${maxLinked}) as "insightIds"
    from competitor_graph g join competitor_subtheme s on s.org_id = g.org_id and s.version = g.version and s.id = ${id} where g.org_id = ${org}`)

const teaserSource = (db: Db, org: string, id: string) =>
  db.first<Found>(sql`
    select t.category, t.title || ' ' || (s.document->>'description') as about, t.document->>'summary' as summary,
      array(select m.insight_id::text from competitor_member m where m.org_id = t.org_id and m.version = t.version and m.teaser_id = t.id order by m.insight_id desc limit ${maxLinked}) as "insightIds"
    from competitor_graph g join competitor_teaser t on t.org_id = g.org_id and t.version = g.version and t.id = ${id}
    join competitor_subtheme s on s.org_id = t.org_id and s.version = t.version and s.id = t.subtheme_id where g.org_id = ${org}`)

/** What an opportunity is shown to rest on; the rest is in the graph. */
const maxLinked = 1000
const ranked = raw("('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')")

async function insightSource({ db, org }: Ctx, ids: readonly string[]): Promise<Source> {
  requireKnown('body.insight_ids', 'competitor insight', ids, await knownInsights(db, org, ids))
  const { category, about } = (await db.first<{ category: RankedCategory | null; about: string }>(sql`
    select (select category from competitor_insight where org_id = ${org} and id = any(${ids}::uuid[]) and category in ${ranked}
        group by category order by count(*) desc, category limit 1) as category,
      string_agg(name, '. ' order by id) as about from competitor_insight where org_id = ${org} and id = any(${ids}::uuid[])`))!
  const key = createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex')
  return {
    type: 'insights',
    key,
    category: category ?? 'PAIN_POINTS',
    about,
    summary: about.slice(0, 500),
    insightIds: [...ids],
  }
}
