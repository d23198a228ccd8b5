import type { Static } from 'typebox'
import type { Snapshot } from '#contract/resources/competitor-shapes.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* What is at hand right now, whatever the period: what waits in the inbox, which work runs, what competitors' last check-in changed. */

type Waiting = { feedback_id: string; text: string; source: string; contact_name: string | null; occurred_at: string }
type Running = {
  id: string
  type: string
  status: 'queued' | 'running'
  stage: string | null
  done: number
  total: number | null
  created_at: string
}
type Checkin = { id: string; completed_at: string; snapshot: Extract<Static<typeof Snapshot>, { changed: true }> }
export type AtHand = { inbox: Waiting[]; jobs: Running[]; checkin: Checkin | null }

const few = 5
const maxLetters = 160

/** Members of the statement's one object; `who` narrows feedback to a segment. */
export const atHand = (org: string, who: Sql): Sql => sql`
  'inbox', (select coalesce(json_agg(json_build_object('feedback_id', f.id, 'text', left(coalesce(f.title, f.content), ${maxLetters}::int), 'source', f.source, 'contact_name', coalesce(c.name, c.email),
      'occurred_at', iso(f.occurred_at)) order by f.id desc), '[]')
    from (select f.org_id, f.id, f.title, f.content, f.source, f.contact_id, f.occurred_at from feedback f left join feedback_triage t on t.org_id = f.org_id and t.feedback_id = f.id
      where f.org_id = ${org} and f.deleted_at is null and (t.state is null or (t.state = 'snoozed' and t.snoozed_until <= now())) ${who} order by f.id desc limit ${few}) f
    left join contact c on c.org_id = f.org_id and c.id = f.contact_id),
  'jobs', (select coalesce(json_agg(json_build_object('id', id, 'type', type, 'status', status, 'stage', stage, 'done', done, 'total', total, 'created_at', iso(created_at)) order by id desc), '[]')
    from (select * from job where org_id = ${org} and status in ('queued', 'running') order by id desc limit ${few}) j),
  'checkin', (select json_build_object('id', r.id, 'completed_at', iso(r.completed_at), 'snapshot', r.snapshot)
    from competitor_checkin r join organization o on o.id = r.org_id and o.feature_competitors
    where r.org_id = ${org} and r.status = 'completed' and ${changed} order by r.id desc limit 1)`
const changed = raw("(r.snapshot->>'changed')::boolean")

const percentOf = ({ done, total }: Running) => (total ? Math.min(100, Math.floor((100 * done) / total)) : null)

/** Those that moved furthest come first. */
function movesOf({ themes }: Checkin['snapshot']) {
  return themes
    .map(({ name, rank: { before, after } }) => ({ name, before, after }))
    .sort((a, b) => Math.abs(b.before - b.after) - Math.abs(a.before - a.after) || a.after - b.after)
    .slice(0, few)
}

export const shownAtHand = ({ inbox, jobs, checkin }: AtHand) => ({
  inbox_latest: inbox,
  running_jobs: jobs.map((job) => ({
    id: job.id,
    type: job.type,
    status: job.status,
    stage: job.stage,
    percent: percentOf(job),
    created_at: job.created_at,
  })),
  latest_checkin: checkin && {
    id: checkin.id,
    completed_at: checkin.completed_at,
    moves: movesOf(checkin.snapshot),
    added_insight_count: checkin.snapshot.added.insights,
    added_themes: checkin.snapshot.added.themes.map(({ name }) => name),
    removed_themes: checkin.snapshot.removed.themes.map(({ name }) => name),
  },
})
