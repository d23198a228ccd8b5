import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionsConcept } from '#engine/ask/expand-synonyms.ts'
import { speaksOf, topicSenses } from '#engine/ask/topic-senses.ts'
import type { KnownName } from '#engine/ask/find-names.ts'
import { findPeriod } from '#engine/ask/parse-period.ts'
import { parseQuestion, understoodFilters } from '#engine/ask/parse-question.ts'
import { type EvidenceGroup, writeAbstention, writeAnswer } from '#engine/ask/write-answer.ts'

/** A Tuesday. */
const now = new Date('2026-11-17T11:00:00Z')
const day = (at: string | null | undefined) => at?.replace('T00:00:00.000Z', '') ?? '..'

const periodOf = (question: string, at = now) => {
  const found = findPeriod(question, at)
  return found && `${day(found.value.from)}/${day(found.value.to)}`
}

test('periods in questions are read in UTC', () => {
  for (const [question, period] of [
    ['top complaints this month', '2026-11-01/2026-12-01'],
    ['How many people asked for dark mode since May?', '2026-05-01/..'],
    ['how many asked since may', '2026-05-01/..'],
    ['which bugs were reported last week on iOS?', '2026-11-09/2026-11-16'],
    ['this week', '2026-11-16/2026-11-23'],
    ['most requested features in Q3', '2026-07-01/2026-10-01'],
    ['in Q4 2025', '2025-10-01/2026-01-01'],
    ['the first quarter of 2025', '2025-01-01/2025-04-01'],
    ['last quarter', '2026-07-01/2026-10-01'],
    ['in the second half? no, in H1 2026', '2026-01-01/2026-07-01'],
    ['last month', '2026-10-01/2026-11-01'],
    ['previous year', '2025-01-01/2026-01-01'],
    ['in 2025', '2025-01-01/2026-01-01'],
    ['in December', '2025-12-01/2026-01-01'],
    ['in November', '2026-11-01/2026-12-01'],
    ['complaints of May 2025', '2025-05-01/2025-06-01'],
    ['between March and May', '2026-03-01/2026-06-01'],
    ['between November and February', '2025-11-01/2026-03-01'],
    ['from 1 March to 15 April 2026', '2026-03-01/2026-04-16'],
    ['before June', '../2026-06-01'],
    ['until June 2025', '../2025-07-01'],
    ['after 3 May', '2026-05-04/..'],
    ['on May 3rd', '2026-05-03/2026-05-04'],
    ['on the 3rd of May', '2026-05-03/2026-05-04'],
    ['since 2026-02-28', '2026-02-28/..'],
    ['in 2026-02', '2026-02-01/2026-03-01'],
    ['today', '2026-11-17/2026-11-18'],
    ['yesterday', '2026-11-16/2026-11-17'],
    ['since Monday', '2026-11-16/..'],
    ['since Tuesday', '2026-11-10/..'],
    ['on 31 February', '2026-02-01/2026-03-01'],
    ['two weeks ago', '2026-11-02/2026-11-09'],
  ] as const)
    assert.equal(periodOf(question), period, question)
  assert.equal(periodOf('last 30 days'), '2026-10-18T11:00:00.000Z/2026-11-17T11:00:00.000Z')
  assert.equal(periodOf('over the past two weeks'), '2026-11-03T11:00:00.000Z/2026-11-17T11:00:00.000Z')
  assert.equal(periodOf('in the last month'), '2026-10-17T11:00:00.000Z/2026-11-17T11:00:00.000Z')
  assert.equal(periodOf('lately'), '2026-10-18T11:00:00.000Z/2026-11-17T11:00:00.000Z')
  assert.equal(periodOf('in the last month', new Date('2026-03-31T12:00:00Z'))!.slice(0, 10), '2026-02-28')
  assert.equal(periodOf('last week', new Date('2026-01-01T00:00:00Z')), '2025-12-22/2025-12-29')
})

