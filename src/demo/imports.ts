import { stringify } from 'csv-stringify/sync'
import type { Ctx } from '#domain/context.ts'
import { createUpload, lookThrough } from '#domain/imports/csv-uploads/create.ts'
import { journalOf } from '#domain/imports/csv-uploads/journal.ts'
import { insertProblems } from '#domain/imports/csv-uploads/problems.ts'
import { changeUpload, rollbackEnd } from '#domain/imports/csv-uploads/queries.ts'
import { sql } from '#store/sql.ts'
import { idAt } from './ids.ts'

/* The demo's reviews, as the table they came in: all of them taken in but two rows. */

const header = ['Review', 'Review ID', 'Date', 'Email']
const targets = ['content', 'external_id', 'submitted_date', 'respondent_email']
const daysSince = 4

type Review = { id: string; content: string; at: string; email: string | null }

export async function loadImport(ctx: Ctx) {
  const { db, org, now } = ctx
  const reviews = await db.rows<Review>(sql`
    select f.id, f.content, to_char(f.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as at, c.email from feedback f left join contact c on c.org_id = f.org_id and c.id = f.contact_id
    where f.org_id = ${org} and f.source = 'app_store' and f.external_id is null order by f.occurred_at, f.id`)
  const rows = reviews.map(({ content, at, email }, n) => [content, `review-${n + 1}`, at, email ?? ''])
  const bad = [
    ['', `review-${rows.length + 1}`, '', ''],
    ['Does what it says', `review-${rows.length + 2}`, '', 'sam at example.com'],
  ]
  const given = {
    type: 'feedback',
    file_name: 'app-store-reviews.csv',
    content: stringify([header, ...rows, ...bad]),
  } as const
  const done = new Date(now.getTime() - daysSince * 86_400_000)
  const [id, batch] = [idAt(done, 'upload/reviews'), idAt(done, 'batch/reviews')]
  await createUpload(ctx, given, await lookThrough(given), id)
  await db.run(sql`
    update feedback f set csv_upload_id = ${id}, batch_id = ${batch}, external_id = r.external_id
    from unnest(${reviews.map((review) => review.id)}::uuid[], ${rows.map((row) => row[1])}::text[]) as r (id, external_id) where f.org_id = ${org} and f.id = r.id`)
  await journalOf(db, org, id).created(
    'feedback',
    reviews.map((review) => review.id),
  )
  await insertProblems(db, org, id, [
    {
      row_number: rows.length + 1,
      n: 0,
      line: rows.length + 2,
      header: 'Review',
      code: 'REQUIRED',
      severity: 'error',
      message: 'is empty',
      value: null,
    },
    {
      row_number: rows.length + 2,
      n: 0,
      line: rows.length + 3,
      header: 'Email',
      code: 'INVALID_EMAIL',
      severity: 'error',
      message: 'is not an email address',
      value: 'sam at example.com',
    },
  ])
  await changeUpload(db, org, id, {
    mapping: JSON.stringify({
      columns: header.map((name, n) => ({ header: name, target: targets[n] })),
      questions: [],
      unmapped: 'metadata',
    }),
    options: '{"default_source":"app_store"}',
    status: 'completed_with_errors',
    batch_id: batch,
    position: rows.length + bad.length,
    valid: rows.length,
    created: rows.length,
    failed: bad.length,
    error_count: bad.length,
    started_at: done,
    completed_at: done,
    rollback_until: rollbackEnd(done),
  })
  await db.run(
    sql`update csv_upload set created_at = ${done}, updated_at = ${done} where org_id = ${org} and id = ${id}`,
  )
}
