import { type context, contextSections } from '#contract/resources/context.ts'
import type { Output } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { coverageVerdict } from '#domain/overview/dashboard/coverage.ts'
import { isQuiet, isRising, withoutCatchAll } from '#domain/overview/dashboard/summary.ts'
import { summarizeNps } from '#engine/nps/score.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { deleteEntry, entryRows, insertEntry, updateEntry } from './queries-entries.ts'
import { type ContextMetadata, fitTokenBudget, type Section, type Sections } from './fit-token-budget.ts'
import { markdownOf } from './markdown.ts'
import { updateProfile, type ProfileFields, getProfile, completeProfile } from './queries-profile.ts'
import { type ContextFacts, getContextFacts } from './queries.ts'

type ContextResult = Output<(typeof context)['getContext']>

const days = { '7d': 7, '30d': 30, '90d': 90, all: null } as const
const maxTopThemes = 10
const maxChangedThemes = 5

const npsOf = (tally: ContextFacts['nps'], period: string) => {
  const { score, responses } = summarizeNps(tally)
  return responses === 0 ? null : { score, responses, period }
}

const presentThemeChange = ({ id, name, current, previous }: ContextFacts['themes'][number]) => ({
  id,
  name,
  current,
  previous,
})

/** Sections in order of importance: the token budget drops them from the end. */
function buildSections(facts: ContextFacts, since: string, hasLlm: boolean): Sections {
  const { glossary, ...profile } = completeProfile(facts.profile as Partial<ProfileFields> | null)
  const changedThemes = (moves: typeof isRising) =>
    withoutCatchAll(facts.themes)
      .filter(moves)
      .sort((a, b) => Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous) || (a.id < b.id ? -1 : 1))
      .slice(0, maxChangedThemes)
  const { insight_count, contact_count, is_exact, feedback_since } = facts.coverage
  return {
    profile: facts.profile === null ? null : profile,
    glossary,
    entries: facts.entries,
    segments: facts.segments,
    categories: facts.categories,
    top_themes: facts.themes
      .filter((theme) => theme.insight_count > 0)
      .slice(0, maxTopThemes)
      .map(({ current: _, previous: __, is_catch_all: ___, ...theme }) => theme),
    rising_themes: changedThemes(isRising).map(presentThemeChange),
    quiet_themes: changedThemes(isQuiet).map(presentThemeChange),
    nps: npsOf(facts.nps, since),
    opportunities: facts.opportunities,
    initiatives_in_progress: facts.initiatives_in_progress,
    projects_in_progress: facts.projects_in_progress,
    ...(facts.competitors && { competitors: facts.competitors }),
    sources: facts.sources,
    coverage: { feedback_since, insight_count, contact_count, is_exact, verdict: coverageVerdict(facts.coverage) },
    features: { ...facts.features, semantic_search: false, llm: hasLlm },
  }
}

const selectSections = (sections: Sections, requested: readonly Section[]): Sections =>
  Object.fromEntries(
    contextSections
      .filter((name) => name in sections && requested.includes(name))
      .map((name) => [name, sections[name]]),
  )

export const handlers: Handlers<typeof context> = {
  async getContext(
    { db, org, now, settings, hasLlm },
    { format, sections: requested = contextSections, max_tokens, since, segment_id },
  ) {
    const facts = await getContextFacts(db, org, { days: days[since], segment: segment_id })
    const organization = { ...facts.organization, region: settings.region }
    const render = (sections: Sections, metadata: ContextMetadata) =>
      (format === 'json'
        ? { organization, ...sections, ...metadata }
        : { markdown: markdownOf(organization.name, sections), ...metadata }) as ContextResult
    const budget = { maxTokens: max_tokens, generatedAt: now.toISOString() }
    return fitTokenBudget(selectSections(buildSections(facts, since, hasLlm), requested), budget, render)
  },

  getContextProfile: ({ db, org }) => getProfile(db, org),
  updateContextProfile: ({ db, org }, input) => updateProfile(db, org, input),

  listContextEntries: (ctx, query) => rowPage(ctx, entryRows, query),

  createContextEntry: ({ db, org, user }, input) => insertEntry(db, org, { ...input, id: newId(), author_id: user }),
  updateContextEntry: async ({ db, org }, { entryId, ...input }) =>
    (await updateEntry(db, org, entryId, input)) ?? notFound('note'),
  deleteContextEntry: async ({ db, org }, { entryId }) =>
    (await deleteEntry(db, org, entryId)) > 0 ? { id: entryId, deleted: true } : notFound('note'),
}