test('words that only look like periods are none', () => {
  for (const question of [
    'What may customers want?',
    'May I ask what users say?',
    'March of the penguins',
    'how long does the battery last?',
    'Does a charge last a week?',
    'the today view',
    'What do people say about the this week widget?',
    'the week view',
    'In the May release',
    'since the update',
    'between you and me',
    'of 30 users',
    'version 2025',
    'the weekly report',
    'What does June Carter say?',
    'error 2024-99',
  ])
    assert.equal(periodOf(question), undefined, question)
})

const names: readonly KnownName[] = [
  { kind: 'segment', name: 'Enterprise customers', value: 'segment-1' },
  { kind: 'segment', name: 'SMB', value: 'segment-2' },
  { kind: 'company', name: 'ACME Corp', value: 'acme corp' },
  { kind: 'company', name: 'Export', value: 'export' },
  { kind: 'plan', name: 'enterprise', value: 'enterprise' },
  { kind: 'plan', name: 'Free', value: 'free' },
  { kind: 'contact', name: 'Ana Lima', value: 'contact-1' },
  { kind: 'source', name: 'zendesk', value: 'zendesk' },
  { kind: 'source', name: 'app_store', value: 'app_store' },
  { kind: 'tag', name: 'ios', value: 'ios' },
]

/** The intent, topic and filters of a question, such as `rank | dark mode | segment SMB`. */
const read = (question: string, known = names) => {
  const parsed = parseQuestion(question, { now, names: known })
  const labels = understoodFilters(parsed, now).map(({ label }) => label)
  const intent = parsed.intent === 'count' ? `count ${parsed.unit}` : parsed.intent
  return [intent, parsed.topic, labels.join('; ')].join(' | ')
}
const troubles = 'pain points or bugs and errors or usability issues'
const praise = 'delights or general feedback; positive'

test('questions about segments, periods and rankings', () => {
  for (const [question, expected] of [
    ['top complaints this month', 'rank |  | negative; since 1 Nov 2026'],
    ['what do enterprise customers want?', 'describe |  | feature requests; segment Enterprise customers'],
    [
      'how many people asked for dark mode since May?',
      'count contacts | dark mode | feature requests; since 1 May 2026',
    ],
    ['biggest pain points of ACME Corp', 'rank |  | pain points; company ACME Corp'],
    ['which bugs were reported last week on iOS?', 'describe |  | bugs and errors; tag ios; 9 Nov 2026 to 15 Nov 2026'],
    ['what do promoters like?', `describe |  | ${praise}; NPS promoters`],
    ["NPS detractors' main issues", `rank |  | ${troubles}; NPS detractors`],
    [
      'most requested features in Q3 by German customers',
      'rank |  | feature requests; country Germany; 1 Jul 2026 to 30 Sept 2026',
    ],
    ['What do users on the free plan say about pricing?', 'describe | pricing | plan Free'],
    ['What do customers on the Enterprise plan complain about?', 'describe |  | negative; plan enterprise'],
    ['What do Zendesk tickets say about billing?', 'describe | billing | source zendesk'],
    [
      'Top 5 feature requests from the App Store in 2026',
      'rank |  | feature requests; source app_store; since 1 Jan 2026',
    ],
    ['What does Ana Lima dislike?', 'describe |  | negative; contact Ana Lima'],
    ['How often do SMB users mention the calendar?', 'count insights | calendar | segment SMB'],
    ['How many bugs were reported yesterday?', 'count insights |  | bugs and errors; 16 Nov 2026'],
    ['negative feedback from Germany and France', 'describe |  | negative; country Germany or France'],
    ['what do people in the US think of us?', 'describe |  | country United States'],
    ['feedback tagged ios', 'describe |  | tag ios'],
    ['What is missing in the mobile app?', 'describe | mobile app | feature requests'],
    ['main issues with onboarding for enterprise', `rank | onboarding | ${troubles}; segment Enterprise customers`],
    ['What does ACME want?', 'describe |  | feature requests; company ACME Corp'],
    ['what does acme want', 'describe |  | feature requests; company ACME Corp'],
    ["ACME's complaints", 'describe |  | negative; company ACME Corp'],
    ['what do customers not like?', 'describe |  | negative'],
    ['usability problems on the free plan', 'describe |  | usability issues; plan Free'],
  ] as const)
    assert.equal(read(question), expected, question)
})

