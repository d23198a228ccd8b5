import { byId, type Finding, idsOf, voicesOf } from './story-findings.ts'
import {
  are,
  counted,
  dayInWords,
  listed,
  points,
  segmentsOf,
  sourceInWords,
  tallied,
  voices,
  voicesInWords,
  who,
} from './story-words.ts'
import type { Cited, Evidence, Story } from './story.ts'

/* The story sentence by sentence, each with the insights it rests on: how much there is, when and from whom, what they say, what speaks against it. */

export type Told = {
  insights: readonly Evidence[]
  stats: Story['stats']
  findings: readonly Finding[]
  counter: readonly Finding[]
  outside: readonly Finding[]
}

export const narrativeOf = (told: Told): Cited[] => [
  opening(told),
  ...found(told),
  ...from(told.insights),
  ...about(told.insights),
  ...inTime(told.insights),
  ...cameBy(told.insights),
  ...against(told),
]

const moodsOf = (found: Story['stats']['sentiment_breakdown']) =>
  (['negative', 'positive', 'neutral'] as const)
    .filter((mood) => found[mood] > 0)
    .sort((a, b) => found[b] - found[a])
    .map((mood) => `${found[mood]} ${mood}`)

function opening({ insights, stats }: Told): Cited {
  const insight_ids = idsOf(insights)
  const moods = moodsOf(stats.sentiment_breakdown)
  if (insights.length === 1)
    return { text: `This rests on a single insight, a ${moods[0]!.slice(2)} one.`, insight_ids }
  const unnamed = insights.filter((one) => one.contact_id === null).length
  const people = [
    ...(stats.contact_count > 0 ? [counted(stats.contact_count, 'customer')] : []),
    ...(stats.contact_count > 0 && unnamed > 0 ? [counted(unnamed, 'unnamed voice')] : []),
  ]
  const verb = stats.contact_count + unnamed === 1 ? 'speaks' : 'speak'
  const subject =
    people.length > 0
      ? `${listed(people)} ${verb} of this in ${counted(insights.length, 'insight')}`
      : `${counted(insights.length, 'insight')} speak of this`
  return { text: `${subject}: ${moods.length === 1 ? `all ${moods[0]!.split(' ')[1]!}` : listed(moods)}.`, insight_ids }
}

const maxSources = 3

function cameBy(insights: readonly Evidence[]): Cited[] {
  const told = insights.filter((one) => one.source !== null)
  const sources = tallied(told.map((one) => one.source!))
  if (sources.length < 2) return []
  const named = sources.slice(0, maxSources).map(([source, count]) => `${sourceInWords(source)} (${count})`)
  const rest = sources.length - named.length
  return [
    {
      text: `It came through ${listed([...named, ...(rest > 0 ? [counted(rest, 'other source')] : [])])}.`,
      insight_ids: idsOf(told),
    },
  ]
}

const dayMs = 86_400_000
const window = 30 * dayMs
/** Fewer in both windows together say nothing about where it goes. */
const minForTrend = 6
const shortTime = 45

/** Told from the last of them and not from today: the same evidence tells the same story tomorrow. */
function inTime(insights: readonly Evidence[]): Cited[] {
  const inOrder = [...insights].sort((a, b) =>
    a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : byId(a, b),
  )
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
  if (first.occurred_at.slice(0, 10) === last.occurred_at.slice(0, 10)) return []
  const days = Math.ceil((Date.parse(last.occurred_at) - Date.parse(first.occurred_at)) / dayMs)
  const span =
    days <= shortTime
      ? {
          text: `All of it was said within ${counted(days, 'day')}, up to ${dayInWords(last.occurred_at)}.`,
          insight_ids: [first.id, last.id],
        }
      : {
          text: `The first of it dates from ${dayInWords(first.occurred_at)}, the latest from ${dayInWords(last.occurred_at)}.`,
          insight_ids: [first.id, last.id],
        }
  const end = Date.parse(last.occurred_at)
  const age = (one: Evidence) => end - Date.parse(one.occurred_at)
  const [recent, before] = [
    inOrder.filter((one) => age(one) < window),
    inOrder.filter((one) => age(one) >= window && age(one) < 2 * window),
  ]
  if (age(first) < 2 * window || recent.length + before.length < minForTrend) return [span]
  return [
    span,
    {
      text: `${trendOf(recent.length, before.length)}: ${recent.length} in the last 30 days of that time, ${before.length} in the 30 days before.`,
      insight_ids: idsOf([...recent, ...before]),
    },
  ]
}

const trendOf = (recent: number, before: number) =>
  recent >= 1.5 * before ? 'It is growing' : before >= 1.5 * recent ? 'It is fading' : 'It keeps coming'

const maxThemes = 3

