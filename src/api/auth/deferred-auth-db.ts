import type { FactsRow } from '#domain/access/keys/queries-auth.ts'
import type { Principal } from '#domain/context.ts'
import type { Db, Store } from '#store/open.ts'
import { isRead, OrgRead, type Sql, sql } from '#store/sql.ts'

type RowWithFacts = FactsRow & { has_row: true | null }

/**
 * For reads with a cached key: the key facts are read in the same statement as one row, or just before several rows in
 * the same packet, which saves a round trip. `check` throws before a row is returned. A statement that writes is sent
 * after the check.
 */
export class DeferredAuthDb implements Db {
  readonly #db: Store
  readonly #facts: Sql
  readonly #check: (facts: FactsRow | undefined) => Principal
  #principal: Principal | undefined
  constructor(db: Store, facts: Sql, check: (facts: FactsRow | undefined) => Principal) {
    this.#db = db
    this.#facts = facts
    this.#check = check
  }

  authorize(): Promise<Principal> | Principal {
    return this.#principal ?? this.#db.first<FactsRow>(this.#facts).then((facts) => this.#authorizeBy(facts))
  }

  #authorizeBy(facts: FactsRow | undefined): Principal {
    return (this.#principal = this.#check(facts))
  }

  /** Sent together with the facts, which are checked first; behind a pooler one after the other. */
  async rows<Row>(query: Sql): Promise<Row[]> {
    if (this.#principal) return this.#db.rows<Row>(query)
    if (!this.#db.keepsSession || !isRead(query)) {
      await this.authorize()
      return this.#db.rows<Row>(query)
    }
    const [facts, rows] = await this.#db.pair<FactsRow, Row>(this.#facts, query)
    if (facts.status === 'rejected') throw facts.reason
    this.#authorizeBy(facts.value[0])
    if (rows.status === 'rejected') throw rows.reason
    return rows.value
  }

  isDistributed(): Promise<boolean> {
    return this.#db.isDistributed()
  }

  async run(query: Sql): Promise<number> {
    await this.authorize()
    return this.#db.run(query)
  }

  async first<Row>(query: Sql): Promise<Row | undefined> {
    if (!this.#principal && !isRead(query)) await this.authorize()
    if (this.#principal) return this.#db.first<Row>(query)
    const reading = query instanceof OrgRead ? this.#db.readShards<Row, FactsRow>(query, this.#facts) : undefined
    const read = reading && (await reading)
    if (read) {
      this.#authorizeBy(read.facts)
      return read.row
    }
    const row = await this.#db.first<RowWithFacts>(sql`
      select data.*, facts.* from (${this.#facts}) facts
      left join (select true as has_row, query.* from (${query}) query limit 1) data on true`)
    this.#authorizeBy(row)
    return row!.has_row ? withoutFacts<Row>(row!) : undefined
  }
}

/** The query's own columns. */
function withoutFacts<Row>(row: RowWithFacts): Row {
  const data: Record<string, unknown> = {}
  for (const name in row) if (name !== 'has_row' && name !== 'auth_facts') data[name] = row[name as keyof RowWithFacts]
  return data as Row
}
