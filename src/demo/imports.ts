import { stringify } from 'csv-stringify/sync'
import type { Ctx } from '#domain/context.ts'
import { createUpload, receiveFile } from '#domain/imports/csv-uploads/create/create-upload.ts'
import { changeLogFor } from '#domain/imports/csv-uploads/jobs/change-log.ts'
import { insertProblems } from '#domain/imports/csv-uploads/queries-problems.ts'
import { updateUpload, rollbackEnd } from '#domain/imports/csv-uploads/queries.ts'
import { sql } from '#store/sql.ts'
import { idAt } from './ids.ts'

/* The demo's reviews as a completed CSV import with two failed rows. */

const header = ['Review', 'Review ID', 'Date', 'Email']
const targets = ['content', 'external_id', 'submitted_date', 'respondent_email']
const importedDaysAgo = 4

type Review = { id: string; content: string; at: string; email: string | null }

/** The problems of the two invalid rows at the end of the file. */
const problemsAfter = (validRows: number): Parameters<typeof insertProblems>[3] => [
  {
    row_number: validRows + 1,
    n: 0,
    line: validRows + 2,
    header: 'Review',
    code: 'REQUIRED',
    severity: 'error',
    message: 'is empty',
    value: null,
  },
  {
    row_number: validRows + 2,
    n: 0,
    line: validRows + 3,
    header: 'Email',
    code: 'INVALID_EMAIL',
    severity: 'error',
    message: 'is not an email address',
    value: 'sam at example.com',
  },
]

const mapping = {
  columns: header.map((name, n) => ({ header: name, target: targets[n] })),
  questions: [],
  unmapped: 'metadata',
}

export async function loadImport(ctx: Ctx) {
  const { db, org, now } = ctx
  const reviews = await listReviews(ctx)
  const rows = reviews.map(({ content, at, email }, n) => [content, `review-${n + 1}`, at, email ?? ''])
  const invalid = [
    ['', `review-${rows.length + 1}`, '', ''],
    ['Does what it says', `review-${rows.length + 2}`, '', 'sam at example.com'],
  ]
  const upload = {
    type: 'feedback',
    file_name: 'app-store-reviews.csv',
    content: stringify([header, ...rows, ...invalid]),
  } as const
  const importedAt = new Date(now.getTime() - importedDaysAgo * 86_400_000)
  const [id, batch] = [idAt(importedAt, 'upload/reviews'), idAt(importedAt, 'batch/reviews')]
  await createUpload(ctx, upload, await receiveFile(upload), id)
  const reviewIds = reviews.map((review) => review.id)
  await db.run(sql`
    update feedback f set csv_upload_id = ${id}, batch_id = ${batch}, external_id = r.external_id
    from unnest(${reviewIds}::uuid[], ${rows.map((row) => row[1])}::text[]) as r (id, external_id)
    where f.org_id = ${org} and f.id = r.id`)
  await changeLogFor(db, org, id).created('feedback', reviewIds)
  await insertProblems(db, org, id, problemsAfter(rows.length))
  await updateUpload(db, org, id, {
    mapping: JSON.stringify(mapping),
    options: '{"default_source":"app_store"}',
    status: 'completed_with_errors',
    batch_id: batch,
    position: rows.length + invalid.length,
    valid: rows.length,
    created: rows.length,
    failed: invalid.length,
    error_count: invalid.length,
    started_at: importedAt,
    completed_at: importedAt,
    rollback_until: rollbackEnd(importedAt),
  })
  await db.run(sql`
    update csv_upload set created_at = ${importedAt}, updated_at = ${importedAt} where org_id = ${org} and id = ${id}`)
}

const listReviews = ({ db, org }: Ctx) =>
  db.rows<Review>(sql`
    select f.id, f.content, to_char(f.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as at, c.email
    from feedback f left join contact c on c.org_id = ${org} and c.id = f.contact_id
    where f.org_id = ${org} and f.source = 'app_store' and f.external_id is null order by f.occurred_at, f.id`)
