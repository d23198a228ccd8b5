import { labelFigures } from './figures.ts'
import type { ItemSet } from './item.ts'
import { type Loaded, type LoadedItem, loadItems } from './load-items.ts'
import { bestMatch, matchPoints } from './match-points.ts'
import type { Product } from './product.ts'

/* Items in other languages, compared with their English translations. */

export type TranslationFigures = {
  set: string
  pairs: number
  /** Themes when the items and their translations are in one organization. */
  themes: number
  /** The share of items whose first point has a theme there. */
  withTheme: number | null
  sameTheme: number | null
  themeOfAnyPoint: number | null
  firstSentiment: number | null
  firstSentimentEnglish: number | null
  insightsPerItem: number
  insightsPerItemEnglish: number
}

export const hasTranslations = ({ items }: ItemSet) => items.some(({ english }) => english !== undefined)

/** The translation of an item; nobody marked points in it. */
const englishItems = ({ items }: ItemSet) =>
  items.flatMap(({ english, language: _, ...item }) =>
    english ? [{ ...item, id: `${item.id}-en`, text: english, gold: [] }] : [],
  )

export type Translations = { figures: TranslationFigures; joint: Loaded }

/** Loads the translations alone and both together; `own` are the items alone. */
export async function evaluateTranslations(product: Product, set: ItemSet, own: Loaded): Promise<Translations> {
  const english = englishItems(set)
  const alone = await loadItems(await product.createOrganization(`${set.name} in English`), english)
  const joint = await loadItems(await product.createOrganization(`${set.name} and English`), [...set.items, ...english])
  return { figures: translationFigures(set.name, { own, alone, joint }), joint }
}

type Organizations = { own: Loaded; alone: Loaded; joint: Loaded }

function translationFigures(set: string, { own, alone, joint }: Organizations): TranslationFigures {
  const pairs = pairsOf(joint.items, joint.items)
  const apart = pairsOf(own.items, alone.items)
  const isRight = ({ item }: LoadedItem, of: LoadedItem) => firstPoint(of)?.sentiment === item.gold[0]!.sentiment
  return {
    set,
    pairs: pairs.length,
    themes: joint.themes.length,
    withTheme: share(pairs, ([one]) => firstPoint(one)?.theme !== undefined),
    sameTheme: share(pairs, ([one, other]) => isSame(firstPoint(one)?.theme, [other.insights[0]?.theme])),
    themeOfAnyPoint: share(pairs, ([one, other]) =>
      isSame(
        firstPoint(one)?.theme,
        other.insights.map(({ theme }) => theme),
      ),
    ),
    firstSentiment: share(apart, ([one]) => isRight(one, one)),
    firstSentimentEnglish: share(apart, ([one, other]) => isRight(one, other)),
    insightsPerItem: perItem(apart.map(([one]) => one)),
    insightsPerItemEnglish: perItem(apart.map(([, other]) => other)),
  }
}

type Pair = [LoadedItem, LoadedItem]

/** Items with a gold point, each with its translation. */
export function pairsOf(items: readonly LoadedItem[], translations: readonly LoadedItem[]): Pair[] {
  const byId = new Map(translations.map((loaded) => [loaded.item.id, loaded]))
  return items.flatMap((loaded): Pair[] => {
    const translation = byId.get(`${loaded.item.id}-en`)
    return translation && loaded.item.gold.length > 0 ? [[loaded, translation]] : []
  })
}

/** The insight of the first gold point; without one, the first insight. */
const firstPoint = ({ item, insights }: LoadedItem) =>
  (item.gold[0] && bestMatch(item.gold[0], insights)) ?? insights[0]

const isSame = (theme: string | undefined, others: readonly (string | undefined)[]) =>
  theme !== undefined && others.includes(theme)

const share = (pairs: readonly Pair[], holds: (pair: Pair) => boolean) =>
  pairs.length === 0 ? null : Math.round((1000 * pairs.filter(holds).length) / pairs.length) / 10

const perItem = (items: readonly LoadedItem[]) =>
  Math.round((100 * items.reduce((sum, { insights }) => sum + insights.length, 0)) / Math.max(1, items.length)) / 100

/** The labels of each language. */
export const languageFigures = (set: string, { items }: Loaded) =>
  [...Map.groupBy(items, ({ item }) => item.language ?? 'unknown')].map(([language, own]) => {
    const points = matchPoints(own)
    const found = points.filter(({ insight }) => insight).length
    return {
      set,
      language,
      items: own.length,
      points: points.length,
      ...labelFigures(points),
      found: points.length === 0 ? null : Math.round((1000 * found) / points.length) / 10,
    }
  })
