import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { version } from '#version.ts'
import { getSystemFacts } from './queries.ts'

const startedAt = new Date(Date.now() - performance.now()).toISOString()

export const handlers: Handlers<Pick<typeof settings, 'getSystem'>> = {
  async getSystem({ db, org, settings: { region, publicUrl } }) {
    const { queued, running, failed_today, oldest_queued_at, ...database } = await getSystemFacts(db, org)
    return {
      version,
      region,
      public_url: publicUrl,
      ...database,
      server_started_at: startedAt,
      jobs: { queued, running, failed_today, oldest_queued_at },
    }
  },
}
