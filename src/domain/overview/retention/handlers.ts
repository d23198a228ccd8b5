import { updateRetention } from '#domain/organizations/queries-settings.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { retention } from '#contract/resources/retention.ts'
import { requireDistinctSources } from '#domain/sources/masking/distinct-sources.ts'
import { countDue, getRetention } from './queries.ts'

export const handlers: Handlers<typeof retention> = {
  getRetention: ({ db, org }) => getRetention(db, org),

  async updateRetention({ db, org }, { days, sources, erased_texts }) {
    requireDistinctSources(sources)
    await updateRetention(db, org, {
      ...(days !== undefined && { days }),
      ...(sources && { sources }),
      ...(erased_texts && { erased_texts }),
    })
    return getRetention(db, org)
  },

  async previewRetention({ db, org, now }, input) {
    requireDistinctSources(input.sources)
    const { days, sources } = { ...(await getRetention(db, org)), ...input }
    const counts = await countDue(db, org, { days, sources }, now)
    const sum = (name: 'deleted_count' | 'kept_count') => counts.reduce((total, one) => total + one[name], 0)
    return { deleted_count: sum('deleted_count'), kept_count: sum('kept_count'), by_source: counts }
  },
}
