import { createHash } from 'node:crypto'
import type { Collected, Collector, Review } from '#collectors/collector.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxTextLength = 5000
const shortestText = 3

export type Report = {
  competitor_id: string
  source: string
  status: 'collected' | 'unavailable' | 'skipped'
  reviews_collected: number
  reviews_new: number
  error: string | null
}

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g
/** What strangers wrote, made fit to be kept: no control characters, no half characters, not without end. */
const kept = (text: string, max = maxTextLength) => text.replace(controls, ' ').slice(0, max).toWellFormed().trim()
const keptOrNull = (text: string | null, max?: number) =>
  text === null || kept(text, max) === '' ? null : kept(text, max)

/** The source's own id, or the words and their date where it has none. */
const keyOf = (review: Review) =>
  review.id !== null && review.id !== ''
    ? review.id.length <= 200
      ? kept(review.id)
      : digest(review.id)
    : digest(JSON.stringify([review.title, review.text, review.publishedAt]))
const digest = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

const webAddress = (url: string | null) =>
  url !== null && url.length <= 2000 && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
const dated = (when: string | null) => {
  const year = when === null ? NaN : new Date(when).getUTCFullYear()
  return year >= 1990 && year < 2200 ? new Date(when!).toISOString() : null
}

/** Appends what is new of a source; what is known already stays as it is. */
export async function storeReviews(
  db: Db,
  org: string,
  competitor: string,
  collector: Collector,
  { reviews, url, rating }: Collected,
): Promise<Report> {
  const fresh = [
    ...new Map(
      reviews.filter(({ text }) => kept(text).length >= shortestText).map((review) => [keyOf(review), review]),
    ).entries(),
  ]
  const column = <T>(of: (review: Review, key: string) => T) => fresh.map(([key, review]) => of(review, key))
  const reviews_new =
    fresh.length === 0
      ? 0
      : await db.run(sql`
    insert into competitor_review (org_id, id, competitor_id, source, source_type, external_id, title, content, rating, url, parent_text, thread_role, published_at)
    select ${org}, r.id, ${competitor}::uuid, ${collector.name}, ${collector.type}, r.key, r.title, r.content, r.rating, r.url, r.parent, r.role, r.published
    from unnest(${column(() => newId())}::uuid[], ${column((_, key) => key)}::text[], ${column(({ title }) => keptOrNull(title, 300))}::text[],
      ${column(({ text }) => kept(text))}::text[], ${column(({ rating }) => (rating === null ? null : Math.min(1, Math.max(0, rating))))}::real[],
      ${column(({ url }) => webAddress(url))}::text[], ${column(({ parentText }) => keptOrNull(parentText, 2000))}::text[],
      ${column(({ role }) => role)}::text[], ${column(({ publishedAt }) => dated(publishedAt))}::timestamptz[])
      as r (id, key, title, content, rating, url, parent, role, published)
    on conflict (org_id, competitor_id, source, external_id) do nothing`)
  await db.run(sql`
    insert into competitor_source (org_id, competitor_id, source, source_type, url, rating)
    values (${org}, ${competitor}, ${collector.name}, ${collector.type}, ${webAddress(url)}, ${rating ? JSON.stringify(rating) : null}::json)
    on conflict (org_id, competitor_id, source) do update
      set source_type = excluded.source_type, url = coalesce(excluded.url, competitor_source.url), rating = coalesce(excluded.rating, competitor_source.rating), collected_at = now()`)
  return {
    competitor_id: competitor,
    source: collector.name,
    status: 'collected',
    reviews_collected: fresh.length,
    reviews_new,
    error: null,
  }
}

export const storeReport = (db: Db, org: string, job: string, report: Report) =>
  db.run(sql`
    insert into competitor_source_report (org_id, job_id, competitor_id, source, status, reviews_collected, reviews_new, error)
    values (${org}, ${job}, ${report.competitor_id}, ${report.source}, ${report.status}, ${report.reviews_collected}, ${report.reviews_new}, ${report.error})
    on conflict (org_id, job_id, competitor_id, source) do update
      set status = excluded.status, reviews_collected = excluded.reviews_collected, reviews_new = excluded.reviews_new, error = excluded.error`)

export const reportsOf = (db: Db, org: string, job: string) =>
  db.rows<Report>(sql`
    select competitor_id, source, status, reviews_collected, reviews_new, error from competitor_source_report where org_id = ${org} and job_id = ${job}`)
