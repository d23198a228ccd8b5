import { compareInsights, type Comparison } from '#engine/story/bears-out.ts'
import type { CitedText, Evidence, Story } from '#engine/story/types.ts'

/*
 * Checks every sentence of a story against the insights it cites: parses it and computes its claim anew. A sentence of
 * an unknown pattern is a problem, so that a new sentence needs a check here. Only the rule that decides what bears out
 * a point is taken from the engine; test/planning/bears-out.test.ts tests that.
 */

type Context = {
  evidence: readonly Evidence[]
  others: readonly Evidence[]
  comparison: Comparison<Evidence>
  /** Sources of the points stated so far as shared, and other possible ones with the same name. */
  shared: { source: Evidence; sameName: readonly Evidence[] }[]
  listed: Set<Evidence>
  previous: 'shared' | 'other'
}
type Groups = Record<string, string | undefined>
type Pattern = { pattern: RegExp; check(groups: Groups, cited: readonly Evidence[], context: Context): boolean }

const distinct = <T>(values: readonly T[]) => [...new Set(values)]
const contactsOf = (insights: readonly Evidence[]) => distinct(insights.flatMap((one) => one.contact_id ?? []))
const people = (insights: readonly Evidence[]) => distinct(insights.map((one) => one.contact_id ?? one.id)).length
const isAnonymous = (one: Evidence) => one.contact_id === null
const sameSet = (a: readonly Evidence[], b: readonly Evidence[]) =>
  a.length === new Set(a).size && a.length === b.length && a.every((one) => b.includes(one))
const plural = (count: number, word: string) => (count === 1 ? word : `${word}s`)
const bare = (name: string) => name.replace(/[\s.!?…。]+$/u, '') || name

/** The number of customers, which all must be known, or of insights. */
function countAs(word: string, insights: readonly Evidence[]): number {
  if (/^insights?$/.test(word)) return insights.length
  return insights.some(isAnonymous) ? Number.NaN : contactsOf(insights).length
}
const unit = (insights: readonly Evidence[]) => (insights.some(isAnonymous) ? 'insight' : 'customer')

const complaints = ['BUGS_AND_ERRORS', 'USABILITY_ISSUES', 'PAIN_POINTS']
const isPositive = (one: Evidence) =>
  one.sentiment === 'POSITIVE' && ![...complaints, 'FEATURE_REQUESTS'].includes(one.category)
const isNegative = (one: Evidence) =>
  one.sentiment === 'NEGATIVE' && !['DELIGHTS', 'FEATURE_REQUESTS'].includes(one.category)
const sentimentOf = (word: string) => word.toUpperCase()
const ofOpinion = (word: string) => (word === 'positive' ? isPositive : isNegative)
const majority = ({ evidence }: Context) =>
  Math.sign(evidence.filter(isPositive).length - evidence.filter(isNegative).length)

const shareTopic = (a: Evidence, b: Evidence, { comparison }: Context) =>
  (a.subtheme !== null && a.subtheme.id === b.subtheme?.id) || comparison.haveSameTopic(a, b)
/** Opposite opinion of the majority, on the topic of one of it. */
const contradicts = (one: Evidence, word: string, context: Context) =>
  ofOpinion(word)(one) &&
  context.evidence.some(
    (other) => ofOpinion(word === 'positive' ? 'negative' : 'positive')(other) && shareTopic(one, other, context),
  )

/** Cited insights with these names, in every combination where several have the same name. */
function choicesOf(points: string, cited: readonly Evidence[]): Evidence[][] {
  let choices: Evidence[][] = [[]]
  for (const point of points.split('; ')) {
    const named = cited.filter((one) => bare(one.name) === point)
    choices = choices.flatMap((choice) => named.map((one) => [...choice, one]))
  }
  return choices
}

/** Such insights that each cited one bears out one of them. */
const sourcesOf = (points: string, cited: readonly Evidence[], { comparison }: Context) =>
  choicesOf(points, cited).filter((sources) =>
    cited.every((one) => sources.some((source) => comparison.bearsOut(one, source))),
  )

