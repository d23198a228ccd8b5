import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/** An opportunity of the analysis, with the name of what it comes from. */
export type NamedSource = {
  id: string
  title: string
  slug: string
  category: OpportunityCategory
  source_type: 'subtheme' | 'theme_requests' | 'theme_problems'
  name: string
  subject: string | null
  aspect: string | null
}

export async function listNamedSources(db: Db, org: string): Promise<NamedSource[]> {
  const columns = raw('o.id, o.title, o.slug, o.category, o.source_type, s.name')
  const active = sql`o.org_id = ${org} and o.status = 'active' and o.origin = 'pipeline'`
  const ofSubthemes = await db.rows<NamedSource>(sql`
    select ${columns}, s.subject, s.aspect from opportunity o
    join subtheme s on s.org_id = o.org_id and s.org_id = ${org} and s.id = o.source_id::uuid
    where ${active} and o.source_type = 'subtheme' order by o.id`)
  const ofThemes = await db.rows<NamedSource>(sql`
    select ${columns}, null as subject, null as aspect from opportunity o
    join theme s on s.org_id = o.org_id and s.org_id = ${org} and s.id = o.source_id::uuid
    where ${active} and o.source_type in ('theme_requests', 'theme_problems') order by o.id`)
  return [...ofSubthemes, ...ofThemes]
}
