import { type CurrentWork, maxListed } from './queries-current-work.ts'

const percentOf = ({ done, total }: CurrentWork['jobs'][number]) =>
  total ? Math.min(100, Math.floor((100 * done) / total)) : null

function largestMoves({ themes }: NonNullable<CurrentWork['checkin']>['snapshot']) {
  return themes
    .map(({ name, rank: { before, after } }) => ({ name, before, after }))
    .sort((a, b) => Math.abs(b.before - b.after) - Math.abs(a.before - a.after) || a.after - b.after)
    .slice(0, maxListed)
}

export const presentCurrentWork = ({ inbox, unsorted, jobs, checkin }: CurrentWork) => ({
  inbox_latest: inbox,
  unsorted_insight_count: unsorted,
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
    moves: largestMoves(checkin.snapshot),
    added_insight_count: checkin.snapshot.added.insights,
    added_themes: checkin.snapshot.added.themes.map(({ name }) => name),
    removed_themes: checkin.snapshot.removed.themes.map(({ name }) => name),
  },
})
