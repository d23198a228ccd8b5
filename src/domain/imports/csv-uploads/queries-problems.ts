import type { RowCode } from '#contract/resources/csv-columns.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** A stored problem of a row. */
export type StoredRowProblem = {
  row_number: number
  n: number
  line: number
  header: string | null
  code: RowCode
  severity: 'error' | 'warning'
  message: string
  value: string | null
}

const batchSize = 2000

export async function insertProblems(db: Db, org: string, upload: string, problems: readonly StoredRowProblem[]) {
  for (let at = 0; at < problems.length; at += batchSize)
    await db.run(sql`
      insert into csv_problem (org_id, upload_id, row_number, n, line, header, code, severity, message, value)
      select ${org}, ${upload}, row_number, n, line, header, code, severity, message, value
      from jsonb_to_recordset(${JSON.stringify(problems.slice(at, at + batchSize))}::jsonb)
        as x (row_number integer, n smallint, line integer, header text, code text, severity text, message text,
          value text)`)
}

export const deleteProblems = (db: Db, org: string, upload: string) =>
  db.run(sql`delete from csv_problem where org_id = ${org} and upload_id = ${upload}`)

type ProblemPage = { limit: number; after: readonly [row: number, n: number] }

export const listProblems = (db: Db, org: string, upload: string, { limit, after: [row, n] }: ProblemPage) =>
  db.rows<StoredRowProblem>(sql`
    select row_number, n, line, header, code, severity, message, value from csv_problem
    where org_id = ${org} and upload_id = ${upload} and (row_number, n) > (${row}::integer, ${n}::smallint)
    order by row_number, n limit ${limit}`)

/** One entry per rejected row, with all its problems. */
export const listRejectedRows = (
  db: Db,
  org: string,
  upload: string,
  { limit, after }: { limit: number; after: number },
) =>
  db.rows<{ row_number: number; codes: string; messages: string }>(sql`
    select row_number, string_agg(distinct code, '; ') as codes,
      string_agg(concat_ws(' ', header, message), '; ' order by n) as messages
    from csv_problem
    where org_id = ${org} and upload_id = ${upload} and row_number > ${after}
    group by row_number order by row_number limit ${limit}`)
