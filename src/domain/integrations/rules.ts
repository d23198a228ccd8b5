import { throwApiError, invalidField } from '#domain/errors.ts'
import { type Mapping, mappingProblems } from './mapping/field-mapping.ts'
import type { Config } from './providers/read-payload.ts'
import type { Provider } from './inbound/verify-signature.ts'

/* Which settings a provider accepts. */

export type ConfigInput = Config & { source?: string }

const providerOfSetting: Record<keyof Config, Provider> = {
  channels: 'slack',
  team_id: 'slack',
  app_id: 'intercom',
  account_id: 'zendesk',
  signature: 'generic',
}

export function requireConfig(provider: Provider, config: ConfigInput) {
  for (const [name, owner] of Object.entries(providerOfSetting))
    if (name in config && provider !== owner)
      invalidField(`body.config.${name}`, `is a setting of ${owner}, not of ${provider}`)
}

export function requireMapping(provider: Provider, mapping: Mapping | null | undefined) {
  if (!mapping) return
  if (provider !== 'generic') invalidField('body.mapping', `is for generic integrations; ${provider} needs none`)
  const problems = mappingProblems(mapping)
  if (problems.length)
    throwApiError('VALIDATION_ERROR', `${problems[0]!.path} ${problems[0]!.message}`, { details: problems })
}

/** The requested name, or the first free one of slack, slack-2, slack-3 … */
export function chooseSource(requested: string | undefined, provider: Provider, taken: ReadonlySet<string>): string {
  if (requested !== undefined)
    return taken.has(requested)
      ? throwApiError('DUPLICATE', `Another integration has the source ${requested}.`)
      : requested
  let name: string = provider
  for (let n = 2; taken.has(name); n++) name = `${provider}-${n}`
  return name
}

const hours = { hourly: 1, daily: 24, weekly: 168 } as const
export const nextRun = (frequency: keyof typeof hours, now: Date) =>
  new Date(now.getTime() + hours[frequency] * 3_600_000)
