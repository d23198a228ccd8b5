import type pg from 'pg'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

/** Counts that a backup of an older version does not have. */
export const recountRestoredInitiatives = (client: pg.Client, org: string) =>
  client.query(
    `update initiative o set positive_count = x.positive, negative_count = x.negative, neutral_count = x.neutral
     from (
       select l.initiative_id as id, ${sentimentCounts('i.sentiment')}
       from initiative_insight l join insight i on i.org_id = $1 and i.id = l.insight_id and i.live
       where l.org_id = $1 group by l.initiative_id) x
     where o.org_id = $1 and o.id = x.id`,
    [org],
  )
