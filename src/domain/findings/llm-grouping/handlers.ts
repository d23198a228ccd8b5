import type { languageModel } from '#contract/resources/language-model.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { storeRegrouping } from '#domain/findings/regroupings/store-regrouping.ts'
import { maskPrompt } from '#domain/llm-access/mask.ts'
import { findSentRequest, listSentRequests, sumTokensToday } from '#domain/llm-access/queries-log.ts'
import { deleteSpent } from '#domain/llm-access/queries-pause.ts'
import { reviewPresentGroups } from '#domain/llm-tasks/schedule-review.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { groupPoints } from '#llm/group-points.ts'
import type { TaskRequest } from '#llm/tasks/task.ts'
import { pageById } from '#store/page.ts'
import { readProposal } from './propose-grouping.ts'
import {
  deleteProposal,
  finishGrouping,
  getGroupingSettings,
  insertGroupingSettings,
  isGroupingActive,
  requestGrouping,
  updateGroupingSettings,
} from './queries.ts'
import { readGroupingInput } from './read-points.ts'

const shownRequests = 50
/** Batches that would be sent at once. */
const previewedRequests = 3

async function present(ctx: ReadCtx) {
  const { db, org } = ctx
  const { topics, was_applied, ...settings } = await getGroupingSettings(db, org)
  return {
    ...settings,
    can_apply: was_applied,
    model: (await ctx.authorize()).llm?.model ?? null,
    tokens_today: await sumTokensToday(db, org),
    requests: await listSentRequests(db, org, { limit: shownRequests - 1 }),
  }
}

export const handlers: Handlers<typeof languageModel> = {
  getLanguageModel: present,

  async updateLanguageModel(ctx, { grouping, texts, answers, tokens_a_day }) {
    const { db, org, llm } = ctx
    const isOn = grouping === 'propose' || grouping === 'apply'
    for (const [field, on] of Object.entries({ grouping: isOn, texts, answers }))
      if (on && !llm) invalidField(`body.${field}`, 'the operator has configured no language model')
    if (grouping === 'apply' && !(await getGroupingSettings(db, org)).was_applied)
      invalidField('body.grouping', 'apply a proposal first')
    await insertGroupingSettings(db, org)
    await updateGroupingSettings(db, org, { grouping, texts, answers, tokens_a_day })
    if (tokens_a_day !== undefined) await deleteSpent(db, org)
    if (grouping === 'off') await finishGrouping(db, org, null)
    else await requestGrouping(db, org)
    if (isOn && !(await isGroupingActive(db, org))) await ctx.jobs.enqueue('language_model_grouping', {})
    if (texts) await reviewPresentGroups(ctx)
    return present(ctx)
  },

  async applyLanguageModelProposal(ctx) {
    const { db, org, user } = ctx
    const { shown, events } = await storeRegrouping(ctx, await readProposal(db, org), { user, pinned: true })
    await deleteProposal(db, org)
    for (const { type, ...change } of events) ctx.emit(type, change)
    return shown
  },

  listLanguageModelRequests: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (before) => listSentRequests(db, org, query, before)),

  getLanguageModelRequest: async ({ db, org }, { requestId }) =>
    (await findSentRequest(db, org, requestId)) ?? notFound('language model request'),

  /** Goes the way of the job up to where it would send something. */
  async previewLanguageModel(ctx) {
    const { db, org } = ctx
    const { llm } = await ctx.authorize()
    if (!llm) return { requests: [] }
    const { topics } = await getGroupingSettings(db, org)
    const requests: TaskRequest[] = []
    await groupPoints(
      { ...(await readGroupingInput(db, org)), topics: topics ?? undefined },
      {
        ask: async (request) => {
          requests.push(request)
          return { status: 'skipped' }
        },
        contextTokens: llm.contextTokens,
        known: { read: async () => new Map(), write: async () => {} },
      },
    )
    const shown = requests.slice(0, previewedRequests)
    const prompts: string[] = []
    for (const { prompt } of shown) prompts.push(await maskPrompt(db, org, prompt))
    return {
      requests: shown.map(({ task, points, system }, n) => ({
        task,
        point_count: points.length,
        system,
        prompt: prompts[n]!,
      })),
    }
  },
}