function about(insights: readonly Evidence[]): Cited[] {
  const themed = insights.filter((one) => one.theme !== null)
  const themes = tallied(themed.map((one) => one.theme!))
  if (themes.length === 0 || insights.length === 1) return []
  const [theme, count] = themes[0]!
  if (count === insights.length) return [{ text: `All of it is about ${theme}.`, insight_ids: idsOf(themed) }]
  const others = themes.slice(1, maxThemes).map(([name, size]) => `${size} about ${name}`)
  const named = new Set(themes.slice(0, maxThemes).map(([name]) => name))
  return [
    {
      text: `${listed([`${count} of the ${counted(insights.length, 'insight')} ${are(count)} about ${theme}`, ...others])}.`,
      insight_ids: idsOf(themed.filter((one) => named.has(one.theme!))),
    },
  ]
}

function from(insights: readonly Evidence[]): Cited[] {
  const segments = segmentsOf(insights)
  if (segments.length === 0 || insights.length === 1) return []
  const { count, noun } = voices(insights, true)
  const parts = segments.map(([segment, size], place) =>
    place === 0 ? `${size} of ${counted(count, noun)} ${are(size)} in ${segment}` : `${size} in ${segment}`,
  )
  const names = new Set(segments.map(([segment]) => segment))
  return [
    {
      text: `${listed(parts)}.`,
      insight_ids: idsOf(insights.filter((one) => one.segments.some((segment) => names.has(segment)))),
    },
  ]
}

const maxTold = 5
const mostAlone = 4

function found({ insights, findings }: Told): Cited[] {
  if (insights.length === 1) return [{ text: `It says: ${findings[0]!.point}.`, insight_ids: idsOf(insights) }]
  const shared = findings.filter(({ members }) => voicesOf(members) > 1)
  const alone = findings.filter(({ members }) => voicesOf(members) === 1)
  const rest = [...shared.slice(maxTold), ...alone.slice(mostAlone)].flatMap(({ members }) => members)
  return [
    ...shared.slice(0, maxTold).map((finding, place) => saidBy(finding, place, insights)),
    ...single(alone.slice(0, mostAlone), shared.length > 0),
    ...besides(rest),
  ]
}

const saidBy = ({ point, members }: Finding, place: number, all: readonly Evidence[]): Cited => ({
  text: `${who(members, all)} ${place === 0 ? 'make the same point' : 'say'}: ${point}.`,
  insight_ids: idsOf(members),
})

function single(findings: readonly Finding[], afterOthers: boolean): Cited[] {
  if (findings.length === 0) return []
  const begin =
    findings.length === 1
      ? afterOthers
        ? 'One voice adds'
        : 'One voice says'
      : afterOthers
        ? 'Single voices add'
        : 'Each of these comes from one voice'
  return [{ text: `${begin}: ${points(findings)}.`, insight_ids: idsOf(findings.flatMap(({ members }) => members)) }]
}

function besides(insights: readonly Evidence[]): Cited[] {
  if (insights.length === 0) return []
  return [
    {
      text: `${counted(insights.length, 'more insight')} ${insights.length === 1 ? 'makes another point' : 'make other points'}.`,
      insight_ids: idsOf(insights),
    },
  ]
}

const maxOpposed = 2
/** Among fewer it says nothing that nobody disagrees. */
const minToMiss = 3

function against({ insights, stats, counter, outside }: Told): Cited[] {
  const { positive, negative } = stats.sentiment_breakdown
  if (positive + negative === 0) return []
  if (positive === negative)
    return [
      {
        text: `Opinion is divided: ${negative} negative, ${positive} positive.`,
        insight_ids: idsOf(insights.filter((one) => one.sentiment !== 'NEUTRAL')),
      },
    ]
  const mood = positive > negative ? 'negative' : 'positive'
  const inside = counter.flatMap(({ members }) => members)
  const beyond = outside.flatMap(({ members }) => members)
  return [
    ...(inside.length > 0
      ? [
          {
            text: `On the other hand, ${voicesInWords(inside)} ${are(voicesOf(inside))} ${mood}: ${points(counter.slice(0, maxOpposed))}.`,
            insight_ids: idsOf(inside),
          },
        ]
      : insights.length >= minToMiss && stats.sentiment_breakdown[mood] === 0
        ? [{ text: `Nobody among this evidence is ${mood} about it.`, insight_ids: idsOf(insights) }]
        : []),
    ...(beyond.length === 0
      ? []
      : [
          {
            text: `Outside this evidence, ${voicesInWords(beyond)} ${are(voicesOf(beyond))} ${mood} on the same subject: ${points(outside.slice(0, maxOpposed))}.`,
            insight_ids: idsOf(beyond),
          },
        ]),
  ]
}
