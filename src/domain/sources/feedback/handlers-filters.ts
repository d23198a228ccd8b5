import { updateIngestFilters } from '#domain/organizations/queries-settings.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ingestFilters } from '#contract/resources/ingest-filters.ts'
import { getIngestFilters } from './queries-filters.ts'

export const handlers: Handlers<typeof ingestFilters> = {
  getIngestFilters: ({ db, org }) => getIngestFilters(db, org),

  async updateIngestFilters({ db, org }, { internal_domains, ...filters }) {
    const domains = internal_domains && [...new Set(internal_domains.map((domain) => domain.toLowerCase()))]
    await updateIngestFilters(db, org, { ...filters, ...(domains && { internal_domains: domains }) })
    return getIngestFilters(db, org)
  },
}
