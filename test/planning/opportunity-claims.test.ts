import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpportunityFacts, summaryBlocks, opportunitySummary } from '#engine/opportunity-summary.ts'
import { compareInsights } from '#engine/story/bears-out.ts'
import type { Evidence } from '#engine/story/types.ts'
import { count, daysAgo, factsOf } from './opportunity-facts.ts'
import { randomEvidence, randomNumbers } from './random-evidence.ts'

/* No summary of an opportunity contains a false sentence. */

const numbers = String.raw`(\d+)`
const plural = (n: string, word: string) => (n === '1' ? word : `${word}s`)

/** The day in words as one of ISO 8601; the year may be that of the other day. */
const dayOf = (text: string, other = '') =>
  new Date(`${/\d{4}$/.test(text) ? text : `${text}, ${other.slice(-4)}`} 00:00 UTC`).toISOString().slice(0, 10)

/** The checks of `summaryText`, sentence by sentence; the rest of the text is returned after each. */
function textProblems(text: string, facts: OpportunityFacts, insights: readonly Evidence[]): string[] {
  const problems: string[] = []
  let rest = text
  const take = (pattern: RegExp, isTrue: (match: string[]) => boolean) => {
    const match = pattern.exec(rest)
    if (!match) return false
    rest = rest.slice(match[0].length).trimStart()
    if (!isTrue(match)) problems.push(match[0])
    return true
  }
  const days = insights.map((one) => one.occurred_at.slice(0, 10)).sort()
  const sentiments = (wanted: string) => count(insights, (one) => one.sentiment === wanted)
  const [recent, before] = [
    count(insights, (one) => daysAgo(one) <= 30),
    count(insights, (one) => daysAgo(one) > 30 && daysAgo(one) <= 60),
  ]
  const isDay = String.raw`(\w+ \d+(?:, \d{4})?)`
  const opening = new RegExp(
    `^${numbers} (insights?)(?: \\(${numbers} known (contacts?)\\))? (?:on|between) ${isDay}(?: and ${isDay})?: (?:${numbers} negative)?(?:(?:, | and |)${numbers} positive)?(?:(?: and |)${numbers} neutral)?\\.`,
  )
  take(opening, ([, all, word, contacts, contactWord, from, to, negative, positive, neutral]) => {
    const known = new Set(insights.flatMap((one) => one.contact_id ?? [])).size
    return (
      Number(all) === insights.length &&
      word === plural(all!, 'insight') &&
      Number(contacts ?? 0) === known &&
      (contacts === undefined || contactWord === plural(contacts, 'contact')) &&
      dayOf(from!, to) === days[0] &&
      dayOf(to ?? from!) === days.at(-1) &&
      Number(negative ?? 0) === sentiments('NEGATIVE') &&
      Number(positive ?? 0) === sentiments('POSITIVE') &&
      Number(neutral ?? 0) === sentiments('NEUTRAL')
    )
  })
  take(/^No insights support this yet\./, () => insights.length === 0)
  take(/^None in the last 60 days\./, () => recent + before === 0)
  take(
    /^(\d+) in the last 30 days, as many as in the 30 days before\./,
    ([, n]) => Number(n) === recent && recent === before,
  )
  take(
    /^(\d+) in the last 30 days, (up|down) from (\d+) in the 30 days before\./,
    ([, n, word, m]) =>
      Number(n) === recent && Number(m) === before && (word === 'up' ? recent > before : recent < before),
  )
  take(
    /^It ranks #(\d+) among pain points with an impact of ([\d.]+) of 100(?:, mostly from (\w+)(?: and (\w+))?)?\./,
    ([, rank, score, ...named]) => {
      const chosen = named.filter((one) => one !== undefined)
      const contribution = (name: string) => facts.factors.find((one) => one.factor === name)!.contribution
      const others = facts.factors.filter((one) => !chosen.includes(one.factor))
      return (
        Number(rank) === facts.rank &&
        Number(score) === facts.score &&
        chosen.every((name) => contribution(name) > 0) &&
        others.every((one) => chosen.every((name) => contribution(name) >= one.contribution))
      )
    },
  )
  take(/^(.+?) said: “(.*)”$/su, ([, who, quote]) =>
    insights.some((one) => one.quote === quote && (one.contact_id ?? 'A customer') === who),
  )
  return rest === '' ? problems : [...problems, `unknown: ${rest}`]
}

