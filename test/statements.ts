import type { Db } from '#store/open.ts'
import type { Sql } from '#store/sql.ts'

/** The statistics of a table that has just filled are gathered besides, and only then. */
const ofStatistics = ({ strings }: Sql) => /^analyze|pg_class/.test(strings.join('?').trim())

/** A database that counts the statements of its work. */
export function counting(db: Db): { db: Db; count(): number; texts: string[] } {
  const texts: string[] = []
  const noted = (query: Sql) => {
    if (!ofStatistics(query)) texts.push(query.strings.join('?'))
    return query
  }
  return {
    db: {
      rows: (query) => db.rows(noted(query)),
      first: (query) => db.first(noted(query)),
      run: (query) => db.run(noted(query)),
    },
    count: () => texts.length,
    texts,
  }
}