test('questions for praise or complaints about a topic', () => {
  for (const [question, expected] of [
    ['What do people like about the writing assistant?', `describe | writing assistant | ${praise}`],
    ['Why do customers complain about sync?', 'describe | sync | negative'],
    ['What frustrates people most about the export', 'rank | export | negative'],
    ['What would people like to export?', 'describe | export | '],
    ['What do people love?', `describe |  | ${praise}`],
    ['What do users hate about prices', 'describe | prices | negative'],
    ['Do people like the new editor?', `describe | new editor | ${praise}`],
  ] as const)
    assert.equal(read(question), expected, question)
})

test('words that only look like filters stay in the topic', () => {
  for (const [question, expected] of [
    ['What do customers say about export?', 'describe | export | '],
    ['How good is the enterprise search?', 'describe | enterprise search | '],
    ['how many people asked for enterprise?', 'count contacts | enterprise | feature requests'],
    ['What may customers want from search?', 'describe | search | feature requests'],
    ['how long does the battery last?', 'describe | long does the battery last | '],
    ['Which reports are slow?', 'describe | reports are slow | '],
    ['pull requests', 'describe | pull requests | '],
    ['Why do people want to cancel?', 'describe | cancel | '],
    ['French translation', 'describe | French translation | '],
    ['What do people say about apps like Slack?', 'describe | apps Slack | '],
    ['problems of export', `describe | export | ${troubles}`],
    ['issue tracker integration', 'describe | issue tracker integration | '],
    ['dark theme?', 'describe | dark theme | '],
    ['the or a', 'describe |  | '],
    ['', 'describe |  | '],
    ['書き出し', 'describe | 書き出し | '],
  ] as const)
    assert.equal(read(question), expected, question)
  assert.equal(read('what do enterprise customers want?', []), 'describe | enterprise | feature requests')
})

test('understood filters have values for programs: ids, keys and ISO intervals', () => {
  const parsed = parseQuestion('feature requests by enterprise customers since May', { now, names })
  assert.deepEqual(
    understoodFilters(parsed, now).map(({ field, values }) => [field, values]),
    [
      ['category', ['FEATURE_REQUESTS']],
      ['segment', ['segment-1']],
      ['period', ['2026-05-01T00:00:00.000Z/..']],
    ],
  )
})

const topicConcepts = (topic: string) => topicSenses(topic).map(({ phrases }) => phrases)

test('a text speaks of a topic by its sense, an aspect that was read, or another spelling of a name', () => {
  const speaks = (topic: string, text: string, aspects: Record<string, number> | null = null) =>
    topicSenses(topic).every((sense) => speaksOf(text, aspects, sense))
  assert.ok(speaks('crashes', 'I only see a white screen'))
  assert.ok(speaks('Abstürze', 'The editor froze again'))
  assert.ok(speaks('app crash', 'Gone in a blink', { crashes: 0.8 }))
  assert.ok(!speaks('crashes', 'Gone in a blink', { crashes: 0.1, slow: 0.9 }))
  assert.ok(speaks('BigRival', 'We saw Big Rival at a fair') && speaks('Big Rival', 'BigRival called us'))
  assert.ok(!speaks('BigRival', 'A big table without a rival'))
})

