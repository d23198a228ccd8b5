import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opportunitySummary, summaryBlocks } from '#engine/opportunity-summary.ts'
import { buildStory } from '#engine/story/build-story.ts'
import type { CitedText, Evidence, Story } from '#engine/story/types.ts'
import { languagesOf } from '#i18n/texts.ts'
import { factsOf } from './opportunity-facts.ts'
import { randomEvidence, randomNumbers } from './random-evidence.ts'
import { englishReader } from './read-in-english.ts'
import { problemsOf } from './story-claims.ts'

/* No text in another language says more than the English one, whose sentences are checked against the evidence. */

const languages = languagesOf('evidence_story').filter((language) => language !== 'en')
const groups = 1000

/** Without vectors, which decide what is alike in every language and take most of the time. */
function randomGroup(seed: number): [Evidence[], Evidence[]] {
  const random = randomNumbers(seed)
  const plain = (insights: Evidence[]) => insights.map((one) => ({ ...one, meaning: null }))
  const evidence = randomEvidence(random)
  return [plain(evidence), random() < 0.5 ? plain(randomEvidence(random, 'o', Math.floor(random() * 6))) : []]
}

const randomGroups = Array.from({ length: groups }, (_, seed) => randomGroup(seed))

const ids = (cited: readonly CitedText[]) => cited.map(({ insight_ids }) => insight_ids)
const texts = (cited: readonly CitedText[]) => cited.map(({ text }) => text)

test('stories and summaries have the same languages', () => {
  assert.deepEqual(languagesOf('evidence_story'), ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'])
  assert.deepEqual(languagesOf('opportunity'), languagesOf('evidence_story'))
})

const english: Story[] = []
test('the English stories are true of a thousand random groups', () => {
  for (let seed = 0; seed < groups; seed++) {
    const [evidence, others] = randomGroups[seed]!
    const story = buildStory(evidence, others)
    assert.deepEqual(problemsOf(story, evidence, others), [], `seed ${seed}`)
    english.push(story)
  }
})

for (const language of languages) {
  const reader = englishReader(language)
  const finding = (text: string) => reader.finding(text) ?? text
  /** What the story says, in English. */
  const read = ({ title, narrative, key_findings, counter_evidence }: Story) => ({
    title: reader.title(title) ?? title,
    narrative: narrative.map(({ text }) => reader.sentence(text) ?? `unknown: ${text}`),
    key_findings: texts(key_findings).map(finding),
    counter_evidence: texts(counter_evidence).map(finding),
  })

  test(`${language}: every sentence about a thousand random groups says what the English one says`, () => {
    for (let seed = 0; seed < groups; seed++) {
      const story = buildStory(...randomGroups[seed]!, language)
      const { title, narrative, key_findings, counter_evidence, ...others } = english[seed]!
      assert.deepEqual(
        read(story),
        {
          title,
          narrative: texts(narrative),
          key_findings: texts(key_findings),
          counter_evidence: texts(counter_evidence),
        },
        `seed ${seed}`,
      )
      assert.deepEqual(
        [ids(story.narrative), ids(story.key_findings), ids(story.counter_evidence), story.quotes, story.stats],
        [ids(narrative), ids(key_findings), ids(counter_evidence), others.quotes, others.stats],
      )
    }
  })

  test(`${language}: a wrong number or other words are noticed`, () => {
    for (let seed = 0; seed < 60; seed++)
      for (const { text } of buildStory(...randomGroups[seed]!, language).narrative) {
        const said = reader.sentence(text)
        for (const { index, 0: number } of text.matchAll(/\d+/g)) {
          const changed = `${text.slice(0, index)}${Number(number) + 1}${text.slice(index + number.length)}`
          assert.notEqual(reader.sentence(changed), said, changed)
        }
        assert.equal(reader.sentence(`Surely ${text}`), undefined, text)
      }
  })

  test(`${language}: random opportunities are described as in English`, () => {
    const counts = [/^(?:evidence_|no_insights)/, /^recent_/]
    for (let seed = 0; seed < 300; seed++) {
      const random = randomNumbers(seed)
      const insights = seed % 50 === 0 ? [] : randomEvidence(random).map((one) => ({ ...one, meaning: null }))
      const facts = factsOf(insights, random)
      const begin = insights.length === 0 ? counts.slice(0, 1) : counts
      const impact = facts.rank !== null && insights.length > 0 ? [/^rank/] : []
      const quote = facts.quotes.slice(0, 1).map((one) => (one.contact_name === null ? /^said$/ : /^said_by$/))
      assert.equal(
        reader.readAll(opportunitySummary(facts, language), [...begin, ...impact, ...quote]),
        opportunitySummary(facts),
        opportunitySummary(facts, language),
      )
      const [own, original] = [summaryBlocks(facts, language), summaryBlocks(facts)]
      assert.deepEqual(
        own.map((block) => {
          if (block.type === 'summary') return reader.readAll(block.text, begin)
          if (block.type !== 'key_points') return block
          return block.items.map(({ text }) => reader.sentence(text) ?? reader.finding(text) ?? text)
        }),
        original.map((block) => {
          if (block.type === 'summary') return block.text
          return block.type === 'key_points' ? texts(block.items) : block
        }),
        `seed ${seed}`,
      )
    }
  })
}
