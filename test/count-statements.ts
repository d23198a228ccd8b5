import type { Db } from '#store/open.ts'
import type { Sql } from '#store/sql.ts'

/** ANALYZE runs only after a table was filled for the first time, so it is not counted. */
const isStatisticsQuery = ({ strings }: Sql) => /^analyze|pg_class/.test(strings.join('?').trim())

/** Wraps a connection and records the statements it runs. */
export function countStatements(db: Db): { db: Db; count(): number; texts: string[] } {
  const texts: string[] = []
  const recorded = (query: Sql) => {
    if (!isStatisticsQuery(query)) texts.push(query.strings.join('?'))
    return query
  }
  return {
    db: {
      rows: (query) => db.rows(recorded(query)),
      first: (query) => db.first(recorded(query)),
      run: (query) => db.run(recorded(query)),
      isDistributed: () => db.isDistributed(),
    },
    count: () => texts.length,
    texts,
  }
}
