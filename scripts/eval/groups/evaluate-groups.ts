import { openModelProvider } from '#llm/provider.ts'
import { languageModelFetch } from '#serve/dependencies.ts'
import type { ItemSet } from '../items/item.ts'
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