const hasVerb = (verb: string, cited: readonly Evidence[]) => {
  const all = (test: (one: Evidence) => boolean) => cited.every(test)
  if (verb === 'ask for the same thing' || verb === 'requested by ')
    return all((one) => one.category === 'FEATURE_REQUESTS')
  if (verb === 'report the same problem')
    return all((one) => complaints.includes(one.category) && one.sentiment !== 'POSITIVE')
  if (verb === 'praise the same thing') return all((one) => one.category === 'DELIGHTS' && one.sentiment === 'POSITIVE')
  return true
}

/** “4 of 9 customers”, “all 3 insights”, “both customers” */
function isShare(share: string, cited: readonly Evidence[], evidence: readonly Evidence[]): boolean {
  const { own, all, word } = /^(?:(?<own>\d+) of |all )?(?:both |(?<all>\d+) )(?<word>customers?|insights?)$/i.exec(
    share,
  )!.groups as Groups
  const total = all === undefined ? 2 : Number(all)
  const expected = own === undefined ? total : Number(own)
  return (
    word === plural(total, unit(evidence)) &&
    countAs(word!, evidence) === total &&
    countAs(word!, cited) === expected &&
    (own === undefined || expected < total)
  )
}

const inSegment = (segment: string, word: string, insights: readonly Evidence[]) =>
  countAs(
    word,
    insights.filter((one) => one.segments.includes(segment)),
  )

function isMainSegment(text: string | undefined, cited: readonly Evidence[], word: string): boolean {
  if (text === undefined) return true
  const [, quantity, segment] = /^, (most|all|both)(?: of them)? from (.+),$/.exec(text)!
  const [count, all] = [inSegment(segment!, word, cited), countAs(word, cited)]
  if (quantity === 'most') return count * 2 > all && count < all
  return count === all && (quantity === 'both') === (all === 2)
}

const shareText = String.raw`(?<share>(?:[Bb]oth|[Aa]ll \d+|\d+ of \d+) (?:customers?|insights?))`

const monthNames = 'January February March April May June July August September October November December'.split(' ')
function dayOf(text: string): string {
  const [month, day, year] = text.replace(',', '').split(' ')
  const number = monthNames.indexOf(month!) + 1
  return `${year}-${String(number).padStart(2, '0')}-${day!.padStart(2, '0')}`
}
const byTime = (insights: readonly Evidence[]) =>
  insights.toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at))

