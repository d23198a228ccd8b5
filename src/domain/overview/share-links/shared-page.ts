import type { ReadCtx } from '#domain/context.ts'
import { dateRange } from '#domain/overview/dashboard/date-range.ts'
import { presentDashboard } from '#domain/overview/dashboard/present.ts'
import { getDashboardFigures } from '#domain/overview/dashboard/queries.ts'
import { buildOnePager, type OnePager } from '#domain/overview/one-pagers/document.ts'
import { keepNames, leaveNamesOut } from '#domain/overview/one-pagers/leave-names-out.ts'
import { factsOf, saidBy } from '#domain/overview/one-pagers/markdown.ts'
import { listPeopleBehind } from '#domain/overview/one-pagers/queries.ts'
import { withValues, numberIn, textsIn } from '#domain/overview/one-pagers/words.ts'
import type { SharePageTexts } from '#i18n/texts.ts'
import { horizons } from '#vocabulary/horizons.ts'
import type { OnePagerLanguage } from '#vocabulary/one-pagers.ts'
import type { OpenedLink } from './queries.ts'
import { listRoadmap } from './queries-roadmap.ts'

type Sentiments = { positive: number; neutral: number; negative: number }

/** What a public page shows, in one form for all kinds. */
export type SharedPage = {
  kind: string
  title: string
  summary: string
  numbers: { label: string; value: string }[]
  notes: string[]
  quotes: { text: string; by: string }[]
  sections: { title: string; items: string[] }[]
  columns: { title: string; cards: { title: string; text: string | null; note: string }[] }[]
  bars: { title: string; rows: { label: string; count: string; sentiments: Sentiments }[] }
}

export type PageReader = { language: OnePagerLanguage; texts: SharePageTexts }

const empty = { numbers: [], notes: [], quotes: [], sections: [], columns: [], bars: { title: '', rows: [] } }

/** The page of a link, as it is now. */
export async function buildSharedPage(ctx: ReadCtx, link: OpenedLink, reader: PageReader): Promise<SharedPage> {
  const { kind, target_id } = link
  if (kind === 'roadmap') return roadmapPage(ctx, link, reader)
  if (kind === 'dashboard') return dashboardPage(ctx, reader)
  const { language } = reader
  const document = await buildOnePager(ctx, { kind, id: target_id! }, { names: link.names, language, isPublic: true })
  return objectPage(document, reader)
}

/** A section of an evidence story has a finding a line, with the numbers of sources that are not shown here. */
const linesOf = (content: string) =>
  content.split('\n').map((line) =>
    line
      .replace(/^- /, '')
      .replace(/(?:\[\d+\])+$/, '')
      .replace(/\\(.)/g, '$1')
      .trim(),
  )

function objectPage(document: OnePager, { language, texts }: PageReader): SharedPage {
  const { positive, negative, neutral } = document.numbers.sentiment_breakdown
  const sentiments = { positive, neutral, negative }
  const count = numberIn(language, document.numbers.insight_count)
  return {
    ...empty,
    kind: textsIn(language)[`kind_${document.kind}`],
    title: document.title,
    summary: document.summary,
    numbers: factsOf(document).map(([label, value]) => ({ label, value })),
    notes: document.how_counted,
    quotes: document.quotes.map((quote) => ({ text: quote.text, by: saidBy(quote, language) })),
    sections: document.sections.map(({ title, content }) => ({ title, items: linesOf(content) })),
    bars: { title: '', rows: [{ label: texts.insights, count, sentiments }] },
  }
}

async function roadmapPage(ctx: ReadCtx, { names }: OpenedLink, { language, texts }: PageReader): Promise<SharedPage> {
  const { db, org } = ctx
  const rows = await listRoadmap(db, org)
  const ids = rows.map(({ id }) => id)
  const filter = names ? keepNames : leaveNamesOut(await listPeopleBehind(db, org, { kind: 'opportunity', ids }))
  return {
    ...empty,
    kind: '',
    title: texts.roadmap,
    summary: texts.roadmapText,
    columns: horizons.map((horizon) => ({
      title: texts[horizon],
      cards: rows
        .filter((row) => row.horizon === horizon)
        .map(({ title, text, insight_count }) => ({
          title: filter.text(title),
          text: text === null ? null : filter.text(text),
          note: withValues(texts.insightCount, { count: numberIn(language, insight_count) }),
        })),
    })),
  }
}

const maxThemes = 12

async function dashboardPage({ db, org, now }: ReadCtx, { language, texts }: PageReader): Promise<SharedPage> {
  const { label, ...range } = dateRange({ period: '30d' }, now)
  const { kpis, nps, top_themes } = presentDashboard(await getDashboardFigures(db, org, range, undefined), label)
  const number = (value: number) => numberIn(language, value)
  const percent = (value: number | null) =>
    value === null ? '–' : (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
  const compared = (value: string, before: string) => withValues(texts.before, { value, before })
  const { text } = leaveNamesOut([])
  return {
    ...empty,
    kind: '',
    title: texts.dashboard,
    summary: texts.dashboardText,
    numbers: [
      { label: texts.feedback, value: compared(number(kpis.feedback.value), number(kpis.feedback.previous)) },
      { label: texts.insights, value: compared(number(kpis.insights.value), number(kpis.insights.previous)) },
      {
        label: texts.negative,
        value: compared(percent(kpis.negative_share.value), percent(kpis.negative_share.previous)),
      },
      ...(nps?.score === null || nps === null ? [] : [{ label: texts.nps, value: number(nps.score) }]),
    ],
    bars: {
      title: texts.themes,
      rows: top_themes.slice(0, maxThemes).map(({ name, insight_count, sentiment_breakdown: sentiments }) => ({
        label: text(name),
        count: number(insight_count),
        sentiments,
      })),
    },
  }
}