function pointProblems(items: readonly { text: string; insight_ids: string[] }[], insights: readonly Evidence[]) {
  const plain = insights.map((one) => ({ ...one, quote: null, meaning: null }))
  const { bearsOut } = compareInsights(plain)
  const bare = (name: string) => name.replace(/[\s.!?…。]+$/u, '')
  const isTrue = ({ text, insight_ids }: { text: string; insight_ids: string[] }) => {
    const cited = plain.filter((one) => insight_ids.includes(one.id))
    if (cited.length !== insight_ids.length || cited.length === 0) return false
    const about = /^(?:(\d+) of (\d+)|[Aa]ll (\d+)|Both) (insights?) (is|are) about “(.+)”\.$/.exec(text)
    if (about) {
      const [, part, total, every = '2', word, verb, name] = about
      const [n, all] = [part ?? every, total ?? every]
      const members = plain.filter((one) => one.themes.some((theme) => theme.name === name && !theme.is_catch_all))
      return (
        !/^(?:other|everything else)$/i.test(name!) &&
        Number(n) === members.length &&
        Number(all) === insights.length &&
        word === plural(all!, 'insight') &&
        verb === (n === '1' ? 'is' : 'are') &&
        cited.every((one) => members.includes(one))
      )
    }
    const shared = /^(.+) \((\d+) insights\)$/.exec(text)
    if (!shared) return cited.length === 1 && cited[0]!.name === text
    return (
      Number(shared[2]) >= 2 &&
      (Number(shared[2]) === cited.length || (cited.length === 20 && Number(shared[2]) > 20)) &&
      plain.some((source) => bare(source.name) === shared[1] && cited.every((one) => bearsOut(one, source)))
    )
  }
  return items.filter((item) => !isTrue(item)).map(({ text }) => text)
}

function problemsOf(
  text: string,
  blocks: ReturnType<typeof summaryBlocks>,
  facts: OpportunityFacts,
  insights: Evidence[],
) {
  const summary = blocks.find((block) => block.type === 'summary')!
  const points = blocks.find((block) => block.type === 'key_points')
  return [
    ...textProblems(text, facts, insights),
    ...textProblems(summary.text, facts, insights),
    ...pointProblems(points?.items ?? [], insights),
  ]
}

test('every sentence about a thousand random opportunities is true of its insights', () => {
  const kinds = { shared: 0, about: 0, up: 0, down: 0 }
  for (let seed = 0; seed < 1000; seed++) {
    const random = randomNumbers(seed)
    const insights = seed % 50 === 0 ? [] : randomEvidence(random)
    const facts = factsOf(insights, random)
    const [text, blocks] = [opportunitySummary(facts), summaryBlocks(facts)]
    assert.deepEqual(problemsOf(text, blocks, facts, insights), [], `seed ${seed}`)
    const all = JSON.stringify(blocks)
    if (/\(\d+ insights\)"/.test(all)) kinds.shared++
    if (all.includes(' about ')) kinds.about++
    if (text.includes(' up from ')) kinds.up++
    if (text.includes(' down from ')) kinds.down++
  }
  for (const [kind, n] of Object.entries(kinds)) assert.ok(n > 10, `${kind}: ${n}`)
})

test('the check finds wrong numbers, catch-all themes and unknown sentences', () => {
  for (let seed = 1; seed < 50; seed++) {
    const random = randomNumbers(seed)
    const insights = randomEvidence(random)
    const facts = factsOf(insights, random)
    const [text, blocks] = [opportunitySummary(facts), summaryBlocks(facts)]
    const isWrong = (changed: string) => problemsOf(changed, blocks, facts, insights).length > 0
    const [statement] = text.split(' said: “')
    for (const { index, 0: number } of statement!.matchAll(
      /(?<![\d.])\d+(?= (?:insight|known|negative|positive|neutral|in the))/g,
    ))
      assert.ok(isWrong(`${text.slice(0, index)}${Number(number) + 1}${text.slice(index + number.length)}`), text)
    assert.ok(isWrong(`${text} Everybody loves it.`))
    const points = blocks.find((block) => block.type === 'key_points')!
    for (const [n, item] of points.items.entries()) {
      const change = (changed: string) =>
        pointProblems(
          points.items.map((one, m) => (m === n ? { ...one, text: changed } : one)),
          insights,
        )
      assert.notDeepEqual(change(`${item.text} (99 insights)`), [])
      assert.notDeepEqual(change(`${insights.length} of ${insights.length} insights are about Everything else.`), [])
    }
  }
})
