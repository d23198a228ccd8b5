import { openModelProvider } from '#llm/provider.ts'
import { languageModelFetch } from '#serve/dependencies.ts'
import type { ItemSet } from '../items/item.ts'
import { printGroups } from '../items/write-results.ts'
import { startProduct } from '../items/product.ts'
import { groupInProduct } from './group-in-product.ts'
import { groupSet } from './group-set.ts'

/* How well a model at an endpoint groups and names the points of labelled items. */

export type ModelOptions = {
  baseUrl: string
  model: string
  contextTokens: number | undefined
  /** Print the names. */
  names: boolean
}

export async function evaluateGroups(sets: readonly ItemSet[], { baseUrl, model, contextTokens, names }: ModelOptions) {
  const failures = new Map<string, number>()
  const provider = openModelProvider({
    baseUrl,
    model,
    apiKey: process.env['LLM_API_KEY'] ?? null,
    fetch: languageModelFetch(),
    ...(contextTokens !== undefined && { contextTokens }),
    onFailure: (reason) => void failures.set(reason, (failures.get(reason) ?? 0) + 1),
  })
  const results = []
  for (const set of sets) results.push(await groupSet(set, provider))
  process.stdout.write(`\ngroups of ${model}, context of ${provider.contextTokens} tokens\n`)
  console.table(results.map(({ figures }) => figures))
  for (const [reason, count] of failures) process.stdout.write(`${count} × ${reason}\n`)
  if (names)
    for (const { figures, grouping } of results) {
      const lines = grouping.themes.flatMap(({ handle, name, description }) => [
        `${name}: ${description ?? ''}`,
        ...grouping.subthemes.filter(({ theme }) => theme === handle).map((one) => `  ${one.name}`),
      ])
      process.stdout.write(`\n${figures.set}\n${lines.join('\n')}\n`)
    }
}

/** The same through the product, from the intake over HTTP to the themes after the proposal was applied. */
export async function evaluateGroupsInProduct(sets: readonly ItemSet[], options: ModelOptions) {
  const { baseUrl, model, contextTokens, names } = options
  const key = process.env['LLM_API_KEY']
  const product = await startProduct('auto', {
    LLM_BASE_URL: baseUrl,
    LLM_MODEL: model,
    ...(key && { LLM_API_KEY: key }),
    ...(contextTokens !== undefined && { LLM_CONTEXT_TOKENS: String(contextTokens) }),
  })
  const results = []
  try {
    for (const set of sets) results.push(await groupInProduct(await product.createOrganization(set.name), set))
  } finally {
    await product.stop()
  }
  process.stdout.write(`\ngroups of ${model} through the product\n`)
  console.table(results.map(({ figures }) => figures))
  if (names) for (const { figures, after } of results) printGroups(figures.set, after)
}
