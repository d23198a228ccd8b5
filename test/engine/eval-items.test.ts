import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { figuresOf } from '../../scripts/eval/items/figures.ts'
import type { GoldPoint, Item } from '../../scripts/eval/items/item.ts'
import type { FoundInsight, Group, Loaded, LoadedItem } from '../../scripts/eval/items/load-items.ts'
import { bestMatch, isTakenApart } from '../../scripts/eval/items/match-points.ts'
import { meanOf } from '../../scripts/eval/items/print-figures.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { readMarkedItems } from '../../scripts/eval/items/read-marked-items.ts'
import { precisionOf, resultsPerQuery } from '../../scripts/eval/items/search-precision.ts'
import { languageFigures, pairsOf } from '../../scripts/eval/items/translations.ts'

const marked = `# a product
=== app_store | 2/5
{{-BUG sync| Sync 😤 is broken}}, but {{+LOVE support|
Bea was
lovely}}.

Bye
=== nps | 9
nothing marked
=== email | - | de
{{0GEN pricing| Zählen Aushilfen?}}
%% Do temps count?
`

test('reads items with marked points, with offsets in UTF-16 units', () => {
  const [first, second, third] = readMarkedItems(marked)
  assert.deepEqual(first, {
    id: '001',
    source: 'app_store',
    rating: { value: 2, scale_min: 1, scale_max: 5 },
    text: 'Sync 😤 is broken, but Bea was\nlovely.\n\nBye',
    gold: [
      {
        start: 0,
        end: 17,
        text: 'Sync 😤 is broken',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        topic: 'sync',
      },
      { start: 23, end: 37, text: 'Bea was\nlovely', sentiment: 'POSITIVE', category: 'DELIGHTS', topic: 'support' },
    ],
  })
  assert.deepEqual([second!.rating, second!.gold], [{ value: 9, scale_min: 0, scale_max: 10 }, []])
  assert.deepEqual([third!.rating, third!.language, third!.english], [null, 'de', 'Do temps count?'])
  assert.equal(third!.text, 'Zählen Aushilfen?')
  assert.throws(() => readMarkedItems('=== nps | 9\n{{-BUG| no topic}}'), /item 001: a mark that cannot be read/)
  assert.throws(() => readMarkedItems('=== nps | nine\nx'), /item 001: "nine" is not a rating/)
})

