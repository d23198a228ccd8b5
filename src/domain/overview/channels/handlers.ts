import { type Handlers, staged } from '#domain/operation-handlers.ts'
import type { notificationChannels } from '#contract/resources/notification-channels.ts'
import { targetProblem } from '#domain/events/webhooks/rules.ts'
import type { Ctx, OutsideDeps } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import { lastWeek } from './digest-week.ts'
import { newId } from '#store/ids.ts'
import { postMessage } from './post-message.ts'
import {
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
  updateChannelOutcome,
} from './queries.ts'
import { openTarget, sealUrl, unreadableUrl } from './target.ts'

const maxChannels = 20

function requireAllowedUrl({ settings }: Ctx, url: string) {
  const problem = targetProblem(url, settings.privateNetworks)
  if (problem) invalidField('body.url', problem)
}

const testMessage = {
  title: 'Test message from Earshot',
  summary: 'This channel is connected. It gets the weekly digest and alerts that you chose in the settings.',
  sections: [],
}

async function sendTest({ store, outbound, vault }: OutsideDeps, org: string, id: string, url: string) {
  const target = await openTarget(store, vault, org, id)
  const { error } = target ? await postMessage(outbound, target, { ...testMessage, url }) : { error: unreadableUrl }
  await updateChannelOutcome(store, org, id, error)
  return { id, url, delivered: error === null, error }
}

export const handlers: Handlers<typeof notificationChannels, 'testNotificationChannel'> = {
  listNotificationChannels: async ({ db, org }) => ({
    data: await listChannels(db, org),
    pagination: { next_cursor: null, has_more: false },
  }),

  async createNotificationChannel(ctx, { url, ...input }) {
    requireAllowedUrl(ctx, url)
    const { db, org, vault, now } = ctx
    if ((await listChannels(db, org)).length >= maxChannels)
      throwApiError('INVALID_STATE', `There are already ${maxChannels} channels; remove one first.`)
    const id = newId()
    return insertChannel(db, org, { ...input, id, ...sealUrl(vault, org, id, url), week: lastWeek(now).from })
  },

  async updateNotificationChannel(ctx, { channelId, url, ...input }) {
    if (url !== undefined) requireAllowedUrl(ctx, url)
    const { db, org, vault, now } = ctx
    const sealed = url === undefined ? {} : sealUrl(vault, org, channelId, url)
    const change = { ...input, ...sealed, week: lastWeek(now).from }
    return (await updateChannel(db, org, channelId, change)) ?? notFound('channel')
  },

  deleteNotificationChannel: async ({ db, org }, { channelId }) =>
    (await deleteChannel(db, org, channelId)) > 0 ? { id: channelId, deleted: true } : notFound('channel'),

  testNotificationChannel: staged({
    handle: async ({ db, org, settings }, { channelId }) => {
      const { id } = (await findChannel(db, org, channelId)) ?? notFound('channel')
      return { id, url: settings.publicUrl, delivered: false, error: null }
    },
    after: (deps, org, { id, url }) => sendTest(deps, org, id, url),
  }),
}
