import { isObject } from './clean.ts'
import { misfit, type Read } from './drafts.ts'
import { readIntercom } from './intercom.ts'
import { type Mapping, plainMapping, readMapped } from './mapping.ts'
import type { Provider } from './signatures.ts'
import { readSlack } from './slack.ts'
import { readJira, readLinear } from './trackers.ts'
import { readZendesk } from './zendesk.ts'

export type Config = {
  channels?: string[]
  team_id?: string
  app_id?: string
  account_id?: string
  signature?: 'any' | 'standard' | 'sha256'
}
export type Sender = { provider: Provider; source: string; config: Config; mapping: Mapping | null }

/** What a payload means, by whoever sent it; `key` names the delivery. */
export function read({ provider, source, config, mapping }: Sender, payload: unknown, key: string): Read {
  if (!isObject(payload)) return misfit(null, 'the body is not a JSON object')
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
      return readMapped(payload, mapping ?? plainMapping, source, key)
  }
}
