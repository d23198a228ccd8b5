import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import type { Ctx } from '#domain/context.ts'
import { type Advice, adviceOn } from '#engine/nps-advice.ts'
import { driversOf } from '#engine/nps-drivers.ts'
import { quotient, sizeOf, summarise, tallyOf, trendOf } from '#engine/nps.ts'
import {
  type Chosen,
  distributionOf,
  insightsBehind,
  type Period,
  periodBefore,
  periodOf,
  reasonsGiven,
  themesMentioned,
} from './answers.ts'

type Report = Static<(typeof nps.getNps)['result']>
type Asked = Static<(typeof nps.getNps)['query']>

const maxThemes = 10

export async function reportOf({ db, org, now }: Ctx, { from, to, compare, ...chosen }: Asked): Promise<Report> {
  const period = periodOf({ from, to }, now)
  const distribution = await distributionOf(db, org, period, chosen)
  const tally = tallyOf(distribution)
  const before = compare ? await previous({ db, org }, periodBefore(period), chosen) : null
  const themes = await themesMentioned(db, org, period, chosen)
  const reasons = await reasonsGiven(db, org, period, chosen)
  return {
    ...summarise(tally),
    distribution: Object.fromEntries(distribution.entries().map(([score, count]) => [String(score), count])),
    period,
    previous: before && { ...before.shown, delta: difference(tally, before.tally) },
    trend: before && trendOf(tally, before.tally),
    top_themes: themes
      .slice(0, maxThemes)
      .map(({ is_catch_all: _, ...theme }) => ({ ...theme, responses: sizeOf(theme) })),
    recommendations: await recommendations(
      { db, org },
      period,
      chosen,
      adviceOn(tally, reasons, driversOf(themes, reasons)),
    ),
  }
}

type Where = Pick<Ctx, 'db' | 'org'>
type Tally = ReturnType<typeof tallyOf>

async function previous({ db, org }: Where, period: Period, chosen: Chosen) {
  const tally = tallyOf(await distributionOf(db, org, period, chosen))
  const { score, score_exact, responses } = summarise(tally)
  return { tally, shown: { score, score_exact, responses, period } }
}

/** Of the two exact scores, in tenths of a point. */
function difference(now: Tally, before: Tally): number | null {
  const [n, m] = [sizeOf(now), sizeOf(before)]
  if (n === 0 || m === 0) return null
  return (
    quotient(1000 * ((now.promoters - now.detractors) * m - (before.promoters - before.detractors) * n), n * m) / 10
  )
}

const keyOf = (group: string, theme: string | null) => `${group} ${theme ?? ''}`

/** What hurts comes first; each piece of advice names the insights it rests on. */
async function recommendations({ db, org }: Where, period: Period, chosen: Chosen, advice: readonly Advice[]) {
  const resting = advice.flatMap(({ group, theme_id }) => (group ? [{ group, theme_id }] : []))
  const found = resting.length > 0 ? await insightsBehind(db, org, period, chosen, resting) : []
  const behind = new Map(found.map((row) => [keyOf(row.group, row.theme_id), row.insight_ids]))
  return advice.map(({ text, theme_id, group }) => ({
    text,
    theme_id,
    insight_ids: (group && behind.get(keyOf(group, theme_id))) ?? [],
  }))
}
