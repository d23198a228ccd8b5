import { throwApiError, invalidField } from '#domain/errors.ts'
import { addressProblem } from '#outbound/address-problem.ts'
import { getProvider, providerFields } from './providers/registry.ts'
import { type FieldMapping, mappingProblems } from './mapping/field-mapping.ts'
import type { IntegrationConfig } from './config.ts'

/* Which settings a provider accepts. */

type ConfigInput = IntegrationConfig & { source?: string }

export function requireConfig(provider: string, config: ConfigInput) {
  const definition = getProvider(provider)
  const known = new Set(providerFields(definition).map((one) => one.name))
  for (const name of Object.keys(config))
    if (name !== 'source' && !known.has(`config.${name}`))
      invalidField(`body.config.${name}`, `is not a setting of ${provider}`)
}

/** A name that leads to a private address is refused when something is fetched. */
export function requirePublicAddress({ base_url: url }: ConfigInput, privateNetworks: readonly string[] = []) {
  const problem = typeof url === 'string' && url !== '' ? addressProblem(url, privateNetworks) : undefined
  if (problem) invalidField('body.config.base_url', problem)
}

/** The settings and the credential that fetching needs. */
export function requireCredential(
  provider: string,
  config: IntegrationConfig,
  credential: Readonly<Record<string, string>>,
) {
  const { pull, fields, ...definition } = getProvider(provider)
  if (!pull) return invalidField('body.credential', `is not needed: ${provider} sends, nothing is fetched from it`)
  const known = new Set(definition.credential.map((one) => one.name))
  for (const name of Object.keys(credential))
    if (!known.has(name)) invalidField(`body.credential.${name}`, `is not part of the credential of ${provider}`)
  for (const { name, label, required } of definition.credential)
    if (required && !credential[name]?.trim()) invalidField(`body.credential.${name}`, `(${label}) is missing`)
  for (const { name, label, required } of fields) {
    const value = (config as Record<string, unknown>)[name.replace('config.', '')]
    if (required && (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)))
      invalidField(`body.${name}`, `(${label}) is missing`)
  }
}

/** The credential where none is given: an empty one for a source that can be read without, such as a public feed. */
export const credentialWhenAbsent = (provider: string): Readonly<Record<string, string>> | undefined => {
  const { pull, credential } = getProvider(provider)
  return pull && !credential.some(({ required }) => required) ? {} : undefined
}

export function requireMapping(provider: string, mapping: FieldMapping | null | undefined) {
  if (!mapping) return
  if (!getProvider(provider).fields.some(({ name }) => name === 'mapping'))
    invalidField('body.mapping', `is for generic integrations; ${provider} needs none`)
  const problems = mappingProblems(mapping)
  if (problems.length)
    throwApiError('VALIDATION_ERROR', `${problems[0]!.path} ${problems[0]!.message}`, { details: problems })
}

/** The requested name, or the first free one of slack, slack-2, slack-3 … */
export function chooseSource(requested: string | undefined, provider: string, taken: ReadonlySet<string>): string {
  if (requested !== undefined)
    return taken.has(requested)
      ? throwApiError('DUPLICATE', `Another integration has the source ${requested}.`)
      : requested
  let name = provider
  for (let n = 2; taken.has(name); n++) name = `${provider}-${n}`
  return name
}

const hours = { hourly: 1, daily: 24, weekly: 168 } as const
export const nextRun = (frequency: keyof typeof hours, now: Date) =>
  new Date(now.getTime() + hours[frequency] * 3_600_000)
