import type { Figures } from './figures.ts'
import type { SetResult } from './set-result.ts'
import type { TranslationFigures } from './translations.ts'

/* Tables of the figures, with the mean over all sets. */

type Row = Record<string, unknown>

const tables: Record<string, Partial<Record<keyof Figures, string>>> = {
  'Labels of gold points': {
    points: 'points',
    sentiment: 'sentiment macro-F1',
    category: 'category %',
    matchedSentiment: 'sentiment, found points',
    matchedCategory: 'category, found points',
  },
  Points: {
    items: 'items',
    skipped: 'skipped',
    points: 'points',
    insights: 'insights',
    found: 'found %',
    multiPointItems: 'items with 2+ points',
    takenApart: 'taken apart %',
    spurious: 'spurious %',
    insightsPerPoint: 'insights per point',
    emptyItems: 'empty items',
    emptyWithInsight: 'with an insight %',
    aspectShown: 'aspect shown %',
    aspectRight: 'right of these %',
  },
  Subthemes: {
    topics: 'topics',
    subthemes: 'subthemes',
    sharedSubthemes: 'with 2+ insights',
    subthemeAri: 'ARI',
    subthemePurity: 'purity',
    inSharedSubtheme: 'points in those with 2+ %',
  },
  Themes: {
    topics: 'topics',
    themes: 'themes',
    themeAri: 'ARI, unsorted alone',
    assigned: 'points in themes %',
    assignedAri: 'ARI of these',
    assignedPurity: 'purity of these',
    withoutTheme: 'insights without theme %',
    largestTheme: 'largest theme %',
  },
  Search: { queries: 'queries', results: 'results per query', precision: 'precision@5' },
}

const translationColumns: Record<keyof Omit<TranslationFigures, 'set'>, string> = {
  pairs: 'pairs',
  themes: 'themes',
  withTheme: 'with theme %',
  sameTheme: 'same theme %',
  themeOfAnyPoint: 'theme of any point %',
  firstSentiment: 'first sentiment %',
  firstSentimentEnglish: 'in English %',
  insightsPerItem: 'insights per item',
  insightsPerItemEnglish: 'in English',
}

const renamed = (row: object, columns: Record<string, string>): Row =>
  Object.fromEntries(Object.entries(columns).map(([key, title]) => [title, (row as Row)[key] ?? null]))

/** The mean of each column over the sets that have a figure. */
export function meanOf(rows: readonly object[]): Row {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const values = rows.map((row) => (row as Row)[key]).filter((value) => typeof value === 'number')
      return values.length === 0
        ? []
        : [[key, Math.round((10 * values.reduce((a, b) => a + b, 0)) / values.length) / 10]]
    }),
  )
}

const withMean = (rows: readonly { set: string }[]) =>
  rows.length > 1 ? [...rows, { ...meanOf(rows), set: 'mean' }] : rows

function printTable(title: string, rows: readonly Row[]) {
  process.stdout.write(`\n${title}\n`)
  console.table(rows)
}

export function printFigures(results: readonly SetResult[]) {
  const figures = withMean(results.map(({ set, figures }) => ({ set, ...figures })))
  for (const [title, columns] of Object.entries(tables))
    printTable(
      title,
      figures.map((row) => ({ set: row.set, ...renamed(row, columns) })),
    )
  const languages = results.flatMap((result) => result.languages)
  if (languages.length > 0) {
    const columns = { sentiment: 'sentiment macro-F1', category: 'category %', found: 'found %' }
    const counts = { language: 'language', items: 'items', points: 'points' }
    printTable(
      'Labels of gold points by language',
      withMean(languages).map((row) => ({ set: row.set, ...renamed(row, { ...counts, ...columns }) })),
    )
  }
  const translations = withMean(results.flatMap((result) => result.translations?.figures ?? []))
  if (translations.length > 0)
    printTable(
      'Items and their English translations',
      translations.map((row) => ({ set: row.set, ...renamed(row, translationColumns) })),
    )
}