const folder = mkdtempSync(join(tmpdir(), 'earshot-items-'))
after(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test('reads files and folders of items, and reports invalid ones with their line', () => {
  const gold = [{ start: 0, end: 4, text: 'Fine', sentiment: 'POSITIVE', category: 'DELIGHTS', topic: 'overall' }]
  const good = JSON.stringify({ text: 'Fine', gold })
  fileOf('items_one.jsonl', `${good}\n\n${good}\n`)
  fileOf('two.txt', marked)
  fileOf('notes.jsonl', 'not read')
  const sets = readItemSets([folder])
  assert.deepEqual(
    sets.map(({ name, items }) => [name, items.length]),
    [
      ['one', 2],
      ['two', 3],
    ],
  )
  assert.equal(readItemSets([join(folder, 'two.txt')], 2)[0]!.items.length, 2)
  const bad = (row: object) => () => readItemSets([fileOf('items_bad.jsonl', `${good}\n${JSON.stringify(row)}`)])
  assert.throws(bad({ gold }), /items_bad\.jsonl, line 2: "text" is missing/)
  assert.throws(bad({ text: 'Fine' }), /line 2: "gold", the list of points, is missing/)
  assert.throws(bad({ text: 'Fin', gold }), /line 2: "gold" 1: "start" and "end" are no part of the text/)
  assert.throws(bad({ text: 'Pine', gold }), /line 2: "gold" 1: "text" is not the part from 0 to 4/)
  assert.throws(bad({ text: 'Fine', gold: [{ ...gold[0], category: 'BUG' }] }), /"category" is not one of BUGS_AND/)
  assert.throws(() => readItemSets([fileOf('items_half.jsonl', '{"text"')]), /line 1: not JSON/)
  assert.throws(() => readItemSets([join(folder, 'two.txt'), join(folder, 'two.txt')]), /two files .* called two/)
  assert.throws(() => readItemSets([join(folder, 'none')]), /none does not exist/)
})

test('a point is matched by the insight that overlaps it most, by half of the shorter of the two', () => {
  const span = (start: number, end: number) => ({ start, end })
  const [whole, first, second] = [span(0, 40), span(0, 18), span(20, 40)]
  assert.equal(bestMatch(span(0, 20), [second, first]), first)
  assert.equal(bestMatch(span(22, 30), [first, second]), second)
  assert.equal(bestMatch(span(10, 20), [whole]), whole, 'a longer quote that contains the point')
  assert.ok(bestMatch(span(10, 30), [span(20, 60)]), 'exactly half')
  assert.equal(bestMatch(span(10, 30), [span(21, 60)]), undefined, 'less than half')
  assert.equal(bestMatch(span(10, 30), [span(0, 0)]), undefined, 'an insight without a quote')
})

const topics = ['sync', 'price', 'support']
const sentimentOf = { sync: 'NEGATIVE', price: 'NEUTRAL', support: 'POSITIVE' } as const
const categoryOf = { sync: 'BUGS_AND_ERRORS', price: 'PAIN_POINTS', support: 'DELIGHTS' } as const

/** Six items with two points each, of different topics. */
const items: Item[] = Array.from({ length: 6 }, (_, n) => ({
  id: `i${n}`,
  text: 'The first point. The second point.',
  language: n < 4 ? 'de' : 'fr',
  gold: [0, 1].map((half): GoldPoint => {
    const topic = topics[(n + half) % topics.length] as keyof typeof sentimentOf
    const [start, end] = half === 0 ? [0, 16] : [17, 34]
    const text = half === 0 ? 'The first point.' : 'The second point.'
    const aspect = half === 0 ? 'slow' : undefined
    return { start, end, text, topic, aspect, sentiment: sentimentOf[topic], category: categoryOf[topic] }
  }),
}))

function loadedOf(insightsOf: (item: Item) => FoundInsight[]): Loaded {
  const loaded = items.map((item): LoadedItem => ({
    item,
    status: 'analyzed',
    skipReason: null,
    insights: insightsOf(item),
  }))
  const insights = loaded.flatMap((item) => item.insights)
  const groupsBy = (key: 'theme' | 'subtheme'): Group[] =>
    [...Map.groupBy(insights, (insight) => insight[key])].flatMap(([id, members]) =>
      id === undefined ? [] : [{ id, name: id, description: null, insights: members }],
    )
  // Figures are computed without calls.
  const client = {} as Loaded['client']
  return {
    client,
    feedbackIds: [],
    items: loaded,
    themes: groupsBy('theme'),
    subthemes: groupsBy('subtheme'),
    seconds: 1,
  }
}

const perfect = loadedOf((item) =>
  item.gold.map(({ start, end, text, sentiment, category, topic }) => ({
    id: `${item.id}-${start}`,
    name: text,
    quote: text,
    start,
    end,
    sentiment,
    category,
    theme: topic,
    subtheme: topic,
    aspect: 'slow',
    analysis: null,
  })),
)

/** One insight per item, for its first half, with wrong labels, and one outside the text's points. */
const garbled = loadedOf((item) => {
  const n = Number(item.id.slice(1))
  const wrong = {
    name: 'x',
    quote: 'x',
    sentiment: 'NEUTRAL',
    category: 'GENERAL_FEEDBACK',
    aspect: null,
    analysis: null,
  }
  return [
    { ...wrong, id: `${item.id}-a`, start: 0, end: 16, theme: undefined, subtheme: n < 3 ? 'one' : 'two' },
    { ...wrong, id: `${item.id}-b`, start: 16, end: 17, theme: 'all', subtheme: undefined },
  ]
})

test('a perfect result scores 100', () => {
  assert.deepEqual(figuresOf(perfect), {
    sentiment: 100,
    category: 100,
    matchedSentiment: 100,
    matchedCategory: 100,
    items: 6,
    skipped: 0,
    points: 12,
    insights: 12,
    found: 100,
    multiPointItems: 6,
    takenApart: 100,
    spurious: 0,
    insightsPerPoint: 1,
    topics: 3,
    subthemeAri: 100,
    subthemePurity: 100,
    inSharedSubtheme: 100,
    subthemes: 3,
    sharedSubthemes: 3,
    themeAri: 100,
    assigned: 100,
    assignedAri: 100,
    assignedPurity: 100,
    themes: 3,
    withoutTheme: 0,
    largestTheme: 33.3,
    emptyItems: 0,
    emptyWithInsight: null,
    aspectShown: 100,
    aspectRight: 100,
  })
})

test('a garbled result scores low', () => {
  const figures = figuresOf(garbled)
  // Two of twelve points are found and neutral by chance; half of the points are not found.
  assert.deepEqual(
    [figures.sentiment, figures.category, figures.matchedSentiment, figures.matchedCategory],
    [13.3, 0, 16.7, 0],
  )
  assert.deepEqual([figures.found, figures.takenApart, figures.spurious], [50, 0, 50])
  assert.ok(figures.subthemeAri! <= 0, String(figures.subthemeAri))
  assert.equal(figures.subthemePurity, 33.3)
  // Without a theme each is a group of its own.
  assert.deepEqual([figures.themes, figures.themeAri, figures.withoutTheme, figures.largestTheme], [1, 0, 50, 50])
  assert.deepEqual([figures.assigned, figures.aspectShown, figures.aspectRight], [0, 0, null])
  assert.equal(isTakenApart(garbled.items[0]!), false)
})

test('points without a common topic are left out of subthemes and themes', () => {
  const other = (loaded: Loaded): Loaded => ({
    ...loaded,
    items: loaded.items.map((one) => ({
      ...one,
      item: {
        ...one.item,
        gold: one.item.gold.map((point) => ({ ...point, topic: point.topic === 'sync' ? 'sync' : 'other' })),
      },
    })),
  })
  const { topics, subthemePurity, points } = figuresOf(other(perfect))
  assert.deepEqual([topics, subthemePurity, points], [1, 100, 12])
})

test('items in which nothing is said are counted, and those of them with an insight', () => {
  const withEmpty = {
    ...garbled,
    items: [
      ...garbled.items.slice(1).map((one) => ({ ...one, item: { ...one.item, gold: [] } })),
      { ...garbled.items[0]!, item: { ...garbled.items[0]!.item, gold: [] }, insights: [] },
    ],
  }
  const { emptyItems, emptyWithInsight } = figuresOf(withEmpty)
  assert.deepEqual([emptyItems, emptyWithInsight], [6, 83.3])
})

test('nothing to measure is null, and does not count in the mean', () => {
  const empty = figuresOf({ ...perfect, items: [], themes: [], subthemes: [] })
  assert.deepEqual([empty.sentiment, empty.found, empty.takenApart, empty.themeAri], [null, null, null, null])
  assert.deepEqual(meanOf([{ set: 'a', found: 50, none: null }, { set: 'b', found: 75.5 }, { found: null }]), {
    found: 62.8,
  })
})

test('precision counts relevant results among five, or among as many as there are points', () => {
  const hits = (...relevant: boolean[]) => relevant.map((one) => ({ name: 'x', relevant: one }))
  assert.equal(precisionOf([{ points: 9, hits: hits(true, true, true, true, true) }]), 100)
  assert.equal(precisionOf([{ points: 4, hits: hits(true, true, true, true, false) }]), 100)
  assert.equal(
    precisionOf([
      { points: 9, hits: hits(true) },
      { points: 9, hits: hits(false, false) },
    ]),
    10,
  )
  assert.equal(resultsPerQuery([{ hits: hits(true) }, { hits: hits(false, false) }]), 1.5)
  assert.equal(precisionOf([]), null)
})

test('items in other languages are paired with their translations and measured by language', () => {
  const translation = (id: string): LoadedItem => ({
    item: { id: `${id}-en`, text: 'x', gold: [] },
    status: 'analyzed',
    skipReason: null,
    insights: [],
  })
  const pairs = pairsOf(perfect.items, [translation('i1'), translation('i4')])
  assert.deepEqual(
    pairs.map(([one, other]) => [one.item.id, other.item.id]),
    [
      ['i1', 'i1-en'],
      ['i4', 'i4-en'],
    ],
  )
  assert.deepEqual(
    languageFigures('some', perfect).map(({ language, items, sentiment, found }) => [
      language,
      items,
      sentiment,
      found,
    ]),
    [
      ['de', 4, 100, 100],
      ['fr', 2, 100, 100],
    ],
  )
})
