import { pluralize } from '#engine/text/pluralize.ts'
import { findOrganization } from '#domain/organizations/queries.ts'
import type { ChannelMessage } from '#domain/overview/channels/format-message.ts'
import { npsSummary } from '#domain/overview/dashboard/nps-summary.ts'
import { presentDashboard } from '#domain/overview/dashboard/present.ts'
import { type DashboardFigures, getDashboardFigures } from '#domain/overview/dashboard/queries.ts'
import { isRising, withoutCatchAll } from '#domain/overview/dashboard/summary.ts'
import { listRecentVerdicts } from '#domain/planning/outcomes/queries.ts'
import type { Db } from '#store/open.ts'
import type { Week } from '#domain/overview/channels/digest-week.ts'

type Section = ChannelMessage['sections'][number]

const maxListed = 5

/** At least three in the week before, and at least a quarter fewer now: the reverse of rising. */
const isFalling = ({ current, previous }: { current: number; previous: number }) =>
  previous >= 3 && previous >= 1.25 * current

function movedThemes(
  { themes }: DashboardFigures,
  moved: (counts: { current: number; previous: number }) => boolean,
  publicUrl: string,
) {
  return withoutCatchAll(themes)
    .map(({ theme_id, name, insight_count: current, previous }) => ({ theme_id, name, current, previous }))
    .filter(moved)
    .sort((a, b) => Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous) || b.current - a.current)
    .slice(0, maxListed)
    .map(({ theme_id, name, current, previous }) => ({
      label: name,
      detail: `${pluralize(current, 'insight')}, ${previous} the week before`,
      url: `${publicUrl}/themes/${theme_id}`,
    }))
}

function npsItems({ nps }: DashboardFigures, publicUrl: string): Section['items'] {
  const figures = npsSummary(nps)
  if (figures === null || figures.score === null) return []
  const before = figures.previous_score === null ? '' : `${figures.previous_score} the week before, `
  return [
    {
      label: `NPS ${figures.score}`,
      detail: `${before}${pluralize(figures.responses, 'response')}`,
      url: `${publicUrl}/nps`,
    },
  ]
}

const verdictWords = {
  improved: 'customers ask or complain less',
  worse: 'customers ask or complain more',
  no_change: 'no large change',
}

const outcomeItems = async (db: Db, org: string, week: Week, publicUrl: string): Promise<Section['items']> =>
  (await listRecentVerdicts(db, org, week, maxListed)).map(({ id, title, verdict, weeks_after }) => ({
    label: title,
    detail: `${verdictWords[verdict]}, ${weeks_after} weeks later`,
    url: `${publicUrl}/projects/${id}`,
  }))

/** What changed in a week; undefined when nothing came in then or the week before. */
export async function buildDigest(
  db: Db,
  org: string,
  week: Week,
  publicUrl: string,
): Promise<ChannelMessage | undefined> {
  const figures = await getDashboardFigures(db, org, { from: week.from, days: 7 }, undefined)
  const { insights, feedback } = figures
  if (insights.current + insights.previous + feedback.current + feedback.previous === 0) return undefined
  const { summary } = presentDashboard(figures, week.label)
  const { name } = (await findOrganization(db, org))!
  const sections: Section[] = [
    { heading: 'Rising themes', items: movedThemes(figures, isRising, publicUrl) },
    { heading: 'Falling themes', items: movedThemes(figures, isFalling, publicUrl) },
    {
      heading: 'New themes',
      items: figures.new_themes.slice(0, maxListed).map(({ theme_id, name: theme, insight_count }) => ({
        label: theme,
        detail: pluralize(insight_count, 'insight'),
        url: `${publicUrl}/themes/${theme_id}`,
      })),
    },
    { heading: 'Completed Projects', items: await outcomeItems(db, org, week, publicUrl) },
    { heading: 'NPS', items: npsItems(figures, publicUrl) },
  ]
  return {
    title: `${name}: ${week.label.replace('the ', '')}`,
    summary,
    url: `${publicUrl}/?range=custom&from=${week.from}&to=${week.to}`,
    sections: sections.filter(({ items }) => items.length > 0),
  }
}
