import type { integrations } from '#contract/resources/integrations.ts'
import type { Input } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import type { OutsideDeps } from '#domain/context.ts'
import { presentDraft } from './present.ts'
import { getProvider } from './providers/registry.ts'
import { previewPull, type PullPreview } from './pull/preview.ts'
import { requireConfig, requireCredential, requireMapping } from './rules.ts'

type Subset = Pick<typeof integrations, 'testIntegrationConnection'>

/** Contacts the provider outside of a transaction, which would hold a database connection all the while. */
async function preview(
  {
    provider,
    config: { source: _, ...config } = {},
    credential = {},
    mapping = null,
  }: Input<Subset['testIntegrationConnection']>,
  { outbound }: OutsideDeps,
): Promise<PullPreview> {
  requireConfig(provider, config)
  requireCredential(provider, config, credential)
  requireMapping(provider, mapping)
  return previewPull({ outbound, definition: getProvider(provider), config, credential, mapping })
}

export const handlers: Handlers<Subset, 'testIntegrationConnection'> = {
  testIntegrationConnection: staged({
    before: preview,
    handle: async ({ prepared: { drafts, total, failure } }) => ({
      connected: failure === null,
      records: drafts.map(presentDraft),
      total,
      error: failure && { code: failure.code, message: failure.message, action: failure.action },
    }),
  }),
}
