import type { Handlers } from '#contract/route.ts'
import type { settings } from '#contract/settings.ts'
import type { Ctx } from '#domain/context.ts'
import { requestsOf } from './ring.ts'

export const handlers: Handlers<Pick<typeof settings, 'listRequests'>, Ctx> = {
  async listRequests({ org, user, role }, { limit, key_id, outcome }) {
    const data = requestsOf(org).toReversed().filter((one) =>
      (role === 'admin' || one.user_id === user) && (key_id === undefined || one.key_id === key_id) && (outcome === undefined || (outcome === 'failed') === one.status >= 400))
    return { data: data.slice(0, limit), pagination: { next_cursor: null, has_more: false } }
  },
}
