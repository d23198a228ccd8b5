import type { Static } from 'typebox'
import type { GraphStatus, ResearchJob } from '#contract/resources/competitor-shapes.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { JobStatus } from '#vocabulary/statuses.ts'

/*
 * The status is derived from the last job and the published version, so a killed job cannot leave a stale status.
 */

export type CompetitorGraphStatus = Static<typeof GraphStatus>

const jobTypes = raw("('competitor_research', 'competitor_checkin')")

/** The newest research job, or the one with this id. */
export const researchJob = (org: string, id?: string) =>
  sql`
    select * from job
    where org_id = ${org}
      and type in ${jobTypes} ${id === undefined ? raw('order by id desc limit 1') : sql`and id = ${id}`}`

/** Of a row `g` of competitor_graph and a row `l` of its last job, each of which may be absent. */
export const graphStatus: Sql = raw(`case
  when l.status in ('queued', 'running') then case
    when l.stage in ('extracting', 'synthesizing', 'publishing') then 'running' else 'importing' end
  when l.status = 'failed' then 'failed' when g.version is not null then 'ready' else 'empty' end`)

export type ResearchJobRow = {
  id: string
  type: 'competitor_research' | 'competitor_checkin'
  status: JobStatus
  stage: Static<typeof ResearchJob>['stage']
  done: number
  total: number | null
  payload: { competitor_ids: string[]; reviews_per_source: number }
  competitors: { id: string; name: string }[]
  sources: Static<typeof ResearchJob>['sources']
  error_code: string | null
  error_message: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** A job `l` with the columns of its response. */
export const stateJobColumns = (
  org: string,
): Sql => sql`l.id, l.type, l.status, l.stage, l.done, l.total, l.payload, l.error_code, l.error_message,
  iso(l.created_at) as created_at, iso(l.started_at) as started_at, iso(l.finished_at) as finished_at,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name), c.id), '[]')
    from competitor c
    where c.org_id = ${org}
      and c.id in (select value::uuid from jsonb_array_elements_text(l.payload->'competitor_ids'))) as competitors,
  (select coalesce(json_agg(json_build_object('competitor_id', r.competitor_id, 'source', r.source, 'status', r.status,
      'reviews_collected', r.reviews_collected, 'reviews_new', r.reviews_new, 'error', r.error)
      order by r.competitor_id, r.source), '[]')
    from competitor_source_report r where r.org_id = ${org} and r.job_id = l.id) as sources`

/** Share of the total progress; collecting takes most of it. */
const stagePercent = { collecting: 0, extracting: 80, synthesizing: 85, publishing: 95 }
const publicErrorCodes: Record<string, string> = {
  WORK_FAILED: 'INTERNAL_ERROR',
  WORKER_LOST: 'TIMEOUT',
  UNKNOWN_TYPE: 'INTERNAL_ERROR',
}

function percent({ status, stage, done, total }: ResearchJobRow): number {
  if (status === 'ready') return 100
  if (stage === null) return 0
  return stage === 'collecting' && total ? Math.floor((80 * Math.min(done, total)) / total) : stagePercent[stage]
}

export function presentJob(row: ResearchJobRow): Static<typeof ResearchJob> {
  const {
    id,
    type,
    status,
    stage,
    done,
    total,
    payload,
    competitors,
    sources,
    error_code,
    error_message,
    created_at,
    started_at,
    finished_at,
  } = row
  const failed = status === 'failed'
  return {
    id,
    job_id: id,
    type,
    status,
    stage,
    progress: {
      percent: percent(row),
      competitors_done: done,
      competitors_total: total ?? competitors.length,
      reviews_collected: sources.reduce((sum, source) => sum + source.reviews_collected, 0),
    },
    competitors,
    reviews_per_source: payload.reviews_per_source,
    sources,
    error_code: failed && error_code !== null ? (publicErrorCodes[error_code] ?? error_code) : null,
    error_message: failed ? error_message : null,
    created_at,
    started_at,
    finished_at,
  }
}
