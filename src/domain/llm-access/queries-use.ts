import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { isWaiting } from './queries-pause.ts'

/* What an organization uses the language model for, and how many tokens are left of the day. */

/** `grouping`: themes; `texts`: names, labels and stories; `answers`: questions. */
export type ModelUse = 'grouping' | 'texts' | 'answers'

type UseRow = { grouping: boolean; texts: boolean; answers: boolean; waits: boolean; tokens_left: number }

/** Undefined: nothing was ever switched on. */
export const findUse = (db: Db, org: string) =>
  db.first<UseRow>(sql`
    select s.grouping <> 'off' as grouping, s.texts, s.answers, ${isWaiting(sql`${org}`)} as waits,
      s.tokens_a_day - (select coalesce(sum(r.tokens), 0)::int from language_model_request r
        where r.org_id = ${org} and r.at >= date_trunc('day', now(), 'UTC')) as tokens_left
    from language_model_setting s where s.org_id = ${org}`)
