import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGroups } from '#engine/clustering/find-groups.ts'
import { planSynthesis, type SynthesisInput } from '#engine/clustering/plan-synthesis.ts'
import type { InsightVector } from '#engine/clustering/types.ts'
import { withoutLanguages } from '#engine/clustering/without-language.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { MIN_THEME_CONFIDENCE } from '#engine/thresholds/themes.ts'
import { centered, dotRows, matrixOf, meanOf } from '#engine/vectors/matrix.ts'

/* Themes, subthemes and what stays unsorted, on vectors made for the purpose. */

const width = 24
const random = seededRandom(11)
const unit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector))
const direction = (at: number) => Float32Array.from({ length: width }, (_, d) => (d === at ? 1 : 0))
const beside = (center: Float32Array, distance = 0.1) =>
  unit(center.map((value) => value + distance * (random() * 2 - 1)))

const plain = {
  sentiment: 'NEGATIVE',
  category: 'BUGS_AND_ERRORS',
  themes: [] as string[],
  decided: false,
  placed: false,
  area: null,
  mention: null,
  aspects: null,
} as const satisfies Partial<InsightVector>

type Said = Partial<InsightVector> & { quote: string; about: number }
const said = ({ about, ...own }: Said, n: number): InsightVector => ({
  ...plain,
  id: `${n}`,
  name: own.quote,
  vector: beside(direction(about)),
  ...own,
})

/** Phrases are as near to a group as their words say: 1 exports, 2 invoices, 3 the rest. */
const embed = async (phrases: readonly string[]) =>
  phrases.map((phrase) => {
    if (/export/i.test(phrase)) return direction(1)
    return /^invoice/i.test(phrase) ? direction(2) : direction(20)
  })

let ids = 0
const plan = (insights: readonly InsightVector[], more: Partial<SynthesisInput> = {}, embedded = embed) =>
  planSynthesis(
    {
      mean: new Float32Array(width),
      space: undefined,
      unclustered: [...insights],
      unassigned: [],
      subthemes: [],
      takenNames: [],
      defined: [],
      themes: [],
      members: [],
      ...more,
    },
    () => `new ${ids++}`,
    embedded,
  )

const exports_ = [
  'The export stops halfway',
  'Our export ends at row 500',
  'Every export is cut off',
  'No export arrives',
]
const invoices = [
  'The invoice has no VAT number',
  'Wrong invoice address',
  'An invoice for two months',
  'Invoice too late',
]
const singles = ['Cats sing at night', 'Rain falls on stones', 'Bread burns black', 'Snow melts in May', 'Wind turns']

const mixed = () =>
  [
    ...exports_.map((quote) => ({ quote, about: 1 })),
    ...invoices.map((quote) => ({ quote, about: 2 })),
    ...singles.map((quote, n) => ({ quote, about: 5 + n })),
  ].map(said)

test('groups of texts that are alike are found, and single ones are in none', async () => {
  const insights = mixed()
  const groups = await findGroups(
    matrixOf(insights.map(({ vector }) => vector)),
    insights.map(({ name, mention }) => ({ text: name, mention })),
    3,
  )
  assert.deepEqual(groups, [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ])
})

test('a group with a name that its members support is a theme; what is alone stays unsorted, with suggestions', async () => {
  const { themes, matches, suggestions } = await plan(mixed())
  assert.deepEqual(themes.map(({ name }) => name).sort(), ['Data export', 'Invoices'])
  const sorted = new Map(matches.map(({ insight, theme }) => [insight, theme]))
  assert.deepEqual([...sorted.keys()].sort(), ['0', '1', '2', '3', '4', '5', '6', '7'])
  assert.equal(new Set(['0', '1', '2', '3'].map((id) => sorted.get(id))).size, 1)
  assert.ok(matches.every(({ confidence }) => confidence >= MIN_THEME_CONFIDENCE && confidence <= 1))
  assert.deepEqual(
    suggestions.map(({ insight }) => insight),
    ['8', '9', '10', '11', '12'],
  )
  for (const { themes: own } of suggestions)
    assert.ok(own.every(({ confidence }) => confidence < MIN_THEME_CONFIDENCE) && own.length <= 3)
})

test('a group whose members share no word of a name is no theme', async () => {
  const words = ['So it goes', 'They know why', 'And then it was not', 'It is what it is']
  const { themes, matches, suggestions } = await plan(
    [...words, ...words, ...words].map((quote, n) => said({ quote, about: 3 }, n)),
  )
  assert.deepEqual([themes, matches, suggestions.length], [[], [], 12])
})

const knownMember = (theme: string, n: number) => ({
  theme,
  id: `known ${n}`,
  name: 'An export',
  quote: null,
  vector: beside(direction(1)),
})