/** “A (2), B (1) and 2 more” to [['A', '2'], …]. */
const parseList = (text: string) => text.split(/, (?=[^()]*(?:\(|$))| and /)
const catchAll = /everything else|\bother\b(?! (?:points|hand|source))/i
const themesOf = (one: Evidence) => one.themes.filter((theme) => !theme.is_catch_all).map((theme) => theme.name)

const patterns: Pattern[] = [
  {
    pattern: /^There is one insight so far, and it is (?<word>positive|negative|neutral)\.$/,
    check: ({ word }, cited, { evidence }) =>
      evidence.length === 1 && sameSet(cited, evidence) && evidence[0]!.sentiment === sentimentOf(word!),
  },
  {
    pattern:
      /^(?:Of (?<number>\d+)|All (?<every>\d+)|Both) insights(?: from (?<all>\d+) (?<word>customers?)| \((?<known>\d+) of them from (?<some>\d+) (?<word2>customers?)\))?(?:, (?<parts>\d+ (?:is|are) .+)| are (?<only>\w+))\.$/,
    check({ number, every, all, word, known, some, word2, parts: moods, only }, cited, { evidence }) {
      const count = number ?? every ?? '2'
      const named = evidence.filter((one) => !isAnonymous(one))
      const isRightCount =
        all === undefined
          ? some === undefined
            ? named.length === 0
            : Number(known) === named.length &&
              named.length < evidence.length &&
              Number(some) === contactsOf(evidence).length &&
              word2 === plural(Number(some), 'customer')
          : named.length === evidence.length &&
            Number(all) === contactsOf(evidence).length &&
            word === plural(Number(all), 'customer')
      const [, first, verb] = /^(\d+) (is|are) /.exec(moods ?? '2 are ')!
      if (verb !== (first === '1' ? 'is' : 'are') || (only === undefined) === (number === undefined)) return false
      const parts = only ? [`${count} ${only}`] : moods!.replace(/ (?:is|are) /, ' ').split(/, | and /)
      const isRightMood = parts.every((part) => {
        const [number, sentiment] = part.split(' ')
        return evidence.filter((one) => one.sentiment === sentimentOf(sentiment!)).length === Number(number)
      })
      const total = parts.reduce((sum, part) => sum + Number(part.split(' ')[0]), 0)
      const isOnce = distinct(parts.map((part) => part.split(' ')[1])).length === parts.length
      return (
        isRightCount &&
        isRightMood &&
        isOnce &&
        total === evidence.length &&
        Number(count) === total &&
        sameSet(cited, evidence)
      )
    },
  },
  {
    pattern: /^It says: (?<points>.+)\.$/,
    check: ({ points }, cited, { evidence }) =>
      evidence.length === 1 && sameSet(cited, evidence) && bare(evidence[0]!.name) === points,
  },
  {
    pattern: new RegExp(
      `^${shareText}(?<segment>, (?:most of them|all|both) from [^,]+,)? (?<verb>ask for the same thing|report the same problem|praise the same thing|make the same point): (?<point>.+)\\.$`,
    ),
    check({ share, segment, verb, point }, cited, context) {
      const sameName = sourcesOf(point!, cited, context).flat()
      const [source] = sameName
      if (!source || people(cited) < 2) return false
      context.shared.push({ source, sameName })
      for (const one of cited) context.listed.add(one)
      return (
        isShare(share!, cited, context.evidence) &&
        isMainSegment(segment, cited, `${unit(context.evidence)}s`) &&
        hasVerb(verb!, cited) &&
        cited.every((one) => !(source.sentiment === 'POSITIVE' && one.sentiment === 'NEGATIVE')) &&
        cited.every((one) => !(source.sentiment === 'NEGATIVE' && one.sentiment === 'POSITIVE'))
      )
    },
  },
  {
    pattern: /^(?<count>\d+) more (?<word>insights?) (?<verb>touch(?:es)?) on the same subject\.$/,
    check({ count, word, verb }, cited, context) {
      const last = context.shared.at(-1)
      const isNew = cited.every((one) => !context.listed.has(one))
      for (const one of cited) context.listed.add(one)
      return (
        context.previous === 'shared' &&
        isNew &&
        Number(count) === cited.length &&
        word === plural(cited.length, 'insight') &&
        verb === (cited.length === 1 ? 'touches' : 'touch') &&
        cited.every((one) =>
          (last?.sameName ?? []).some((source) => one.subtheme?.id === (source.subtheme?.id ?? null)),
        )
      )
    },
  },
  {
    pattern:
      /^(?<kind>Other points raised|Another point raised|The points raised include|The point raised): (?<points>.+)\.$/,
    check({ kind, points }, cited, context) {
      const isNew = cited.every((one) => !context.listed.has(one))
      for (const one of cited) context.listed.add(one)
      const { bearsOut } = context.comparison
      const repeats = (one: Evidence, others: readonly Evidence[]) =>
        others.some((other) => one !== other && bearsOut(one, other) && bearsOut(other, one))
      const count = points!.split('; ').length
      return (
        isNew &&
        count > 1 === kind!.includes('points') &&
        context.shared.length > 0 === /Other|Another/.test(kind!) &&
        new Set(points!.split('; ')).size === count &&
        sourcesOf(points!, cited, context).some((sources) =>
          sources.every((one) => !repeats(one, sources) && !context.shared.some(({ source }) => bearsOut(one, source))),
        )
      )
    },
  },
  {
    pattern: /^(?<count>\d+) more (?<word>insights?) (?<verb>is|are) left out of this summary\.$/,
    check: ({ count, word, verb }, cited, { listed }) =>
      Number(count) === cited.length &&
      word === plural(cited.length, 'insight') &&
      verb === (cited.length === 1 ? 'is' : 'are') &&
      cited.every((one) => !listed.has(one)),
  },
  {
    pattern: /^By segment, (?<part>.+?) (?<verb>is|are) from (?<list>.+)\.$/,
    check({ part, verb, list }, cited, { evidence }) {
      const word = `${unit(evidence)}s`
      const [main, ...rest] = list!.split(/, (?=\d)| and (?=\d)/)
      const counted = rest.map((one) => /^(\d+) from (.+)$/.exec(one)!)
      const names = [main!, ...counted.map((one) => one[2]!)]
      const inMain = evidence.filter((one) => one.segments.includes(main!))
      return (
        isShare(part!, inMain, evidence) &&
        verb === (countAs(word, inMain) === 1 ? 'is' : 'are') &&
        counted.every(([, count, name]) => Number(count) === inSegment(name!, word, evidence)) &&
        sameSet(
          cited,
          evidence.filter((one) => one.segments.some((segment) => names.includes(segment))),
        )
      )
    },
  },
  {
    pattern:
      /^(?:(?<own>\d+) of (?<all>\d+)|All (?<every>\d+)|(?<both>Both)) insights (?<verb>falls?) under “(?<list>.+)”\.$/,
    check({ own, all, every, both, verb, list }, cited, { evidence }) {
      const [main, ...rest] = list!.split(/”, (?=\d)|” and (?=\d)/)
      const total = both ? '2' : (all ?? every)!
      const first = own ?? total
      const claims = [[first, main!], ...rest.map((part) => part.split(' under “'))] as [string, string][]
      const names = claims.map(([, name]) => name)
      return (
        Number(total) === evidence.length &&
        (own === undefined || Number(own) < evidence.length) &&
        verb === (first === '1' ? 'falls' : 'fall') &&
        claims.every(
          ([count, name]) => Number(count) === evidence.filter((one) => themesOf(one).includes(name)).length,
        ) &&
        sameSet(
          cited,
          evidence.filter((one) => themesOf(one).some((name) => names.includes(name))),
        )
      )
    },
  },
  {
    pattern: /^They were given between (?<from>\w+ \d+(?:, \d{4})?) and (?<to>\w+ \d+, \d{4})\.$/,
    check({ from, to }, cited, { evidence }) {
      const inOrder = byTime(evidence)
      const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
      return (
        cited.length === 2 &&
        first.occurred_at.slice(0, 10) === dayOf(/\d{4}$/.test(from!) ? from! : `${from}, ${to!.slice(-4)}`) &&
        last.occurred_at.slice(0, 10) === dayOf(to!) &&
        cited[0]!.occurred_at === first.occurred_at &&
        cited[1]!.occurred_at === last.occurred_at
      )
    },
  },
  {
    pattern:
      /^(?:Their number (?<trend>rose|fell) from (?<from>\d+) to (?<now>\d+)|There (?<verb>was|were) (?<count>\d+) (?<word>insights?)) in the 30 days to (?<to>\w+ \d+, \d{4})(?:, compared with the 30 days before| and (?<then>\d+) in the 30 days before)\.$/,
    check({ trend, from, now: risen, verb, count, word, to, then: steady }, cited, { evidence }) {
      const [recent, before] = trend ? [risen, from] : [count, steady]
      if (!trend && (word !== plural(Number(count), 'insight') || verb !== (count === '1' ? 'was' : 'were')))
        return false
      const last = byTime(evidence).at(-1)!
      const days = (one: Evidence) => (Date.parse(last.occurred_at) - Date.parse(one.occurred_at)) / 86_400_000
      const [now, then] = [Number(recent), Number(before)]
      return (
        last.occurred_at.slice(0, 10) === dayOf(to!) &&
        evidence.filter((one) => days(one) < 30).length === now &&
        evidence.filter((one) => days(one) >= 30 && days(one) < 60).length === then &&
        (trend === 'rose') === now >= 1.5 * then &&
        (trend === 'fell') === then >= 1.5 * now &&
        sameSet(
          cited,
          evidence.filter((one) => days(one) < 60),
        )
      )
    },
  },
  {
    pattern: /^(?:They|(?<some>\d+) of them) came in through (?<list>.+)\.$/,
    check({ some, list }, cited, { evidence }) {
      const withSource = evidence.filter((one) => one.source !== null)
      if (some === undefined ? withSource.length !== evidence.length : Number(some) !== withSource.length) return false
      const parts = parseList(list!)
      const more = /^(\d+) more sources?$/.exec(parts.at(-1)!)
      const named = (more ? parts.slice(0, -1) : parts).map((part) => /^(.+) \((\d+)\)$/.exec(part)!)
      const key = (name: string) => name.toLowerCase().replaceAll(' ', '_')
      const all = distinct(withSource.map((one) => one.source!)).length
      return (
        named.every(
          ([, name, count]) => withSource.filter((one) => one.source === key(name!)).length === Number(count),
        ) &&
        named.length + Number(more?.[1] ?? 0) === all &&
        sameSet(cited, withSource)
      )
    },
  },
  {
    pattern:
      /^(?<where>On the other hand|Outside this evidence), (?<count>\d+) (?<word>customers?|insights?) (?<verb>is|are) (?<opinion>positive|negative)(?<same> about the same subject)?(?<example>, for example)?: (?<points>.+)\.$/,
    check({ where, count, word, verb, opinion, same, example, points }, cited, context) {
      const isOutside = where!.startsWith('Outside')
      const pool = isOutside ? context.others : context.evidence
      return (
        isOutside === (same !== undefined) &&
        cited.every((one) => pool.includes(one)) &&
        word === plural(Number(count), unit(cited)) &&
        countAs(word!, cited) === Number(count) &&
        verb === (count === '1' ? 'is' : 'are') &&
        majority(context) === (opinion === 'positive' ? -1 : 1) &&
        cited.every((one) => contradicts(one, opinion!, context)) &&
        pool.every((one) => cited.includes(one) || !contradicts(one, opinion!, context)) &&
        (example === undefined ? sourcesOf(points!, cited, context) : choicesOf(points!, cited)).length > 0
      )
    },
  },
  {
    pattern: /^None of these insights is (?<opinion>positive|negative)\.$/,
    check: ({ opinion }, cited, { evidence }) =>
      sameSet(cited, evidence) &&
      evidence.every(
        (one) =>
          one.sentiment !== sentimentOf(opinion!) &&
          !(opinion === 'positive' ? ['DELIGHTS'] : complaints).includes(one.category),
      ),
  },
  {
    pattern: /^Opinions differ on the same (?<noun>subjects?): (?<negative>\d+) negative, (?<positive>\d+) positive\.$/,
    check({ noun, negative, positive }, cited, context) {
      const found = ['negative', 'positive'].map((word) =>
        context.evidence.filter((one) => contradicts(one, word, context)),
      )
      return (
        majority(context) === 0 &&
        found[0]!.length === Number(negative) &&
        found[1]!.length === Number(positive) &&
        found.every((list) => list.length > 0) &&
        noun === (found.flat().length === 2 ? 'subject' : 'subjects') &&
        sameSet(cited, found.flat())
      )
    },
  },
]

/** “2 customers, 3 insights; 1 from Startup” */
function isSupport(text: string, cited: readonly Evidence[]): boolean {
  const parsed = /^(\d+) (customers?|insights?)(?:, (\d+) insights)?(?:; (.+))?$/.exec(text)
  if (!parsed) return false
  const [, count, word, insights, segments] = parsed
  const all = Number(count)
  const segmentsAreRight = (segments?.split(/, | and /) ?? []).every((part) => {
    const [, number, segment] = /^(?:(\d+|all) )?from (.+)$/.exec(part) ?? []
    if (segment === undefined) return false
    const expected = number === undefined ? 1 : number === 'all' ? all : Number(number)
    return (number !== undefined || all === 1) && inSegment(segment, word!, cited) === expected
  })
  return (
    word === plural(all, unit(cited)) &&
    countAs(word!, cited) === all &&
    (insights === undefined ? cited.length === all : Number(insights) === cited.length) &&
    segmentsAreRight
  )
}

/** “Theme: Point (support)”; also counter-evidence, which may be outside the evidence. */
function isFinding({ text }: CitedText, cited: readonly Evidence[], context: Context): boolean {
  return cited.some((source) => {
    if (!cited.every((one) => context.comparison.bearsOut(one, source))) return false
    const point = bare(source.name)
    return [point, ...themesOf(source).map((theme) => `${theme}: ${point}`)].some((start) => {
      if (!text.startsWith(start)) return false
      const rest = text.slice(start.length)
      if (rest === '') return cited.length === 1
      const support = /^ \((.+?)(?<outside>; outside this evidence)?\)$/.exec(rest)
      const pool = support?.groups?.['outside'] ? context.others : context.evidence
      return support !== null && isSupport(support[1]!, cited) && cited.every((one) => pool.includes(one))
    })
  })
}

function isTitle(title: string, { evidence, comparison }: Context): boolean {
  const starts = (rest: string, name: string) =>
    rest.endsWith('…') ? bare(name).startsWith(rest.slice(0, -1)) : bare(name) === rest
  const shared = new RegExp(`^(?<point>.+) \\((?<verb>requested by )?${shareText}\\)$`).exec(title)?.groups as
    | Groups
    | undefined
  if (shared)
    return evidence.some((source) => {
      if (!starts(shared['point']!, source.name)) return false
      // Others may already support a finding of their own, never the other way round.
      const bearers = evidence.filter((one) => comparison.bearsOut(one, source))
      const [own] = /^\d+ of/.exec(shared['share']!) ? [Number.parseInt(shared['share']!, 10)] : [undefined]
      const isVerbTrue = shared['verb'] === undefined || bearers.every((one) => one.category === 'FEATURE_REQUESTS')
      const word = `${unit(evidence)}s`
      return (
        isVerbTrue &&
        (own === undefined
          ? isShare(shared['share']!, bearers, evidence)
          : own <= countAs(word, bearers) && shared['share']!.includes(` of ${countAs(word, evidence)} `))
      )
    })
  const topics = /^(?<themes>.+): (?<all>\d+) insights?(?: from (?<people>\d+ customers?))?$/su.exec(title)?.groups
  if (topics) {
    const named = topics['themes']!.split(/, | and /)
    const isOpen = named.at(-1) === 'more'
    const themes = isOpen ? named.slice(0, -1) : named
    return (
      Number(topics['all']) === evidence.length &&
      (topics['people'] === undefined || Number.parseInt(topics['people'], 10) === countAs('customers', evidence)) &&
      themes.every((theme) => evidence.filter((one) => themesOf(one).includes(theme)).length > 1) &&
      isOpen === evidence.some((one) => !themesOf(one).some((theme) => themes.includes(theme)))
    )
  }
  const { rest, more } = /^(?<rest>.+?)(?: \(and (?<more>\d+) more points?\))?$/su.exec(title)!.groups as Groups
  return (
    (more === undefined || Number(more) < evidence.length) &&
    evidence.some((source) =>
      ['', ...themesOf(source).map((theme) => `${theme}: `)].some(
        (prefix) => rest!.startsWith(prefix) && starts(rest!.slice(prefix.length), source.name),
      ),
    )
  )
}

/** What is wrong with the sentences of a story; empty if every claim is true. */
export function problemsOf(story: Story, evidence: readonly Evidence[], others: readonly Evidence[] = []): string[] {
  const inOrder = (insights: readonly Evidence[]) => insights.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const all = [...inOrder(evidence), ...inOrder(others)]
  const byId = new Map(all.map((one) => [one.id, one]))
  const context: Context = {
    evidence,
    others,
    comparison: compareInsights(all),
    shared: [],
    listed: new Set(),
    previous: 'other',
  }
  const problems: string[] = []
  const check = (kind: string, { text, insight_ids }: CitedText, isTrue: (cited: Evidence[]) => boolean) => {
    const cited = insight_ids.map((id) => byId.get(id))
    const isKnown = cited.length > 0 && cited.every((one) => one !== undefined) && new Set(cited).size === cited.length
    if (!isKnown || catchAll.test(text) || !isTrue(cited as Evidence[])) problems.push(`${kind}: ${text}`)
  }
  for (const sentence of story.narrative)
    check('narrative', sentence, (cited) => {
      const found = patterns.filter(({ pattern }) => pattern.test(sentence.text))
      const isTrue = found.some((one) => one.check(one.pattern.exec(sentence.text)!.groups ?? {}, cited, context))
      context.previous = /the same (?:thing|problem|point): /.test(sentence.text) ? 'shared' : 'other'
      return isTrue
    })
  for (const finding of [...story.key_findings, ...story.counter_evidence])
    check('finding', finding, (cited) => isFinding(finding, cited, context))
  const firstFinding = story.key_findings.flatMap((finding) => finding.insight_ids).slice(0, 1)
  check('title', { text: story.title, insight_ids: firstFinding }, () => isTitle(story.title, context))
  for (const { text, insight_id } of story.quotes)
    if (!evidence.some((one) => one.id === insight_id && one.quote_verified && one.quote === text))
      problems.push(`quote: ${text}`)
  return problems
}