test('a text mentions a topic by a synonym, by whole words', () => {
  const [dark] = topicConcepts('the dark mode')
  assert.equal(topicConcepts('the dark mode').length, 1)
  assert.ok(mentionsConcept('Please add a night theme', dark!))
  assert.ok(!mentionsConcept('The dark side of this mode', dark!))
  assert.ok(!mentionsConcept('excellent', topicConcepts('Excel')[0]!))
})

const source = { person: 'Ana', company: 'ACME', source: 'zendesk', occurred_at: '2026-05-12T00:00:00.000Z' }
const member = (n: number, quote: string | null = `Quote ${n}`) => ({
  id: `i${n}`,
  name: `Name ${n}`,
  quote,
  ...source,
})
const group = (first: number, count: number, more: Partial<EvidenceGroup> = {}): EvidenceGroup => ({
  type: 'subtheme',
  id: `s${first}`,
  name: `Subtheme ${first}`,
  insight_count: count,
  contact_count: count,
  positive: 0,
  negative: count,
  neutral: 0,
  members: Array.from({ length: Math.min(count, 12) }, (_, n) => member(first + n)),
  ...more,
})
const asked = {
  intent: 'rank',
  unit: 'insights',
  topic: '',
  language: 'en',
  forms: [],
  hasFilters: true,
  now,
  before: undefined,
} as const
const totals = { insight_count: 5, contact_count: 4, anonymous_count: 1, isCapped: false }

test('an answer states counts, and every sentence ends with its sources', () => {
  const { answer, cited } = writeAnswer(
    { ...totals, negative: 5, positive: 0, neutral: 0 },
    [group(1, 4), group(5, 1, { type: 'similar_insights', id: null })],
    asked,
  )
  assert.equal(
    answer,
    '5 insights from 4 contacts match: all negative [1][2]. ' +
      '1. Subtheme “Subtheme 1”: 4 insights from 4 contacts, all negative, such as “Quote 1” [1][3][4]. ' +
      '2. Name 5 (“Quote 5”) [2].',
  )
  assert.deepEqual(cited, ['i1', 'i5', 'i2', 'i3'])
})

test('an answer does not repeat a name that its quote begins with', () => {
  const one = {
    ...source,
    id: 'i',
    name: 'Holiday pay is missing',
    quote: 'Holiday pay is missing in the payroll file.',
  }
  const { answer } = writeAnswer(
    { ...totals, insight_count: 1, negative: 1, positive: 0, neutral: 0 },
    [group(1, 1, { type: 'similar_insights', id: null, members: [one] })],
    { ...asked, intent: 'describe' },
  )
  assert.ok(answer.endsWith(' “Holiday pay is missing in the payroll file.” [1].'), answer)
})

test('people are counted by contact, and insights without a contact are named', () => {
  const counts = { ...totals, negative: 4, positive: 1, neutral: 0 }
  const groups = [group(1, 2, { type: 'similar_insights' })]
  const people = writeAnswer(counts, groups, { ...asked, intent: 'count', unit: 'contacts' })
  assert.match(
    people.answer,
    /^4 contacts match, with 5 insights, 1 of them without a known contact: 4 negative, 1 positive \[1\]\. 2 similar insights: /,
  )
  const capped = writeAnswer({ ...counts, isCapped: true }, groups, asked)
  assert.match(capped.answer, /^At least 5 insights from 4 contacts match/)
  const about = writeAnswer(counts, groups, { ...asked, intent: 'describe', topic: 'sync', hasFilters: false })
  assert.match(about.answer, /^5 insights from 4 contacts speak of it: /)
})

test('an abstention names the topic and the filters', () => {
  assert.equal(
    writeAbstention('dark mode', ['feature requests', 'since 1 May 2026']),
    'No feedback matches “dark mode”: filters feature requests; since 1 May 2026.',
  )
  assert.equal(writeAbstention('', ['NPS promoters']), 'No feedback matches: filters NPS promoters.')
  assert.equal(writeAbstention('zebras', []), 'No feedback matches “zebras”.')
  assert.match(writeAbstention('', []), /names no topic/)
})
