import { throwApiError, invalidField } from '#domain/errors.ts'
import { type Mapping, mappingProblems } from './mapping.ts'
import type { Config } from './read.ts'
import type { Provider } from './signatures.ts'

/* What may be set on which provider. */

export type GivenConfig = Config & { source?: string }

const own: Record<keyof Config, Provider> = {
  channels: 'slack',
  team_id: 'slack',
  app_id: 'intercom',
  account_id: 'zendesk',
  signature: 'generic',
}

export function requireConfig(provider: Provider, config: GivenConfig) {
  for (const [name, whose] of Object.entries(own))
    if (name in config && provider !== whose)
      invalidField(`body.config.${name}`, `is a setting of ${whose}, not of ${provider}`)
}

export function requireMapping(provider: Provider, mapping: Mapping | null | undefined) {
  if (!mapping) return
  if (provider !== 'generic')
    invalidField('body.mapping', `is for generic integrations; ${provider} is understood without`)
  const problems = mappingProblems(mapping)
  if (problems.length)
    throwApiError('VALIDATION_ERROR', `${problems[0]!.path} ${problems[0]!.message}`, { details: problems })
}

/** The one that was asked for, or the first of slack, slack-2, slack-3 … that is free. */
export function freeSource(wanted: string | undefined, provider: Provider, taken: ReadonlySet<string>): string {
  if (wanted !== undefined)
    return taken.has(wanted) ? throwApiError('DUPLICATE', `Another integration has the source ${wanted}.`) : wanted
  let name: string = provider
  for (let n = 2; taken.has(name); n++) name = `${provider}-${n}`
  return name
}

const hours = { hourly: 1, daily: 24, weekly: 168 } as const
export const nextRun = (frequency: keyof typeof hours, now: Date) =>
  new Date(now.getTime() + hours[frequency] * 3_600_000)
