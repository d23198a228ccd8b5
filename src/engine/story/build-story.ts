import { MAX_STORY_FINDINGS } from '#engine/thresholds/stories.ts'
import { compareInsights } from './bears-out.ts'
import { chooseQuotes } from './choose-quotes.ts'
import { byId, countEvidenceContacts, insightIds } from './count-evidence.ts'
import { contradicting, opposingOpinion } from './counter-evidence.ts'
import { groupFindings } from './key-findings.ts'
import { buildNarrative } from './narrative.ts'
import { countValues, supportInWords } from './phrases.ts'
import { type Sentences, sentencesIn } from './sentences.ts'
import { mainTheme, themeOf, underTheme } from './themes-of.ts'
import { storyTitle } from './story-title.ts'
import type { CitedText, Evidence, StoryFinding, Story } from './types.ts'
import { countSentiments } from '#vocabulary/sentiments.ts'

/*
 * An evidence story in the words of the evidence: every sentence cites insights and claims only what they support, and
 * the same evidence always gives the same story.
 */

/** `others` are insights on the same subjects that were not given as evidence; contradicting ones are reported. */
export function buildStory(
  evidence: readonly Evidence[],
  others: readonly Evidence[] = [],
  language: string = 'en',
): Story {
  const sentences = sentencesIn(language)
  const insights = [...evidence].sort(byId)
  const beyond = [...others].sort(byId)
  const comparison = compareInsights([...insights, ...beyond])
  const opposing = opposingOpinion(insights)
  const dissenting = new Set(contradicting(insights, opposing, insights, comparison))
  const findings = groupFindings(
    insights.filter((one) => !dissenting.has(one)),
    comparison,
  )
  const counter = groupFindings([...dissenting], comparison)
  const outside = groupFindings(contradicting(beyond, opposing, insights, comparison), comparison)
  const cite = citeUnderTheme(sentences, mainTheme(insights))
  const stats = statsOf(insights)
  return {
    title: storyTitle(sentences, insights, findings),
    narrative: buildNarrative({ insights, stats, findings, opposing, counter, outside, comparison, sentences }),
    key_findings: orderedByTheme(findings).slice(0, MAX_STORY_FINDINGS).map(cite),
    quotes: chooseQuotes([...findings, ...counter].map(({ members }) => members)),
    counter_evidence: [...counter.map(cite), ...outside.map(citeOutside(sentences))].slice(0, MAX_STORY_FINDINGS),
    stats,
  }
}

function statsOf(insights: readonly Evidence[]): Story['stats'] {
  return {
    insight_count: insights.length,
    contact_count: countEvidenceContacts(insights),
    sentiment_breakdown: countSentiments(insights),
    sources: countValues(insights.flatMap(({ source }) => source ?? [])).map(([source, count]) => ({ source, count })),
  }
}

/** The theme with the most insights first; inside a theme the order stays. */
function orderedByTheme(findings: readonly StoryFinding[]): StoryFinding[] {
  const sizes = new Map<string | null, number>()
  for (const one of findings) sizes.set(themeOf(one), (sizes.get(themeOf(one)) ?? 0) + one.members.length)
  const order = [...sizes].sort((a, b) => b[1] - a[1]).map(([theme]) => theme)
  return findings.toSorted((a, b) => order.indexOf(themeOf(a)) - order.indexOf(themeOf(b)))
}

const citeUnderTheme =
  (sentences: Sentences, main: string | null) =>
  (finding: StoryFinding): CitedText => {
    const { point, members } = finding
    const theme = themeOf(finding)
    const isAlone = members.length === 1 && members[0]!.segments.length === 0
    const named = theme === main ? point : underTheme(sentences, theme, point)
    return {
      text: isAlone ? named : sentences.say('supported', { point: named, support: supportInWords(sentences, members) }),
      insight_ids: insightIds(members),
    }
  }

const citeOutside =
  (sentences: Sentences) =>
  ({ point, members }: StoryFinding): CitedText => ({
    text: sentences.say('supported_outside', { point, support: supportInWords(sentences, members) }),
    insight_ids: insightIds(members),
  })
