import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import type { ReadCtx } from '#domain/context.ts'
import { type Advice, npsAdvice } from '#engine/nps/advice.ts'
import { findDrivers } from '#engine/nps/drivers.ts'
import { roundedQuotient, responseCount, summarizeNps, tallyOf, npsTrend } from '#engine/nps/score.ts'
import {
  countByScore,
  countReasons,
  listInsightsByTheme,
  listThemeMentions,
  type ReportQuery,
} from './queries-report.ts'
import { periodOf, previousPeriod } from './rules.ts'
import type { NpsTally } from '#vocabulary/nps.ts'

type Report = Static<(typeof nps.getNps)['result']>
type ReportInput = Static<(typeof nps.getNps)['query']>

const maxThemes = 10

export async function getNpsReport(
  { db, org, now }: ReadCtx,
  { from, to, compare, ...filters }: ReportInput,
): Promise<Report> {
  const period = periodOf({ from, to }, now)
  const query = { ...filters, period }
  const distribution = await countByScore(db, org, query)
  const tally = tallyOf(distribution)
  const before = compare ? await summarizeBefore({ db, org }, { ...filters, period: previousPeriod(period) }) : null
  const themes = await listThemeMentions(db, org, query)
  const reasons = await countReasons(db, org, query)
  const advice = npsAdvice(tally, reasons, findDrivers(themes, reasons))
  return {
    ...summarizeNps(tally),
    distribution: Object.fromEntries(distribution.entries().map(([score, count]) => [String(score), count])),
    period,
    previous: before && { ...before.summary, delta: scoreDifference(tally, before.tally) },
    trend: before && npsTrend(tally, before.tally),
    top_themes: themes
      .slice(0, maxThemes)
      .map(({ is_catch_all: _, ...theme }) => ({ ...theme, responses: responseCount(theme) })),
    recommendations: await withInsights({ db, org }, query, advice),
  }
}

type Tenant = Pick<ReadCtx, 'db' | 'org'>

async function summarizeBefore({ db, org }: Tenant, query: ReportQuery) {
  const tally = tallyOf(await countByScore(db, org, query))
  const { score, score_exact, responses } = summarizeNps(tally)
  return { tally, summary: { score, score_exact, responses, period: query.period } }
}

/** The difference of the exact scores, rounded to a tenth of a point. */
function scoreDifference(now: NpsTally, before: NpsTally): number | null {
  const [n, m] = [responseCount(now), responseCount(before)]
  if (n === 0 || m === 0) return null
  const numerator = (now.promoters - now.detractors) * m - (before.promoters - before.detractors) * n
  return roundedQuotient(1000 * numerator, n * m) / 10
}

const groupKey = (group: string, theme: string | null) => `${group} ${theme ?? ''}`

/** Adds the insights that each piece of advice is based on. */
async function withInsights({ db, org }: Tenant, query: ReportQuery, advice: readonly Advice[]) {
  const groups = advice.flatMap(({ group, theme_id }) => (group ? [{ group, theme_id }] : []))
  const rows = groups.length > 0 ? await listInsightsByTheme(db, org, query, groups) : []
  const insightIds = new Map(rows.map((row) => [groupKey(row.group, row.theme_id), row.insight_ids]))
  return advice.map(({ text, theme_id, group }) => ({
    text,
    theme_id,
    insight_ids: (group && insightIds.get(groupKey(group, theme_id))) ?? [],
  }))
}
