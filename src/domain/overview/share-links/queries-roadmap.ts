import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Horizon } from '#vocabulary/horizons.ts'

type RoadmapRow = { id: string; horizon: Horizon; title: string; text: string | null; insight_count: number }

const maxCards = 300

/** Opportunities with a place, in the order of the team. */
export const listRoadmap = (db: Db, org: string) =>
  db.rows<RoadmapRow>(sql`
    select id, horizon, title, nullif(coalesce(problem_statement, ''), '') as text, insight_count from opportunity
    where org_id = ${org} and status = 'active' and team_position is not null
    order by team_position, id limit ${maxCards}`)
