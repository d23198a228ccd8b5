import type { Outbound } from '#outbound/client.ts'
import type { IntegrationConfig } from '#domain/integrations/config.ts'
import type { PullFailure, ProviderDefinition } from '#domain/integrations/definition/provider.ts'
import type { RecordDraft } from '#domain/integrations/mapping/records.ts'
import type { FieldMapping } from '#domain/integrations/mapping/field-mapping.ts'
import { PullClient, systemClock } from './client.ts'
import type { CredentialFields } from './credentials.ts'
import { BudgetUsedError, PullError } from '#domain/integrations/definition/failures.ts'
import { readPage } from './read-page.ts'
import { baseUrlOf } from './run.ts'

const maxRecords = 5
const previewDays = 90
/** One look must end while a person waits. */
const previewBudget = { requests: 12, ms: 15_000 }

export type PullPreview = { drafts: RecordDraft[]; total: number | null; failure: PullFailure | null }
type PreviewInput = {
  outbound: Outbound
  definition: ProviderDefinition
  config: IntegrationConfig
  credential: CredentialFields
  mapping: FieldMapping | null
}

const previewClient = ({ outbound, definition: { name, pull }, config, credential, mapping }: PreviewInput) =>
  new PullClient({
    name,
    definition: pull!,
    context: {
      config,
      credential,
      source: name.toLowerCase(),
      mapping,
      baseUrl: baseUrlOf(config, pull!),
      since: new Date(systemClock.now() - previewDays * 86_400_000),
      pageSize: Math.min(pull!.pageSize, 2 * maxRecords),
    },
    outbound,
    clock: systemClock,
    budget: previewBudget,
    token: null,
    saveToken: async () => {},
    isPaced: false,
  })

/** The first records of a provider, read with a credential that is not stored. */
export async function previewPull(input: PreviewInput): Promise<PullPreview> {
  const { config } = input
  const { name, pull } = input.definition
  const client = previewClient(input)
  const drafts: RecordDraft[] = []
  let total: number | null = null
  try {
    for (const stream of pull!.streams(config)) {
      if (drafts.length >= maxRecords) break
      const source = { name, definition: pull!, stream, client, now: systemClock.now() }
      const page = await readPage(source, stream.start(client.context), maxRecords - drafts.length)
      drafts.push(...(page?.drafts ?? []))
      if (page?.total !== undefined) total = (total ?? 0) + page.total
    }
  } catch (error) {
    if (error instanceof PullError) return { drafts: [], total: null, failure: error.failure }
    if (!(error instanceof BudgetUsedError)) throw error
  }
  return { drafts: drafts.slice(0, maxRecords), total, failure: null }
}