test('an insight joins an existing theme that it surely fits, and else is suggested for it', async () => {
  const themes = [{ id: 'exports', name: 'Exports', is_catch_all: false, area: null }]
  const members = [0, 1, 2].map((n) => knownMember('exports', n))
  const doubtful = unit(direction(1).map((value, d) => value * 0.3 + direction(9)[d]!))
  const insights = [
    said({ quote: 'Export to a spreadsheet fails', about: 1 }, 0),
    said({ quote: 'A table would be good', about: 1, vector: doubtful }, 1),
    said({ quote: 'Rain falls on stones', about: 7, vector: direction(7) }, 2),
  ]
  const { matches, suggestions } = await plan(insights, { themes, members })
  assert.deepEqual(
    matches.map(({ insight, theme }) => [insight, theme]),
    [['0', 'exports']],
  )
  assert.deepEqual(
    suggestions.map(({ insight, themes: own }) => [insight, own.map(({ theme_id }) => theme_id)]),
    [
      ['1', ['exports']],
      ['2', []],
    ],
  )
})

test('what a person decided is not assigned, and a catch-all theme of an earlier version takes nothing', async () => {
  const catchAll = { id: 'other', name: 'Exports', is_catch_all: true, area: null }
  const decided = exports_.map((quote, n) => said({ quote, about: 1, decided: true }, n))
  const { matches, suggestions } = await plan(decided, { themes: [catchAll] })
  assert.deepEqual([matches, suggestions], [[], []])
  const open = await plan([said({ quote: 'Export to a spreadsheet fails', about: 1 }, 0)], { themes: [catchAll] })
  assert.deepEqual(open.matches, [])
})

test('a definition decides, also against a theme that is more similar', async () => {
  const themes = ['first', 'second'].map((id) => ({ id, name: id, is_catch_all: false, area: null }))
  const members = [0, 1, 2].map((n) => knownMember('first', n))
  const defined = [
    { theme: 'second', definition: { include: [direction(1)], exclude: [], examples: [], decides: true } },
  ]
  const { matches } = await plan([said({ quote: 'Export fails', about: 1 }, 0)], { themes, members, defined })
  assert.deepEqual(matches, [{ insight: '0', theme: 'second', confidence: 1 }])
})

const inTheme = (quotes: readonly (readonly [string, Record<string, number>])[]) =>
  quotes.map(([quote, aspects], n) => said({ quote, about: 1, aspects, themes: ['exports'] }, n))

test('a theme is divided by what its members say, in a name that is true of them', async () => {
  const themes = [{ id: 'exports', name: 'Exports', is_catch_all: false, area: null }]
  const insights = inTheme([
    ['The export takes an hour', { slow: 0.9 }],
    ['I wait for the export all morning', { slow: 0.8, late: 0.1 }],
    ['Export needs ages', { slow: 0.7 }],
    ['The export lacks the last rows', { incomplete: 0.9 }],
    ['Columns are missing in the export', { incomplete: 0.8 }],
    ['Export on a Sunday', { 'in-use': 0.9 }],
  ])
  const { subthemes, matches, joins } = await plan(insights, { themes })
  assert.deepEqual(
    subthemes.map(({ name, theme, aspect, members }) => [name, theme, aspect, members.map(({ insight }) => insight)]),
    [
      ['Exports: too slow', 'exports', 'slow', ['0', '1', '2']],
      ['Exports: parts missing', 'exports', 'incomplete', ['3', '4']],
    ],
  )
  assert.deepEqual([matches, joins], [[], []], 'nothing is assigned twice')
})

test('an insight joins the subtheme of its theme that says the same', async () => {
  const themes = [{ id: 'exports', name: 'Exports', is_catch_all: false, area: null }]
  const subtheme = (id: string, theme: string, aspect: string) => ({
    id,
    theme_id: theme,
    name: id,
    insight_count: 3,
    centroid: direction(1),
    is_name_alone: false,
    aspect,
  })
  const subthemes = [subtheme('slow', 'exports', 'slow'), subtheme('cut', 'exports', 'incomplete')]
  const elsewhere = subtheme('elsewhere', 'other', 'incomplete')
  const { joins } = await plan(inTheme([['Half the rows are gone', { incomplete: 0.8, slow: 0.1 }]]), {
    themes,
    subthemes: [elsewhere, ...subthemes],
  })
  assert.deepEqual(joins, [{ insight: '0', subtheme: 'cut', supports: true }])
})

test('members in German are named in German', async () => {
  const quotes = [
    'Die Rechnung kommt doppelt',
    'Auf der Rechnung fehlt die Steuer',
    'Unsere Rechnung ist falsch adressiert',
  ]
  const { themes } = await plan(
    [...quotes, ...quotes, ...quotes, ...quotes].map((quote, n) => said({ quote, about: 2 }, n)),
  )
  assert.deepEqual(
    themes.map(({ name }) => name),
    ['Rechnungen'],
  )
})

