import type { Static } from 'typebox'
import type { InboundEvent } from '#contract/resources/integration-shapes.ts'
import type { Ctx } from '#domain/context.ts'
import type { PayloadSource } from '#domain/integrations/providers/read-payload.ts'

export type AppliedRecord = Static<typeof InboundEvent>['records'][number]
export type ConnectedIntegration = PayloadSource & { id: string }
/** The context a delivery is processed in: a request or a job. */
export type DeliveryContext = Pick<Ctx, 'db' | 'org' | 'now' | 'emit'> & {
  enqueueAnalysis(ids: readonly string[]): Promise<unknown>
}

/** The API names only these two as sources of tickets. */
export const ticketSourceOf = (provider: string) =>
  provider === 'zendesk' || provider === 'intercom' ? provider : 'custom'
