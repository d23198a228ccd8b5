import { isObject } from '#domain/integrations/mapping/sanitize.ts'
import { rejected, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { readIntercom } from './intercom.ts'
import { type Mapping, defaultMapping, readMapped } from '#domain/integrations/mapping/field-mapping.ts'
import type { Provider } from '#domain/integrations/inbound/verify-signature.ts'
import { readSlack } from './slack.ts'
import { readJira, readLinear } from './trackers.ts'
import { isTypeform, readTypeform } from './typeform.ts'
import { readZendesk } from './zendesk.ts'

export type Config = {
  channels?: string[]
  team_id?: string
  app_id?: string
  account_id?: string
  signature?: 'any' | 'standard' | 'sha256'
}
export type PayloadSource = { provider: Provider; source: string; config: Config; mapping: Mapping | null }

/** Reads a payload by its provider; `key` names the delivery. */
export function readPayload(
  { provider, source, config, mapping }: PayloadSource,
  payload: unknown,
  key: string,
): ReadResult {
  if (!isObject(payload)) return rejected(null, 'the body is not a JSON object')
  switch (provider) {
    case 'zendesk':
      return readZendesk(payload, { ...config, source })
    case 'intercom':
      return readIntercom(payload, { ...config, source })
    case 'slack':
      return readSlack(payload, config)
    case 'linear':
      return readLinear(payload)
    case 'jira':
      return readJira(payload)
    case 'generic':
      return mapping === null && isTypeform(payload)
        ? readTypeform(payload, source)
        : readMapped(payload, mapping ?? defaultMapping, source, key)
  }
}
