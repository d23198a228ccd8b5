import { figuresOf } from './figures.ts'
import type { ItemSet } from './item.ts'
import { loadItems } from './load-items.ts'
import { type Product, startProduct, type TierSetting } from './product.ts'
import { printFigures } from './print-figures.ts'
import { precisionOf, resultsPerQuery, searchTopics } from './search-precision.ts'
import type { SetResult } from './set-result.ts'
import { hasTranslations, languageFigures, evaluateTranslations } from './translations.ts'
import { printNames, writeResults } from './write-results.ts'

/* Measures the product on labelled items, from the intake over HTTP to themes and search. */

export type ItemOptions = {
  tier: TierSetting
  /** Whether translations are loaded too. */
  translations: boolean
  names: boolean
  out: string | undefined
}

const signals = ['SIGINT', 'SIGTERM'] as const

export async function evaluateItems(sets: readonly ItemSet[], { tier, translations, names, out }: ItemOptions) {
  const started = startProduct(tier)
  const stop = () => void started.then((product) => product.stop()).finally(() => process.exit(1))
  for (const signal of signals) process.on(signal, stop)
  const results: SetResult[] = []
  try {
    const product = await started
    for (const set of sets) {
      const result = await evaluateSet(product, set, translations)
      const { loaded, figures } = result
      const analysis = loaded.items.flatMap(({ insights }) => insights)[0]?.analysis ?? 'no insights'
      process.stdout.write(`${set.name}: ${figures.items} items, ${loaded.seconds} s (analysis ${analysis})\n`)
      results.push(result)
    }
  } finally {
    await started.then((product) => product.stop())
    for (const signal of signals) process.off(signal, stop)
  }
  printFigures(results)
  if (names) results.forEach(printNames)
  if (out) writeResults(out, results)
}

async function evaluateSet(product: Product, set: ItemSet, withTranslations: boolean): Promise<SetResult> {
  const loaded = await loadItems(await product.createOrganization(set.name), set.items)
  const queries = await searchTopics(loaded)
  const figures = {
    ...figuresOf(loaded),
    queries: queries.length,
    results: resultsPerQuery(queries),
    precision: precisionOf(queries),
  }
  const hasLanguages = set.items.some(({ language }) => language !== undefined)
  return {
    set: set.name,
    loaded,
    figures,
    queries,
    languages: hasLanguages ? languageFigures(set.name, loaded) : [],
    translations:
      withTranslations && hasTranslations(set) ? await evaluateTranslations(product, set, loaded) : undefined,
  }
}
