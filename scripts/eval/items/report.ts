import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from './figures.ts'
import type { FoundInsight, Group, Loaded } from './load-items.ts'
import { matchPoints, spuriousInsights } from './match-points.ts'
import type { Query } from './search-precision.ts'
import type { languageFigures, TranslationFigures } from './translations.ts'

/* Tables of the figures, and what a person reads: names of themes and subthemes, points and search results. */

export type SetResult = {
  set: string
  loaded: Loaded
  figures: Figures
  queries: Query[]
  languages: ReturnType<typeof languageFigures>
  translations: TranslationFigures | undefined
}
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
    themeAri: 'ARI',
    themePurity: 'purity',
    withoutTheme: 'insights without theme %',
    largestTheme: 'largest theme %',
  },
  Search: { queries: 'queries', precision: 'precision@5' },
}

const translationColumns: Record<keyof Omit<TranslationFigures, 'set'>, string> = {
  pairs: 'pairs',
  themes: 'themes',
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
  const translations = withMean(results.flatMap((result) => result.translations ?? []))
  if (translations.length > 0)
    printTable(
      'Items and their English translations',
      translations.map((row) => ({ set: row.set, ...renamed(row, translationColumns) })),
    )
}

const samplesPerGroup = 2

const summaryOf = ({ name, description, insights }: Group) => ({
  name,
  description,
  insights: insights.length,
  samples: spread(insights, samplesPerGroup).map(({ quote }) => quote),
})

/** Members spread over the list. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]!)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 120)

export function printNames({ set, loaded }: SetResult) {
  const { themes, subthemes, items } = loaded
  const all = items.flatMap(({ insights }) => insights)
  const rest = subthemes.filter(({ insights }) => !insights.some(({ theme }) => theme))
  const lines = themes.flatMap((theme) => [
    groupLine('', theme),
    ...subthemes.filter(({ insights }) => insights[0]?.theme === theme.id).map((group) => groupLine('  ', group)),
  ])
  const unthemed = all.filter(({ theme }) => !theme)
  const last = unthemed.length === 0 ? [] : [`(${unthemed.length}) without a theme`]
  process.stdout.write(`\n${set}\n${[...lines, ...last, ...rest.map((group) => groupLine('  ', group))].join('\n')}\n`)
}

function groupLine(indent: string, group: Group): string {
  const { name, description, insights, samples } = summaryOf(group)
  return [
    `${indent}(${insights}) ${name}`,
    ...(description ? [`: ${oneLine(description)}`] : []),
    ...samples.map((sample) => `\n${indent}      “${oneLine(sample)}”`),
  ].join('')
}

/** One file per set, to read. */
export function writeResults(folder: string, results: readonly SetResult[]) {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
  for (const { set, loaded, figures, queries, languages, translations } of results) {
    const { items, themes, subthemes, seconds } = loaded
    const nameOf = new Map([...themes, ...subthemes].map(({ id, name }) => [id, name]))
    const brief = ({ name, quote, sentiment, category, theme, subtheme }: FoundInsight) => ({
      name,
      quote,
      sentiment,
      category,
      theme: nameOf.get(theme ?? '') ?? null,
      subtheme: nameOf.get(subtheme ?? '') ?? null,
    })
    write(set, {
      seconds,
      figures,
      ...(languages.length > 0 && { languages }),
      ...(translations && { translations }),
      themes: themes.map(summaryOf),
      subthemes: subthemes.map((group) => ({
        theme: nameOf.get(group.insights[0]?.theme ?? '') ?? null,
        ...summaryOf(group),
      })),
      queries,
      points: matchPoints(items).map(({ point: { text, sentiment, category, topic }, item, insight }) => ({
        item: item.item.id,
        text,
        sentiment,
        category,
        topic,
        found: insight ? brief(insight) : null,
      })),
      spurious: spuriousInsights(items).map(brief),
    })
  }
  write('figures', {
    sets: Object.fromEntries(results.map(({ set, figures }) => [set, figures])),
    mean: meanOf(results.map(({ figures }) => figures)),
  })
}
