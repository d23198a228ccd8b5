import type { Handlers } from '#contract/core/route.ts'
import type { themeProposals } from '#contract/resources/theme-proposals.ts'
import type { Ctx } from '#domain/context.ts'
import { ApiError, throwApiError, notFound } from '#domain/errors.ts'
import { holdThemes, recount } from '#domain/findings/insights/links.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { colorsInUse } from '#domain/findings/themes/queries.ts'
import { nextColor } from '#engine/palette.ts'
import { newId } from '#store/ids.ts'
import { pageOf } from '#store/page.ts'
import {
  decide,
  holdProposal,
  insertSplit,
  insightsLeaving,
  moveInsights,
  moveSubthemes,
  pageOfProposals,
  proposalById,
  type ProposalRow,
  standing,
} from './queries.ts'

const present = async ({ db, org }: Ctx, id: string) => (await proposalById(db, org, id)) ?? notFound('theme proposal')

async function openOne(ctx: Ctx, id: string): Promise<ProposalRow> {
  await holdProposal(ctx.db, ctx.org, id)
  const found = await present(ctx, id)
  if (found.status !== 'open') throwApiError('INVALID_STATE', `This proposal was ${found.status} already.`)
  return found
}

/** Themes change while a proposal waits; a person's edit outlives it. */
async function stillApplies({ db, org }: Ctx, { kind, theme, other_theme }: ProposalRow) {
  const found = await standing(db, org, [theme.id, ...(other_theme ? [other_theme.id] : [])])
  const pinned = (id: string) => found.find((one) => one.id === id)?.pinned
  const gone = found.length < (other_theme ? 2 : 1)
  if (gone || (kind === 'merge' ? pinned(other_theme!.id) : pinned(theme.id))) overtaken()
}
const overtaken = () =>
  throwApiError(
    'INVALID_STATE',
    'A theme of this proposal has been changed since; reject it, or ask for new proposals.',
  )

/** What an event tells of a theme is what its own operation answers. */
const told = async (theme: unknown) => (await theme) as Record<string, unknown>

async function split(ctx: Ctx, { theme, name, subtheme_ids }: ProposalRow) {
  const { db, org } = ctx
  const id = newId()
  const leaving = await insightsLeaving(db, org, theme.id, subtheme_ids)
  await holdThemes(db, org, [theme.id])
  if (!(await insertSplit(db, org, { id, name: name!, color: nextColor(await colorsInUse(db, org)) })))
    throwApiError('DUPLICATE', `There is already a theme called “${name}”.`)
  await moveSubthemes(db, org, theme.id, id, subtheme_ids)
  await moveInsights(
    db,
    org,
    theme.id,
    id,
    leaving.map((one) => one.id),
  )
  await recount(db, org, [theme.id, id])
  ctx.emit('theme.created', { object: await told(themes.getTheme(ctx, { themeId: id })) })
  ctx.emit('theme.updated', { object: await told(themes.getTheme(ctx, { themeId: theme.id })) })
}

const acts: Record<ProposalRow['kind'], (ctx: Ctx, proposal: ProposalRow) => Promise<void>> = {
  async merge(ctx, { theme, other_theme }) {
    ctx.emit('theme.merged', {
      object: await told(themes.mergeThemes(ctx, { themeId: theme.id, source_theme_ids: [other_theme!.id] })),
    })
  },
  async rename(ctx, { theme, name }) {
    ctx.emit('theme.updated', {
      object: await told(themes.updateTheme(ctx, { themeId: theme.id, name: name! })),
      previous: { name: theme.name },
    })
  },
  split,
}

const overtaking = new Set<string>(['MERGED', 'NOT_FOUND', 'VALIDATION_ERROR'])

export const handlers: Handlers<typeof themeProposals, Ctx> = {
  async listThemeProposals({ db, org, cursors }, { cursor, ...wanted }) {
    const rows = await pageOfProposals(db, org, wanted, cursor === undefined ? undefined : cursors.read(cursor))
    return pageOf(rows, wanted.limit, (last) => cursors.write([last.id]))
  },

  async refreshThemeProposals({ jobs }) {
    return { job_id: await jobs.enqueue('subtheme_synthesis', { review: true }), status: 'queued' }
  },

  async acceptThemeProposal(ctx, { proposalId }) {
    const proposal = await openOne(ctx, proposalId)
    await stillApplies(ctx, proposal)
    // Whoever merges a theme at the same moment comes first.
    await acts[proposal.kind](ctx, proposal).catch((error) =>
      error instanceof ApiError && overtaking.has(error.code) ? overtaken() : Promise.reject(error),
    )
    await decide(ctx.db, ctx.org, proposalId, 'accepted', ctx.user)
    return present(ctx, proposalId)
  },

  async rejectThemeProposal(ctx, { proposalId }) {
    await openOne(ctx, proposalId)
    await decide(ctx.db, ctx.org, proposalId, 'rejected', ctx.user)
    return present(ctx, proposalId)
  },
}