test('what can be counted is named in the plural, and groups of one name in both numbers are one theme', async () => {
  const own = ['Every zorble is lost', 'Our zorble was cut', 'A zorble twice', 'Both zorbles were late']
  const plural = ['The zorbles are too small', 'All zorbles are gone', 'Where are my zorbles', 'New zorbles please']
  const insights = [
    ...own.map((quote) => ({ quote, about: 3, mention: 'zorble' })),
    ...plural.map((quote) => ({ quote, about: 4, mention: 'zorbles' })),
    ...singles.map((quote, n) => ({ quote, about: 5 + n })),
  ].map(said)
  const near = unit(direction(3).map((value, d) => value + direction(4)[d]!))
  const { themes } = await plan(insights, {}, async (phrases) =>
    phrases.map((phrase) => (/zorble/i.test(phrase) ? near : direction(20))),
  )
  assert.deepEqual(
    themes.map(({ name }) => name),
    ['Zorbles'],
  )
})

test('a subtheme says nothing that its members cannot mean by their category', async () => {
  const themes = [{ id: 'exports', name: 'Exports', is_catch_all: false, area: null }]
  const wanted = { 'wanted-export': 0.4, incomplete: 0.3 }
  const cut = ['The export lacks rows', 'Rows are missing in the export', 'Half of the export is gone']
  const found = await plan(inTheme(cut.map((quote) => [quote, wanted] as const)), { themes })
  assert.deepEqual(
    found.subthemes.map(({ aspect }) => aspect),
    ['incomplete'],
  )
})

test('what the texts of a language have in common does not count, if there are enough of them', () => {
  const ofLanguage = (quote: string, language: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      said(
        { quote, about: 0, vector: unit(direction(n % 4).map((value, d) => value + 2 * direction(language)[d]!)) },
        n,
      ),
    )
  const similarities = (french: number) => {
    const insights = [
      ...ofLanguage('The export is empty since the last update', 14, 20),
      ...ofLanguage('Les exportations de données sont toujours vides', 15, french),
    ]
    const mean = meanOf(matrixOf(insights.map(({ vector }) => vector)))
    const { all } = withoutLanguages({ mean, unclustered: insights, unassigned: [], members: [] })
    const vectors = centered(matrixOf(all.map(({ vector }) => vector)), mean)
    const to = (row: number) => dotRows(vectors, 0, vectors, row)
    return { same: to(20), other: to(1) }
  }
  const many = similarities(20)
  assert.ok(many.same > 0.9 && many.other < 0, JSON.stringify(many))
  const few = similarities(8)
  assert.ok(few.same < few.other, JSON.stringify(few))
})

test('a theme has at least three insights, also in a small organization', async () => {
  const two = [
    ...exports_.slice(0, 2).map((quote) => ({ quote, about: 1 })),
    ...Array.from({ length: 10 }, (_, n) => ({
      quote: singles[n % 5]!,
      about: 5 + n,
    })),
  ].map(said)
  const { themes, matches } = await plan(two)
  assert.deepEqual([themes, matches], [[], []])
})

test('praise is in no subtheme of a problem, and a problem in none of praise', async () => {
  const themes = [{ id: 'exports', name: 'Exports', is_catch_all: false, area: null }]
  const slow = { id: 'slow', theme_id: 'exports', name: 'Exports: too slow', insight_count: 3, centroid: direction(1) }
  const subthemes = [{ ...slow, is_name_alone: false, aspect: 'slow' }]
  const liked = { quote: 'Love the export', about: 1, vector: direction(1), themes: ['exports'] }
  const { joins } = await plan(
    [
      said({ ...liked, category: 'DELIGHTS', sentiment: 'POSITIVE', aspects: { liked: 0.9 } }, 0),
      said({ ...liked, quote: 'The export is odd', aspects: { confusing: 0.9 } }, 1),
    ],
    { themes, subthemes },
  )
  assert.deepEqual(joins, [{ insight: '1', subtheme: 'slow', supports: false }])
  const divided = await plan(
    [
      ...inTheme([
        ['The export takes an hour', { slow: 0.9 }],
        ['I wait for the export all morning', { slow: 0.8 }],
        ['Export needs ages', { slow: 0.7 }],
      ]),
      said({ ...liked, category: 'DELIGHTS', sentiment: 'POSITIVE', aspects: { slow: 0.6 } }, 3),
    ],
    { themes },
  )
  assert.deepEqual(
    divided.subthemes.map(({ name, members }) => [name, members.map(({ insight }) => insight)]),
    [['Exports: too slow', ['0', '1', '2']]],
  )
})
