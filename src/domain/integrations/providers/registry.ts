import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Static } from 'typebox'
import type { ProviderInfo } from '#contract/resources/integration-provider-shapes.ts'
import { invalidField } from '#domain/errors.ts'
import type { ProviderDefinition } from '#domain/integrations/definition/provider.ts'
import { baseUrlField, sourceField } from '#domain/integrations/definition/setup-fields.ts'

/* The providers are the folders beside this file: adding one needs no change elsewhere. */

type Module = { provider: ProviderDefinition }

/** Of this file: compiled ones are named differently. */
const fileName = `provider${extname(import.meta.filename)}`

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, fileName)))
  .map((entry) => entry.name)

const loaded = await Promise.all(
  folders.map(async (name) => {
    const { provider } = (await import(pathToFileURL(join(import.meta.dirname, name, fileName)).href)) as Module
    return [name, provider] as const
  }),
)

/** By name, in the order of the gallery. */
export const providers: ReadonlyMap<string, ProviderDefinition> = new Map(
  loaded.toSorted(([a, one], [b, other]) => one.rank - other.rank || (a < b ? -1 : 1)),
)

export const getProvider = (name: string): ProviderDefinition =>
  providers.get(name) ?? invalidField('body.provider', 'is not one of GET /integrations/providers')

export const providerFields = ({ pull, fields }: ProviderDefinition) => [
  ...(pull ? [...fields.filter(({ name }) => name !== sourceField.name), sourceField, baseUrlField] : fields),
]

export const providerInfos: readonly Static<typeof ProviderInfo>[] = [...providers].map(([name, definition]) => {
  const { webhook, pull, rank: _, ...info } = definition
  return {
    ...info,
    provider: name,
    fields: providerFields(definition),
    pull: pull !== undefined,
    webhook: webhook !== undefined,
    notes: [...(pull?.notes ?? [])],
    events: webhook?.events ?? [],
    verification: webhook?.verification ?? null,
    sample_payload: webhook?.sample_payload ?? null,
  }
})
