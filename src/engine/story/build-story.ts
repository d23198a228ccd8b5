import { mostCommon } from '#engine/most-common.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import { MAX_STORY_FINDINGS, MIN_MAIN_THEME_SHARE } from '#engine/thresholds.ts'
import { chooseQuotes } from './choose-quotes.ts'
import { byId, countContacts, countVoices, idsOf } from './count-evidence.ts'
import { opposingSentiment } from './counter-evidence.ts'
import { groupFindings } from './key-findings.ts'
import { buildNarrative } from './narrative.ts'
import { countValues, shareInWords, supportInWords } from './phrases.ts'
import type { CitedText, Evidence, Finding, Story } from './types.ts'

/*
 * An evidence story in the words of the evidence: every sentence cites insights, and the same evidence always gives the
 * same story.
 */

/** `others` are insights on the same subjects that were not given as evidence; dissenting ones are reported. */
export function buildStory(evidence: readonly Evidence[], others: readonly Evidence[] = []): Story {
  const insights = [...evidence].sort(byId)
  const stats = statsOf(insights)
  const opposing = opposingSentiment(stats.sentiment_breakdown)
  // A positive feature request does not contradict complaints.
  const isDissenting = (one: Evidence) =>
    one.sentiment === opposing && !(opposing === 'POSITIVE' && one.category === 'FEATURE_REQUESTS')
  const findings = groupFindings(
    insights.filter((one) => !isDissenting(one)),
    true,
  )
  const counter = groupFindings(insights.filter(isDissenting), false)
  const outside = groupFindings([...others].sort(byId).filter(isDissenting), false)
  const cite = citeUnderTheme(mainTheme(insights))
  return {
    title: titleOf(insights, findings),
    narrative: buildNarrative({ insights, stats, findings, counter, outside }),
    key_findings: orderedByTheme(findings).slice(0, MAX_STORY_FINDINGS).map(cite),
    quotes: chooseQuotes([...findings, ...counter].map(({ members }) => members)),
    counter_evidence: [...counter.map(cite), ...outside.map(citeOutside)].slice(0, MAX_STORY_FINDINGS),
    stats,
  }
}

function statsOf(insights: readonly Evidence[]): Story['stats'] {
  const countOf = (sentiment: string) => insights.filter((insight) => insight.sentiment === sentiment).length
  return {
    insight_count: insights.length,
    contact_count: countContacts(insights),
    sentiment_breakdown: {
      positive: countOf('POSITIVE'),
      negative: countOf('NEGATIVE'),
      neutral: countOf('NEUTRAL'),
    },
    sources: countValues(insights.flatMap(({ source }) => source ?? [])).map(([source, count]) => ({ source, count })),
  }
}

/** The theme with the most insights first; inside a theme the order stays. */
function orderedByTheme(findings: readonly Finding[]): Finding[] {
  const sizes = new Map<string | null, number>()
  for (const { theme, members } of findings) sizes.set(theme, (sizes.get(theme) ?? 0) + members.length)
  const order = [...sizes].sort((a, b) => b[1] - a[1]).map(([theme]) => theme)
  return findings.toSorted((a, b) => order.indexOf(a.theme) - order.indexOf(b.theme))
}

/** The theme of most of the evidence, which findings need not repeat. */
function mainTheme(insights: readonly Evidence[]): string | null {
  const theme = mostCommon(insights.flatMap((one) => one.theme ?? []))
  const count = insights.filter((one) => one.theme === theme).length
  return theme !== undefined && count >= MIN_MAIN_THEME_SHARE * insights.length ? theme : null
}

const citeUnderTheme =
  (main: string | null) =>
  ({ point, theme, members }: Finding): CitedText => {
    const isAlone = members.length === 1 && members[0]!.segments.length === 0
    const prefix = theme !== null && theme !== main ? `${theme}: ` : ''
    return {
      text: `${prefix}${point}${isAlone ? '' : ` (${supportInWords(members)})`}`,
      insight_ids: idsOf(members),
    }
  }

const citeOutside = ({ point, members }: Finding): CitedText => ({
  text: `${point} (${supportInWords(members)}; not among the evidence)`,
  insight_ids: idsOf(members),
})

const maxTitleLength = 200

/** The first finding and how many share it; where nobody shares one, its theme and how many findings follow. */
function titleOf(insights: readonly Evidence[], findings: readonly Finding[]): string {
  const [{ point, theme, members }, ...others] = findings as [Finding, ...Finding[]]
  if (countVoices(members) > 1) return shortenedTitle('', point, `: ${shareInWords(members, insights)} say so`)
  const prefix = insights.length > 1 && theme !== null && theme === mainTheme(insights) ? `${theme}: ` : ''
  const suffix = others.length === 0 ? '' : `, and ${pluralize(others.length, 'more finding')}`
  return shortenedTitle(prefix, point, suffix)
}

function shortenedTitle(prefix: string, point: string, suffix: string): string {
  const room = maxTitleLength - prefix.length - suffix.length
  return `${prefix}${point.length > room ? `${[...point].slice(0, room - 1).join('')}…` : point}${suffix}`
}
