import type { onePagers } from '#contract/resources/one-pagers.ts'
import type { Output } from '#contract/core/route.ts'
import type { ReadCtx } from '#domain/context.ts'
import { chooseQuotes } from '#engine/story/choose-quotes.ts'
import { MAX_STORY_QUOTES } from '#engine/thresholds/stories.ts'
import type { OnePagerTexts } from '#i18n/texts.ts'
import type { OnePagerKind, OnePagerLanguage } from '#vocabulary/one-pagers.ts'
import { type PageFacts, readFacts } from './facts.ts'
import { type NameFilter, keepNames, leaveNamesOut } from './leave-names-out.ts'
import { listNamedInsights, listPeopleBehind, listQuotedInsights, type QuotedInsight } from './queries.ts'
import { howCounted } from './how-counted.ts'
import { withoutInternals } from './without-internals.ts'
import { storySections } from './story-sections.ts'
import { withValues, textsIn } from './words.ts'

type Result = Output<(typeof onePagers)['getThemeOnePager']>
export type OnePager = Extract<Result, { quotes: unknown }>
export type About = { kind: OnePagerKind; id: string }
type Options = {
  names: boolean
  language: OnePagerLanguage
  /** For readers outside of the organization. */
  isPublic?: true
}

const pagesOf: Record<OnePagerKind, string> = {
  theme: 'themes',
  subtheme: 'subthemes',
  opportunity: 'opportunities',
  initiative: 'initiatives',
  project: 'projects',
  evidence_story: 'projects',
}

const urlOf = ({ settings }: ReadCtx, kind: OnePagerKind, id: string) => `${settings.publicUrl}/${pagesOf[kind]}/${id}`

/** The document of an object, as its page is now. */
export async function buildOnePager(ctx: ReadCtx, { kind, id }: About, options: Options): Promise<OnePager> {
  const read = await readFacts(ctx, kind, id)
  const facts = options.isPublic ? withoutInternals(read) : read
  const texts = textsIn(options.language)
  const filter = await nameFilter(ctx, facts, options)
  const quoted = await readQuotes(ctx, facts, kind)
  const { opportunity } = facts
  return {
    kind,
    id,
    title: filter.text(facts.title),
    summary: filter.text(facts.summary || madeOf(facts, kind, texts)),
    url: urlOf(ctx, kind, id),
    language: options.language,
    names: options.names,
    generated_at: ctx.now.toISOString(),
    status: facts.status,
    horizon: opportunity?.horizon ?? null,
    impact_score: opportunity?.impact_score ?? null,
    score: opportunity?.score ?? null,
    score_terms: opportunity?.score_terms ?? [],
    numbers: numbersOf(facts),
    how_counted: howCounted(facts, texts, options.language),
    quotes: quoted.map((insight) => presentQuote(insight, filter, options.names)),
    linked: facts.linked.map((one) => ({ ...one, title: filter.text(one.title), url: urlOf(ctx, one.kind, one.id) })),
    sections: await sectionsOf(ctx, facts, { kind, texts, filter, isPublic: options.isPublic }),
  }
}

/** In place of a description, which not every object has. */
const madeOf = ({ counts }: PageFacts, kind: OnePagerKind, texts: OnePagerTexts) =>
  withValues(texts.madeOf, {
    kind: texts[`kind_${kind}`],
    insights: String(counts.insight_count),
    people: String(counts.contact_count),
  })

const nameFilter = async ({ db, org }: ReadCtx, { evidence }: PageFacts, { names }: Options): Promise<NameFilter> =>
  names ? keepNames : leaveNamesOut(await listPeopleBehind(db, org, evidence))

function numbersOf({ counts, account_reach, trend }: PageFacts): OnePager['numbers'] {
  const { positive, negative, neutral, ...numbers } = counts
  return { ...numbers, account_reach, sentiment_breakdown: { positive, negative, neutral }, trend }
}

/** Those of the evidence story, or the ones that say most, of different people where possible. */
async function readQuotes({ db, org }: ReadCtx, { evidence, story }: PageFacts, kind: OnePagerKind) {
  if (kind === 'evidence_story' && story) return storyQuotes(db, org, story)
  const candidates = await listQuotedInsights(db, org, evidence)
  const byId = new Map(candidates.map((one) => [one.id, one]))
  const usual = { themes: [], subtheme: null, segments: [] }
  const chosen = chooseQuotes([candidates.map((one) => ({ ...one, ...usual }))])
  return chosen.map(({ insight_id }) => byId.get(insight_id)!)
}

async function storyQuotes(db: ReadCtx['db'], org: string, story: NonNullable<PageFacts['story']>) {
  const shown = story.quotes.slice(0, MAX_STORY_QUOTES)
  const insights = await listNamedInsights(
    db,
    org,
    shown.map(({ insight_id }) => insight_id),
  )
  const byId = new Map(insights.map((one) => [one.id, one]))
  // What was deleted since the story was written is not quoted.
  return shown.flatMap(({ insight_id, text }): QuotedInsight[] => {
    const insight = byId.get(insight_id)
    return insight ? [{ ...insight, quote: text }] : []
  })
}

const presentQuote = (insight: QuotedInsight, filter: NameFilter, names: boolean): OnePager['quotes'][number] => ({
  text: filter.quote(insight, insight.quote!),
  insight_id: insight.id,
  person: names ? (insight.person ?? insight.speaker) : null,
  company: names ? insight.company : null,
  source: insight.source,
  occurred_at: insight.occurred_at,
})

type SectionOptions = {
  kind: OnePagerKind
  texts: OnePagerTexts
  filter: NameFilter
  isPublic: true | undefined
}

async function sectionsOf(ctx: ReadCtx, facts: PageFacts, { kind, texts, filter, isPublic }: SectionOptions) {
  const goal = facts.goal ? [{ title: texts.goal, content: facts.goal }] : []
  const own = facts.sections.map(({ key, title, content }) => ({ title: sectionTitle(key, title, texts), content }))
  const story = kind === 'evidence_story' && facts.story ? await storySections(ctx, facts.story, texts) : []
  const shown = isPublic ? story.filter(({ title }) => title !== texts.sources) : story
  return [...goal, ...own, ...shown]
    .filter(({ content }) => content.trim() !== '')
    .map((section) => ({ title: filter.text(section.title), content: filter.text(section.content) }))
}

/** Sections that every object has are translated; others are called what people called them. */
function sectionTitle(key: string, title: string | undefined, texts: OnePagerTexts): string {
  const known = texts[`section_${key}` as keyof OnePagerTexts]
  const words = key.replaceAll('_', ' ')
  return known ?? title ?? words.charAt(0).toUpperCase() + words.slice(1)
}
