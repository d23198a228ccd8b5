import type { FactsRow } from '#domain/account/keys/queries-auth.ts'
import type { Db, Store } from '#store/open.ts'
import { OrgRead, type Sql, sql } from '#store/sql.ts'

type RowWithFacts = FactsRow & { has_row: true | null }

/**
 * For reads with a cached key: the key facts are read in the same statement as one row, or just before several rows in
 * the same packet, which saves a round trip. `authorize` throws before a row is returned.
 */
export class PiggybackAuthDb implements Db {
  readonly #db: Store
  readonly #facts: Sql
  readonly #authorize: (facts: FactsRow | undefined) => void
  #authorized = false
  constructor(db: Store, facts: Sql, authorize: (facts: FactsRow | undefined) => void) {
    this.#db = db
    this.#facts = facts
    this.#authorize = authorize
  }

  ensureAuthorized(): Promise<void> | void {
    if (!this.#authorized) return this.#db.first<FactsRow>(this.#facts).then((facts) => this.#check(facts))
  }

  #check(facts: FactsRow | undefined) {
    this.#authorize(facts)
    this.#authorized = true
  }

  /** Sent together with the facts, which are checked first; behind a pooler one after the other. */
  async rows<Row>(query: Sql): Promise<Row[]> {
    if (this.#authorized || !this.#db.keepsSession) {
      await this.ensureAuthorized()
      return this.#db.rows<Row>(query)
    }
    const [facts, rows] = await this.#db.pair<FactsRow, Row>(this.#facts, query)
    if (facts.status === 'rejected') throw facts.reason
    this.#check(facts.value[0])
    if (rows.status === 'rejected') throw rows.reason
    return rows.value
  }

  isDistributed(): Promise<boolean> {
    return this.#db.isDistributed()
  }

  async run(query: Sql): Promise<number> {
    await this.ensureAuthorized()
    return this.#db.run(query)
  }

  async first<Row>(query: Sql): Promise<Row | undefined> {
    if (this.#authorized) return this.#db.first<Row>(query)
    const read = query instanceof OrgRead ? await this.#db.readShards<Row, FactsRow>(query, this.#facts) : undefined
    if (read) {
      this.#check(read.facts)
      return read.row
    }
    const row = await this.#db.first<RowWithFacts>(sql`
      select data.*, facts.* from (${this.#facts}) facts
      left join (select true as has_row, query.* from (${query}) query limit 1) data on true`)
    this.#check(row)
    return row!.has_row ? dataOf<Row>(row!) : undefined
  }
}

/** The query's own columns: those between `has_row` and the facts. */
function dataOf<Row>(row: RowWithFacts): Row {
  const data: Record<string, unknown> = {}
  for (const name in row) {
    if (name === 'auth_facts') break
    if (name !== 'has_row') data[name] = row[name as keyof RowWithFacts]
  }
  return data as Row
}
