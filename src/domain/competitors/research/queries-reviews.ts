import { createHash } from 'node:crypto'
import type { Collected, Collector, CollectedReview } from '#collectors/collector.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxTextLength = 5000
const maxIdLength = 200
const minTextLength = 3

export type SourceReport = {
  competitor_id: string
  source: string
  status: 'collected' | 'unavailable' | 'skipped'
  reviews_collected: number
  reviews_new: number
  error: string | null
}

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g
/** Text of a foreign source without control characters and lone surrogates, cut to a maximum. */
const cleaned = (text: string, max = maxTextLength) => text.replace(controls, ' ').slice(0, max).toWellFormed().trim()
const cleanedOrNull = (text: string | null, max?: number) =>
  text === null || cleaned(text, max) === '' ? null : cleaned(text, max)

/** The source's id, or a hash of the text and date where it has none. */
function reviewKey({ id, title, text, publishedAt }: CollectedReview): string {
  if (!id) return digest(JSON.stringify([title, text, publishedAt]))
  return id.length <= maxIdLength ? cleaned(id) : digest(id)
}
const digest = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

const httpUrl = (url: string | null) =>
  url !== null && url.length <= 2000 && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
const plausibleDate = (when: string | null) => {
  const year = when === null ? NaN : new Date(when).getUTCFullYear()
  return year >= 1990 && year < 2200 ? new Date(when!).toISOString() : null
}

type CollectedSource = { competitor: string; collector: Collector }

/** Inserts the new reviews of a source and its metadata; existing reviews stay unchanged. */
export async function insertReviews(
  db: Db,
  org: string,
  source: CollectedSource,
  collected: Collected,
): Promise<SourceReport> {
  const usable = collected.reviews.filter(({ text }) => cleaned(text).length >= minTextLength)
  const byKey = new Map(usable.map((review) => [reviewKey(review), review]))
  const reviews_new = byKey.size === 0 ? 0 : await insertNewReviews(db, org, source, [...byKey])
  await upsertSource(db, org, source, collected)
  return {
    competitor_id: source.competitor,
    source: source.collector.name,
    status: 'collected',
    reviews_collected: byKey.size,
    reviews_new,
    error: null,
  }
}

function insertNewReviews(
  db: Db,
  org: string,
  { competitor, collector }: CollectedSource,
  entries: readonly [key: string, review: CollectedReview][],
) {
  const column = <T>(valueOf: (review: CollectedReview, key: string) => T) =>
    entries.map(([key, review]) => valueOf(review, key))
  return db.run(sql`
    insert into competitor_review (org_id, id, competitor_id, source, source_type, external_id, title, content, rating,
      url, parent_text, thread_role, published_at)
    select ${org}, r.id, ${competitor}::uuid, ${collector.name}, ${collector.type}, r.key, r.title, r.content, r.rating,
      r.url, r.parent, r.role, r.published
    from unnest(${column(() => newId())}::uuid[], ${column((_, key) => key)}::text[],
      ${column(({ title }) => cleanedOrNull(title, 300))}::text[],
      ${column(({ text }) => cleaned(text))}::text[],
      ${column(({ rating }) => (rating === null ? null : Math.min(1, Math.max(0, rating))))}::real[],
      ${column(({ url }) => httpUrl(url))}::text[],
      ${column(({ parentText }) => cleanedOrNull(parentText, 2000))}::text[],
      ${column(({ role }) => role)}::text[], ${column(({ publishedAt }) => plausibleDate(publishedAt))}::timestamptz[])
      as r (id, key, title, content, rating, url, parent, role, published)
    on conflict (org_id, competitor_id, source, external_id) do nothing`)
}

const upsertSource = (db: Db, org: string, { competitor, collector }: CollectedSource, { url, rating }: Collected) =>
  db.run(sql`
    insert into competitor_source (org_id, competitor_id, source, source_type, url, rating, collected_at)
    values (${org}, ${competitor}, ${collector.name}, ${collector.type}, ${httpUrl(url)},
      ${rating ? JSON.stringify(rating) : null}::json, now())
    on conflict (org_id, competitor_id, source) do update
      set source_type = excluded.source_type, url = coalesce(excluded.url, competitor_source.url),
        rating = coalesce(excluded.rating, competitor_source.rating), collected_at = excluded.collected_at`)

export const upsertReport = (db: Db, org: string, job: string, report: SourceReport) =>
  db.run(sql`
    insert into competitor_source_report (org_id, job_id, competitor_id, source, status, reviews_collected, reviews_new,
      error)
    values (${org}, ${job}, ${report.competitor_id}, ${report.source}, ${report.status}, ${report.reviews_collected},
      ${report.reviews_new}, ${report.error})
    on conflict (org_id, job_id, competitor_id, source) do update
      set status = excluded.status, reviews_collected = excluded.reviews_collected, reviews_new = excluded.reviews_new,
        error = excluded.error`)

export const listReports = (db: Db, org: string, job: string) =>
  db.rows<SourceReport>(sql`
    select competitor_id, source, status, reviews_collected, reviews_new, error from competitor_source_report
    where org_id = ${org} and job_id = ${job}`)
