import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundInsight, Group, Loaded } from './load-items.ts'
import { matchPoints, spuriousInsights } from './match-points.ts'
import { meanOf } from './print-figures.ts'
import type { SetResult } from './set-result.ts'

/* What a person reads: names of themes and subthemes, points, search results. */

const samplesPerGroup = 2

const summaryOf = ({ name, description, insights, supporting }: Group) => ({
  name,
  description,
  insights: insights.length,
  ...(supporting === undefined ? {} : { supporting }),
  samples: spread(insights, samplesPerGroup).map(({ quote }) => quote),
})

/** Members spread over the list. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]!)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 120)

export function printNames({ set, loaded, translations }: SetResult) {
  printGroups(set, loaded)
  if (translations) printGroups(`${set} and English translations`, translations.joint)
}

/** Themes with their subthemes, then the subthemes without a theme. */
export function printGroups(title: string, { themes, subthemes, items }: Loaded) {
  const unthemed = items.flatMap(({ insights }) => insights).filter(({ theme }) => !theme)
  const themeOf = ({ insights }: Group) => insights.find(({ theme }) => theme)?.theme
  const linesOf = (theme: string | undefined) =>
    subthemes.filter((group) => themeOf(group) === theme).map((group) => groupLine('  ', group))
  const lines = [
    ...themes.flatMap((theme) => [groupLine('', theme), ...linesOf(theme.id)]),
    ...(unthemed.length === 0 ? [] : [`(${unthemed.length}) without a theme`]),
    ...linesOf(undefined),
  ]
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}

function groupLine(indent: string, group: Group): string {
  const { name, description, insights, supporting, samples } = summaryOf(group)
  return [
    `${indent}(${supporting === undefined ? insights : `${supporting} of ${insights}`}) ${name}`,
    ...(description ? [`: ${oneLine(description)}`] : []),
    ...samples.map((sample) => `\n${indent}      “${oneLine(sample)}”`),
  ].join('')
}

/** One file per set, and one with the figures of all sets. */
export function writeResults(folder: string, results: readonly SetResult[]) {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
  for (const result of results) write(result.set, detailsOf(result))
  write('figures', {
    sets: Object.fromEntries(results.map(({ set, figures }) => [set, figures])),
    mean: meanOf(results.map(({ figures }) => figures)),
  })
}

function detailsOf({ loaded, figures, queries, languages, translations }: SetResult) {
  const { items, seconds } = loaded
  const brief = insightsWithNames(loaded)
  return {
    seconds,
    figures,
    ...(languages.length > 0 && { languages }),
    ...(translations && { translations: { ...translations.figures, ...groupsOf(translations.joint) } }),
    ...groupsOf(loaded),
    queries,
    points: matchPoints(items).map(({ point, item, insight }) => ({
      item: item.item.id,
      ...point,
      found: insight ? brief(insight) : null,
    })),
    spurious: spuriousInsights(items).map(brief),
    skipped: items
      .filter(({ status }) => status === 'skipped')
      .map(({ item, skipReason }) => ({ item: item.id, reason: skipReason, text: item.text })),
  }
}

function groupsOf(loaded: Loaded) {
  const brief = insightsWithNames(loaded)
  return {
    themes: loaded.themes.map(summaryOf),
    subthemes: loaded.subthemes.map((group) => ({
      ...summaryOf(group),
      theme: group.insights[0] ? brief(group.insights[0]).theme : null,
    })),
  }
}

function insightsWithNames({ themes, subthemes }: Loaded) {
  const nameOf = new Map([...themes, ...subthemes].map(({ id, name }) => [id, name]))
  return ({ theme, subtheme, id: _, analysis: __, ...insight }: FoundInsight) => ({
    ...insight,
    theme: nameOf.get(theme ?? '') ?? null,
    subtheme: nameOf.get(subtheme ?? '') ?? null,
  })
}
