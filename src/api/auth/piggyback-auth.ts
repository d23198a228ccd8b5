import type { FactsRow } from '#domain/account/keys/queries.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

type Riding = FactsRow & { riding_row: true | null }

/**
 * Reads whose key was seen before: the check travels with the first statement instead of taking a round trip of its own.
 * The facts are read by the very statement that reads the data, so they are never older than the data;
 * `judge` throws before a row of it leaves here.
 */
export class RidingCheck implements Db {
  readonly #db: Db
  readonly #facts: Sql
  readonly #judge: (facts: FactsRow | undefined) => void
  #settled = false
  constructor(db: Db, facts: Sql, judge: (facts: FactsRow | undefined) => void) {
    this.#db = db
    this.#facts = facts
    this.#judge = judge
  }

  settle(): Promise<void> | void {
    if (!this.#settled) return this.#db.first<FactsRow>(this.#facts).then((facts) => this.#pass(facts))
  }

  #pass(facts: FactsRow | undefined) {
    this.#judge(facts)
    this.#settled = true
  }

  async rows<Row>(query: Sql): Promise<Row[]> {
    await this.settle()
    return this.#db.rows<Row>(query)
  }

  async run(query: Sql): Promise<number> {
    await this.settle()
    return this.#db.run(query)
  }

  async first<Row>(query: Sql): Promise<Row | undefined> {
    if (this.#settled) return this.#db.first<Row>(query)
    const row = await this.#db.first<Riding>(sql`
      select riding_data.*, riding_facts.* from (${this.#facts}) riding_facts
      left join (select true as riding_row, riding_query.* from (${query}) riding_query limit 1) riding_data on true`)
    this.#pass(row)
    return row!.riding_row ? dataOf<Row>(row!) : undefined
  }
}

/** The columns the query asked for: those between the marker and the facts. */
function dataOf<Row>(row: Riding): Row {
  const data: Record<string, unknown> = {}
  for (const name in row) {
    if (name === 'auth_facts') break
    if (name !== 'riding_row') data[name] = row[name as keyof Riding]
  }
  return data as Row
}
