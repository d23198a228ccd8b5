import { type context, contextSections } from '#contract/resources/context.ts'
import type { Handlers, Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { verdictOf } from '#domain/overview/dashboard/coverage.ts'
import { isQuiet, isRising, withoutMixed } from '#domain/overview/dashboard/summary.ts'
import { summarise } from '#engine/nps.ts'
import { newId } from '#store/ids.ts'
import { sortedPage } from '#store/page.ts'
import { deleteEntry, insertEntry, type ListedEntry, orderOf, pageOfEntries, updateEntry } from './entries.ts'
import { fitted, type Section, type Sections } from './fit.ts'
import { markdownOf } from './markdown.ts'
import { changeProfile, type ProfileFields, readProfile, wholeProfile } from './profile.ts'
import { type Pack, packOf } from './queries.ts'

type Told = Output<(typeof context)['getContext']>
type Entry = Output<(typeof context)['createContextEntry']>

const days = { '7d': 7, '30d': 30, '90d': 90, all: null } as const
const topMost = 10
const movedMost = 5

const npsOf = (tally: Pack['nps'], period: string) => {
  const { score, responses } = summarise(tally)
  return responses === 0 ? null : { score, responses, period }
}

const moved = ({ id, name, current, previous }: Pack['themes'][number]) => ({ id, name, current, previous })

/** Everything there is to say, section by section, in the order in which it is dropped from the end. */
function allSections(pack: Pack, since: string): Sections {
  const { glossary, ...profile } = wholeProfile(pack.profile as Partial<ProfileFields> | null)
  const differing = (moves: typeof isRising) =>
    withoutMixed(pack.themes)
      .filter(moves)
      .sort((a, b) => Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous) || (a.id < b.id ? -1 : 1))
      .slice(0, movedMost)
  const { insight_count, contact_count, feedback_since } = pack.coverage
  return {
    profile: pack.profile === null ? null : profile,
    glossary,
    entries: pack.entries,
    segments: pack.segments,
    categories: pack.categories,
    top_themes: pack.themes
      .filter((theme) => theme.insight_count > 0)
      .slice(0, topMost)
      .map(({ current: _, previous: __, is_catch_all: ___, ...theme }) => theme),
    rising_themes: differing(isRising).map(moved),
    quiet_themes: differing(isQuiet).map(moved),
    nps: npsOf(pack.nps, since),
    opportunities: pack.opportunities,
    initiatives_in_progress: pack.initiatives_in_progress,
    projects_in_progress: pack.projects_in_progress,
    ...(pack.competitors && { competitors: pack.competitors }),
    sources: pack.sources,
    coverage: { feedback_since, insight_count, contact_count, verdict: verdictOf(pack.coverage) },
    features: { ...pack.features, semantic_search: false, llm: false },
  }
}

const chosen = (sections: Sections, wanted: readonly Section[]): Sections =>
  Object.fromEntries(
    contextSections.filter((name) => name in sections && wanted.includes(name)).map((name) => [name, sections[name]]),
  )

const shownEntry = ({ deleted_at, sort_key: _, sync_until: __, ...entry }: ListedEntry) =>
  deleted_at === null ? entry : ({ id: entry.id, deleted: true, deleted_at, merged_into_id: null } as unknown as Entry)

export const handlers: Handlers<typeof context, Ctx> = {
  async getContext(
    { db, org, now, settings },
    { format, sections: wanted = contextSections, max_tokens, since, segment_id },
  ) {
    const pack = await packOf(db, org, days[since], segment_id)
    const organization = { ...pack.organization, region: settings.region }
    return fitted(
      chosen(allSections(pack, since), wanted),
      max_tokens,
      now.toISOString(),
      (kept, told) =>
        (format === 'json'
          ? { organization, ...kept, ...told }
          : { markdown: markdownOf(organization.name, kept), ...told }) as Told,
    )
  },

  getContextProfile: ({ db, org }) => readProfile(db, org),
  updateContextProfile: ({ db, org }, given) => changeProfile(db, org, given),

  async listContextEntries({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfEntries(db, org, wanted, keys),
    )
    return { data: data.map(shownEntry), pagination }
  },

  createContextEntry: ({ db, org, user }, { expires_at = null, ...given }) =>
    insertEntry(db, org, { ...given, id: newId(), expires_at, author_id: user }),
  updateContextEntry: async ({ db, org }, { entryId, ...given }) =>
    (await updateEntry(db, org, entryId, given)) ?? notFound('note'),
  deleteContextEntry: async ({ db, org }, { entryId }) =>
    (await deleteEntry(db, org, entryId)) > 0 ? { id: entryId, deleted: true } : notFound('note'),
}
