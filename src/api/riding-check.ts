import type { KeyFacts } from '#domain/account/keys/queries.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/** Reads whose key was seen before: the check travels with the first statement instead of taking a round trip of its own. */
export type RidingCheck = { db: Db; settle(): Promise<void> }

type Riding = KeyFacts & { riding_row: true | null }

/**
 * The facts are read by the very statement that reads the data, so they are never older than the data;
 * `judge` throws before a row of it leaves this function.
 */
export function ridingCheck(db: Db, facts: Sql, judge: (facts: KeyFacts | undefined) => void): RidingCheck {
  let settled = false
  const settle = async () => {
    if (settled) return
    judge(await db.first<KeyFacts>(facts))
    settled = true
  }
  const after = async <T>(run: () => Promise<T>): Promise<T> => {
    await settle()
    return run()
  }
  return {
    settle,
    db: {
      rows: (query) => after(() => db.rows(query)),
      run: (query) => after(() => db.run(query)),
      async first<Row>(query: Sql): Promise<Row | undefined> {
        if (settled) return db.first<Row>(query)
        const row = await db.first<Riding>(sql`
          select riding_data.*, riding_facts.* from (${facts}) riding_facts
          left join (select true as riding_row, riding_query.* from (${query}) riding_query limit 1) riding_data on true`)
        judge(row)
        settled = true
        return row!.riding_row ? dataOf<Row>(row!) : undefined
      },
    },
  }
}

/** The columns the query asked for: those between the marker and the first of the facts. */
function dataOf<Row>(row: Riding): Row {
  const data: Record<string, unknown> = {}
  for (const name in row) {
    if (name === 'auth_key_id') break
    if (name !== 'riding_row') data[name] = row[name as keyof Riding]
  }
  return data as Row
}
