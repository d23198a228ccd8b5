import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import { buildStory } from '#engine/story/build-story.ts'
import type { Evidence, Story } from '#engine/story/types.ts'
import { randomEvidence, randomNumbers } from './random-evidence.ts'
import { problemsOf } from './story-claims.ts'

/* No story contains a false sentence. */

const groups = 1000
const randomGroup = (seed: number): [Evidence[], Evidence[]] => {
  const random = randomNumbers(seed)
  const evidence = randomEvidence(random)
  const others = random() < 0.5 ? randomEvidence(random, 'o', Math.floor(random() * 6)) : []
  return [evidence, others]
}
/** As the page of a subtheme builds it: one subtheme, no themes. */
const asSubtheme = (evidence: readonly Evidence[]) =>
  evidence.map((one) => ({ ...one, themes: [], subtheme: { id: 's', name: 'Exports' } }))

test('every sentence about a thousand random groups is true of its members', () => {
  const kinds = new Set<string>()
  for (let seed = 0; seed < groups; seed++) {
    const [evidence, others] = randomGroup(seed)
    for (const [own, beyond] of [
      [evidence, others],
      [asSubtheme(evidence), []],
    ] as const) {
      const story = buildStory(own, beyond)
      assert.deepEqual(problemsOf(story, own, beyond), [], `seed ${seed}`)
      for (const { text } of story.narrative) kinds.add(kindOf(text))
    }
  }
  // Each sentence has occurred, so that each check was used.
  for (const kind of sentenceKinds) assert.ok(kinds.has(kind), kind)
})

const sentenceKinds = [
  'There is one insight',
  'insights are negative',
  'ask for the same thing',
  'report the same problem',
  'praise the same thing',
  'make the same point',
  'touch on the same subject',
  'Other points raised',
  'Another point raised',
  'The points raised include',
  'The point raised',
  'left out of this summary',
  'By segment',
  'All insights fall under',
  'insights fall under',
  'They were given between',
  'number rose',
  'number fell',
  'There were',
  'They came in through',
  'of them came in through',
  'On the other hand',
  'Outside this evidence',
  'None of these insights',
  'Opinions differ',
]
const kindOf = (text: string) =>
  sentenceKinds.find((kind) => text.replace(/^All \d+ /, 'All ').includes(kind)) ?? 'another'

const changedStory = (story: Story, n: number, change: (sentence: Story['narrative'][number]) => unknown): Story => ({
  ...story,
  narrative: story.narrative.map((one, m) => (m === n ? { ...one, ...(change(one) as object) } : one)),
})

/** Each makes a true sentence false. */
const otherWords = [
  [' negative', ' positive'],
  [' positive', ' negative'],
  ['rose', 'fell'],
  ['fell', 'rose'],
  ['most of them from', 'all from'],
  ['all from', 'most of them from'],
  ['customers', 'insights'],
  ['insights', 'customers'],
  ['“Export”', '“Everything else”'],
  ['“Export”', '“Billing, Export”'],
  ['May ', 'June '],
  ['The points raised include', 'Other points raised'],
  ['the same point: ', 'the same point: Not '],
  ['On the other hand', 'Outside this evidence'],
] as const

function withoutFirstPerson(ids: readonly string[], insights: readonly Evidence[]): string[] {
  const person = (id: string) => insights.find((one) => one.id === id)!.contact_id ?? id
  return ids.filter((id) => person(id) !== person(ids[0]!))
}

test('the check finds every wrong number, wrong citation and unknown sentence', () => {
  let changes = 0
  for (let seed = 0; seed < 60; seed++) {
    const [evidence, others] = randomGroup(seed)
    const story = buildStory(evidence, others)
    for (const [n, { text, insight_ids }] of story.narrative.entries()) {
      const wrong: [string, Story][] = []
      for (const { index, 0: number } of text.matchAll(/\d+/g)) {
        const changed = `${text.slice(0, index)}${Number(number) + 1}${text.slice(index + number.length)}`
        wrong.push([changed, changedStory(story, n, () => ({ text: changed }))])
      }
      for (const [word, other] of otherWords)
        if (text.includes(word)) {
          const changed = text.replace(word, other)
          wrong.push([changed, changedStory(story, n, () => ({ text: changed }))])
        }
      const fewer = withoutFirstPerson(insight_ids, [...evidence, ...others])
      if (fewer.length > 0)
        wrong.push([`${text} cites too few`, changedStory(story, n, () => ({ insight_ids: fewer }))])
      wrong.push([`unknown: ${text}`, changedStory(story, n, () => ({ text: `Surely ${text}` }))])
      for (const [what, one] of wrong) {
        changes++
        assert.notDeepEqual(problemsOf(one, evidence, others), [], `seed ${seed}: ${what}`)
      }
    }
  }
  assert.ok(changes > 1000, `${changes} changes`)
})

test('the description of a subtheme quotes its members and says nothing else', () => {
  for (let seed = 0; seed < groups; seed++) {
    const quotes = randomEvidence(randomNumbers(seed)).flatMap(({ quote }) => quote ?? [])
    const description = describeSubtheme('Exports', quotes)
    if (quotes.length === 0) assert.equal(description, '')
    else {
      assert.match(description, /^In customers’ words: “[^”]+”(?:; “[^”]+”){0,2}\.$/)
      for (const [, quoted] of description.matchAll(/“([^”]+)”/g))
        assert.ok(
          quotes.some((quote) => quote.trim().startsWith(quoted!) && quote.length - quoted!.length < 9),
          quoted,
        )
    }
  }
})
