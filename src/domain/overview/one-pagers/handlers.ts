import { csvText } from '#contract/core/csv.ts'
import type { onePagers } from '#contract/resources/one-pagers.ts'
import type { Input, Output } from '#contract/core/route.ts'
import type { ReadCtx } from '#domain/context.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { type About, buildOnePager } from './document.ts'
import { readFacts } from './facts.ts'
import { keepNames, leaveNamesOut } from './leave-names-out.ts'
import { onePagerMarkdown } from './markdown.ts'
import { listEvidenceRows, listPeopleBehind, maxEvidenceRows } from './queries.ts'

type Route = (typeof onePagers)['getThemeOnePager']
type Query = Omit<Input<Route>, 'themeId'>

const maxFileName = 60

const fileName = (title: string, extension: string) =>
  `${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, maxFileName) || 'one-pager'
  }.${extension}`

async function showOnePager(ctx: ReadCtx, about: About, query: Query): Promise<Output<Route>> {
  const { format, names, language } = query
  if (format === 'csv') return evidenceTable(ctx, about, names)
  const document = await buildOnePager(ctx, about, { names, language })
  if (format === 'json') return document
  const { title, generated_at } = document
  return { markdown: onePagerMarkdown(document), file_name: fileName(title, 'md'), generated_at }
}

const columns = [
  'insight_id',
  'insight',
  'sentiment',
  'category',
  'quote',
  'person',
  'email',
  'company',
  'source',
  'occurred_at',
] as const

/** The evidence, one insight a row. */
async function evidenceTable(ctx: ReadCtx, { kind, id }: About, names: boolean): Promise<Output<Route>> {
  const { db, org, now } = ctx
  const { evidence, title } = await readFacts(ctx, kind, id)
  const rows = await listEvidenceRows(db, org, evidence)
  const filter = names ? keepNames : leaveNamesOut(await listPeopleBehind(db, org, evidence))
  const shown = rows.slice(0, maxEvidenceRows)
  const cells = shown.map((row) => [
    row.id,
    filter.text(row.name),
    row.sentiment,
    row.category,
    filter.quote(row, row.quote ?? ''),
    ...(names ? [row.person ?? '', row.email ?? '', row.company ?? ''] : ['', '', '']),
    row.source ?? '',
    row.occurred_at,
  ])
  return {
    csv: csvText([columns, ...cells]),
    row_count: shown.length,
    truncated: rows.length > shown.length,
    file_name: fileName(filter.text(title), 'csv'),
    generated_at: now.toISOString(),
  }
}

export const handlers: Handlers<typeof onePagers> = {
  getThemeOnePager: (ctx, { themeId: id, ...query }) => showOnePager(ctx, { kind: 'theme', id }, query),
  getSubthemeOnePager: (ctx, { subthemeId: id, ...query }) => showOnePager(ctx, { kind: 'subtheme', id }, query),
  getOpportunityOnePager: (ctx, { opportunityId: id, ...query }) =>
    showOnePager(ctx, { kind: 'opportunity', id }, query),
  getInitiativeOnePager: (ctx, { initiativeId: id, ...query }) => showOnePager(ctx, { kind: 'initiative', id }, query),
  getProjectOnePager: (ctx, { projectId: id, ...query }) => showOnePager(ctx, { kind: 'project', id }, query),
  getEvidenceStoryOnePager: (ctx, { projectId: id, ...query }) =>
    showOnePager(ctx, { kind: 'evidence_story', id }, query),
}
