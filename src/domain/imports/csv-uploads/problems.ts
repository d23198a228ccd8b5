import type { RowCode } from '#contract/resources/csv-columns.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** What is wrong with a row, as it is kept. */
export type Problem = {
  row_number: number
  n: number
  line: number
  header: string | null
  code: RowCode
  severity: 'error' | 'warning'
  message: string
  value: string | null
}

const together = 2000

export async function insertProblems(db: Db, org: string, upload: string, problems: readonly Problem[]) {
  for (let at = 0; at < problems.length; at += together)
    await db.run(sql`
      insert into csv_problem (org_id, upload_id, row_number, n, line, header, code, severity, message, value)
      select ${org}, ${upload}, row_number, n, line, header, code, severity, message, value
      from jsonb_to_recordset(${JSON.stringify(problems.slice(at, at + together))}::jsonb)
        as x (row_number integer, n smallint, line integer, header text, code text, severity text, message text, value text)`)
}

export const clearProblems = (db: Db, org: string, upload: string) =>
  db.run(sql`delete from csv_problem where org_id = ${org} and upload_id = ${upload}`)

export const problemsAfter = (
  db: Db,
  org: string,
  upload: string,
  limit: number,
  [row, n]: readonly [number, number],
) =>
  db.rows<Problem>(sql`
    select row_number, n, line, header, code, severity, message, value from csv_problem
    where org_id = ${org} and upload_id = ${upload} and (row_number, n) > (${row}::integer, ${n}::smallint) order by row_number, n limit ${limit}`)

/** Each rejected row once, with all that is wrong in it. */
export const rejectedAfter = (db: Db, org: string, upload: string, limit: number, row: number) =>
  db.rows<{ row_number: number; codes: string; messages: string }>(sql`
    select row_number, string_agg(distinct code, '; ') as codes, string_agg(${raw("concat_ws(' ', header, message)")}, '; ' order by n) as messages from csv_problem
    where org_id = ${org} and upload_id = ${upload} and row_number > ${row} group by row_number order by row_number limit ${limit}`)
