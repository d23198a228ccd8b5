import type { Handlers } from '#domain/operation-handlers.ts'
import type { themeProposals } from '#contract/resources/theme-proposals.ts'
import type { Ctx } from '#domain/context.ts'
import { ApiError, throwApiError, notFound } from '#domain/errors.ts'
import { lockLinkedThemes, moveSomeLinks, recountThemes } from '#domain/findings/insights/links/queries.ts'
import { deleteLinksOutsideTheme, moveSomeSubthemes } from '#domain/findings/subthemes/queries-write.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { insertProposedTheme } from '#domain/findings/themes/queries-found.ts'
import { listThemeColors } from '#domain/findings/themes/queries.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import { nextColor } from '#engine/palette.ts'
import { newId } from '#store/ids.ts'
import { pageByKeys } from '#store/page.ts'
import {
  updateProposalDecision,
  lockProposal,
  lockInsightsToMove,
  listProposals,
  findProposal,
  type ProposalRow,
  listLiveThemes,
} from './queries.ts'

const getProposal = async ({ db, org }: Ctx, id: string) =>
  (await findProposal(db, org, id)) ?? notFound('theme proposal')

async function getOpenProposal(ctx: Ctx, id: string): Promise<ProposalRow> {
  await lockProposal(ctx.db, ctx.org, id)
  const proposal = await getProposal(ctx, id)
  if (proposal.status !== 'open') throwApiError('INVALID_STATE', `This proposal was ${proposal.status} already.`)
  return proposal
}

/** A person may have changed the themes since the proposal was made; their edit is kept. */
async function requireUnchangedThemes({ db, org }: Ctx, { kind, theme, other_theme }: ProposalRow) {
  const themes = await listLiveThemes(db, org, [theme.id, ...(other_theme ? [other_theme.id] : [])])
  const isPinned = (id: string) => themes.find((one) => one.id === id)?.pinned
  const isMissing = themes.length < (other_theme ? 2 : 1)
  if (isMissing || isPinned(kind === 'merge' ? other_theme!.id : theme.id)) throwThemeChanged()
}
const throwThemeChanged = () =>
  throwApiError(
    'INVALID_STATE',
    'A theme of this proposal has been changed since; reject it, or ask for new proposals.',
  )

/** An event carries the response of the theme's own operation. */
const asEventObject = async (theme: unknown) => (await theme) as Record<string, unknown>

async function split(ctx: Ctx, { theme, name, subtheme_ids }: ProposalRow) {
  const { db, org } = ctx
  const id = newId()
  const insights = await lockInsightsToMove(db, org, theme.id, subtheme_ids)
  await lockLinkedThemes(db, org, [theme.id])
  if (!(await insertProposedTheme(db, org, { id, name: name!, color: nextColor(await listThemeColors(db, org)) })))
    throwApiError('DUPLICATE', `There is already a theme called “${name}”.`)
  const insightIds = insights.map((insight) => insight.id)
  await moveSomeSubthemes(db, org, { from: theme.id, to: id, ids: subtheme_ids })
  await moveSomeLinks(db, org, { from: theme.id, to: id, ids: insightIds })
  await deleteLinksOutsideTheme(db, org, subtheme_ids)
  await recountSubthemes(db, org, subtheme_ids, false)
  await recountThemes(db, org, [theme.id, id])
  ctx.emit('theme.created', { object: await asEventObject(themes.getTheme(ctx, { themeId: id })) })
  ctx.emit('theme.updated', { object: await asEventObject(themes.getTheme(ctx, { themeId: theme.id })) })
}

const actions: Record<ProposalRow['kind'], (ctx: Ctx, proposal: ProposalRow) => Promise<void>> = {
  async merge(ctx, { theme, other_theme }) {
    ctx.emit('theme.merged', {
      object: await asEventObject(themes.mergeThemes(ctx, { themeId: theme.id, source_theme_ids: [other_theme!.id] })),
    })
  },
  async rename(ctx, { theme, name }) {
    ctx.emit('theme.updated', {
      object: await asEventObject(themes.updateTheme(ctx, { themeId: theme.id, name: name! })),
      previous: { name: theme.name },
    })
  },
  split,
}

const staleThemeErrors = new Set<string>(['MERGED', 'NOT_FOUND', 'VALIDATION_ERROR'])

export const handlers: Handlers<typeof themeProposals> = {
  listThemeProposals: ({ db, org, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (keys) => listProposals(db, org, query, keys),
      (row) => [row.id],
    ),

  async refreshThemeProposals({ jobs }) {
    return { job_id: await jobs.enqueue('subtheme_synthesis', { review: true }), status: 'queued' }
  },

  async acceptThemeProposal(ctx, { proposalId }) {
    const proposal = await getOpenProposal(ctx, proposalId)
    await requireUnchangedThemes(ctx, proposal)
    // Another request may have merged or deleted a theme at the same time.
    await actions[proposal.kind](ctx, proposal).catch((error) =>
      error instanceof ApiError && staleThemeErrors.has(error.code) ? throwThemeChanged() : Promise.reject(error),
    )
    await updateProposalDecision(ctx.db, ctx.org, proposalId, { status: 'accepted', user: ctx.user })
    return getProposal(ctx, proposalId)
  },

  async rejectThemeProposal(ctx, { proposalId }) {
    await getOpenProposal(ctx, proposalId)
    await updateProposalDecision(ctx.db, ctx.org, proposalId, { status: 'rejected', user: ctx.user })
    return getProposal(ctx, proposalId)
  },
}
