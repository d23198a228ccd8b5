import assert from 'node:assert/strict'
import { test } from 'node:test'
import { npsAdvice } from '#engine/nps/advice.ts'
import { findDrivers } from '#engine/nps/drivers.ts'
import { periodCount, dayNumber, type DayTally, npsTimeline } from '#engine/nps/timeline.ts'
import { marginOfError, roundedQuotient, summarizeNps, tallyOf, npsTrend } from '#engine/nps/score.ts'
import { type NpsTally, npsTypeOf } from '#vocabulary/nps.ts'

const tally = (promoters: number, passives: number, detractors: number): NpsTally => ({
  promoters,
  passives,
  detractors,
})

test('each score belongs to a group', () => {
  assert.deepEqual(
    Array.from({ length: 11 }, (_, score) => npsTypeOf(score)).filter((type) => type === 'DETRACTOR').length,
    7,
  )
  assert.deepEqual([6, 7, 8, 9].map(npsTypeOf), ['DETRACTOR', 'PASSIVE', 'PASSIVE', 'PROMOTER'])
  assert.deepEqual(tallyOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), tally(2, 2, 7))
})

test('scores, shares and margins equal values calculated by hand', () => {
  // promoters, passives, detractors → score, exact, pct of each, margin
  const table: [NpsTally, number, number, [number, number, number], number | null][] = [
    [tally(1, 0, 0), 100, 100, [100, 0, 0], null],
    [tally(0, 0, 1), -100, -100, [0, 0, 100], null],
    [tally(0, 1, 0), 0, 0, [0, 100, 0], null],
    [tally(1, 0, 1), 0, 0, [50, 0, 50], 138.6],
    [tally(2, 0, 0), 100, 100, [100, 0, 0], 0],
    [tally(5, 3, 2), 30, 30, [50, 30, 20], 48.4],
    [tally(50, 30, 20), 30, 30, [50, 30, 20], 15.3],
    [tally(1, 1, 1), 0, 0, [33.3, 33.3, 33.3], 92.4],
    [tally(2, 0, 1), 33, 33.3, [66.7, 0, 33.3], 106.7],
    [tally(1, 0, 2), -33, -33.3, [33.3, 0, 66.7], 106.7],
    [tally(0, 199, 1), -1, -0.5, [0, 99.5, 0.5], 1],
    [tally(1, 199, 0), 1, 0.5, [0.5, 99.5, 0], 1],
    [tally(0, 2000, 1), 0, 0, [0, 100, 0], 0.1],
    [tally(57, 24, 19), 38, 38, [57, 24, 19], 15.4],
  ]
  for (const [counts, score, exact, [p, n, d], margin] of table) {
    const name = JSON.stringify(counts)
    const summary = summarizeNps(counts)
    assert.deepEqual([summary.score, summary.score_exact], [score, exact], name)
    assert.deepEqual([summary.promoters.pct, summary.passives.pct, summary.detractors.pct], [p, n, d], name)
    assert.deepEqual(
      [summary.promoters.count, summary.passives.count, summary.detractors.count],
      [counts.promoters, counts.passives, counts.detractors],
    )
    assert.equal(summary.margin_of_error, margin, name)
    assert.equal(summary.responses, counts.promoters + counts.passives + counts.detractors)
  }
})

test('without responses there is no score, no share and no margin', () => {
  const share = { count: 0, pct: null }
  assert.deepEqual(summarizeNps(tally(0, 0, 0)), {
    score: null,
    score_exact: null,
    responses: 0,
    promoters: share,
    passives: share,
    detractors: share,
    margin_of_error: null,
    low_sample: true,
  })
  assert.deepEqual([summarizeNps(tally(29, 0, 0)).low_sample, summarizeNps(tally(30, 0, 0)).low_sample], [true, false])
})

test('halves are rounded away from zero, never to negative zero', () => {
  assert.deepEqual(
    [
      [1, 2],
      [-1, 2],
      [3, 2],
      [-3, 2],
      [1, 3],
      [-1, 3],
      [5, 10],
      [-5, 10],
      [0, 7],
    ].map(([a, b]) => roundedQuotient(a!, b!)),
    [1, -1, 2, -2, 0, 0, 1, -1, 0],
  )
  assert.ok(Object.is(roundedQuotient(-1, 3), 0))
  assert.ok(Object.is(summarizeNps(tally(0, 2000, 1)).score, 0))
})

test('every score of up to 40 responses equals the exact fraction', () => {
  for (let n = 1; n <= 40; n++)
    for (let p = 0; p <= n; p++)
      for (let d = 0; d <= n - p; d++) {
        const { score, score_exact } = summarizeNps(tally(p, n - p - d, d))
        const [a, b] = [BigInt(100 * (p - d)), BigInt(n)]
        // |score − a/b| ≤ 1/2, and at exactly a half the score is the one further from zero.
        const off = 2n * (BigInt(score!) * b - a)
        assert.ok(off <= b && off >= -b && !(off === b && a < 0n) && !(off === -b && a > 0n), `${p} ${d} ${n} ${score}`)
        assert.ok(Math.abs(score_exact! - (100 * (p - d)) / n) <= 0.05 + 1e-9)
      }
})

test('the margin is the published formula', () => {
  for (const [p, q, d] of [
    [40, 30, 30],
    [7, 1, 2],
    [300, 500, 200],
    [1, 998, 1],
  ] as const) {
    const n = p + q + d
    const [share, against] = [p / n, d / n]
    const formula = 1.96 * 100 * Math.sqrt((share + against - (share - against) ** 2) / n)
    assert.equal(marginOfError(tally(p, q, d)), Math.round(formula * 10) / 10)
  }
})

test('a trend is a statistically significant difference', () => {
  assert.equal(npsTrend(tally(60, 20, 20), tally(55, 20, 25)), 'flat')
  assert.equal(npsTrend(tally(700, 200, 100), tally(400, 300, 300)), 'rising')
  assert.equal(npsTrend(tally(400, 300, 300), tally(700, 200, 100)), 'falling')
  assert.equal(npsTrend(tally(1, 0, 0), tally(700, 200, 100)), null)
  assert.equal(npsTrend(tally(700, 200, 100), tally(0, 0, 0)), null)
})

const on = (day: string, all: NpsTally, inside = all): DayTally => ({ day, all, inside })

test('a timeline has every period, and its rolling window crosses their borders', () => {
  const days = [
    on('2026-02-20', tally(0, 0, 4), tally(0, 0, 0)),
    on('2026-03-01', tally(2, 0, 0)),
    on('2026-03-04', tally(0, 1, 1)),
  ]
  const [first, last] = [dayNumber('2026-03-01'), dayNumber('2026-03-05')]
  const daily = npsTimeline(days, { first, last, granularity: 'day', windowDays: 10 })
  assert.deepEqual(
    daily.map(({ period, tally: { promoters, passives, detractors } }) => [period, promoters, passives, detractors]),
    [
      ['2026-03-01', 2, 0, 0],
      ['2026-03-02', 0, 0, 0],
      ['2026-03-03', 0, 0, 0],
      ['2026-03-04', 0, 1, 1],
      ['2026-03-05', 0, 0, 0],
    ],
  )
  // 10 days up to the first of March reach back to the 20th of February, up to the second no more.
  assert.deepEqual(
    daily.map(({ rolling: { promoters, passives, detractors } }) => [promoters, passives, detractors]),
    [
      [2, 0, 4],
      [2, 0, 0],
      [2, 0, 0],
      [2, 1, 1],
      [2, 1, 1],
    ],
  )
})

test('weeks begin on Monday, months on the first, and the last period ends with the last day', () => {
  const days = [on('2026-03-01', tally(1, 0, 0)), on('2026-03-02', tally(0, 1, 0)), on('2026-04-30', tally(0, 0, 1))]
  const [first, last] = [dayNumber('2026-03-01'), dayNumber('2026-04-30')]
  const weeks = npsTimeline(days, { first, last, granularity: 'week', windowDays: 7 })
  assert.deepEqual(
    [weeks[0]!.period, weeks[1]!.period, weeks.at(-1)!.period, weeks.length],
    ['2026-02-23', '2026-03-02', '2026-04-27', 10],
  )
  assert.deepEqual(
    [weeks[0]!.tally, weeks[1]!.tally, weeks.at(-1)!.tally],
    [tally(1, 0, 0), tally(0, 1, 0), tally(0, 0, 1)],
  )
  const months = npsTimeline(days, { first, last, granularity: 'month', windowDays: 30 })
  assert.deepEqual(
    months.map((one) => [one.period, one.tally, one.rolling]),
    [
      ['2026-03-01', tally(1, 1, 0), tally(0, 1, 0)],
      ['2026-04-01', tally(0, 0, 1), tally(0, 0, 1)],
    ],
  )
  assert.equal(npsTimeline([], { first, last: first, granularity: 'day', windowDays: 365 }).length, 1)
  assert.ok(periodCount(dayNumber('1000-01-01'), last, 'day') > 1000)
})

test('the periods add up to the total in every granularity', () => {
  const days = Array.from({ length: 400 }, (_, n) =>
    on(new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10), tally(n % 3, n % 2, (n * 7) % 5)),
  )
  const [first, last] = [dayNumber(days[0]!.day), dayNumber(days.at(-1)!.day)]
  const total = (buckets: { tally: NpsTally }[]) =>
    buckets.reduce((n, { tally: t }) => n + t.promoters * 1e6 + t.passives * 1e3 + t.detractors, 0)
  const whole = total(days.map(({ all }) => ({ tally: all })))
  for (const granularity of ['day', 'week', 'month'] as const)
    assert.equal(total(npsTimeline(days, { first, last, granularity, windowDays: 30 })), whole, granularity)
})

test('a driver is more frequent in its group than overall, and small groups have none', () => {
  const theme = (theme_id: string, ...[promoters, passives, detractors]: [number, number, number]) => ({
    theme_id,
    name: theme_id,
    color: '#112233',
    is_catch_all: false,
    promoters,
    passives,
    detractors,
  })
  const drivers = findDrivers(
    [theme('export', 1, 1, 6), theme('editor', 10, 2, 1), theme('even', 10, 5, 5)],
    tally(20, 10, 10),
  )
  assert.deepEqual(
    drivers.map(
      ({ theme_id, group, count, group_size, share, baseline_count, baseline_size, baseline_share, lift }) => [
        theme_id,
        group,
        count,
        group_size,
        share,
        baseline_count,
        baseline_size,
        baseline_share,
        lift,
      ],
    ),
    [
      ['export', 'DETRACTOR', 6, 10, 60, 8, 40, 20, 3],
      ['editor', 'PROMOTER', 10, 20, 50, 13, 40, 32.5, 1.54],
    ],
  )
  assert.deepEqual(findDrivers([theme('export', 0, 0, 4)], tally(20, 10, 4)), [])
  assert.deepEqual(
    findDrivers([{ ...theme('export', 1, 1, 6), is_catch_all: true }], tally(20, 10, 10)),
    [],
    'what has nothing in common drives nothing',
  )
  assert.deepEqual(findDrivers([], tally(0, 0, 0)), [])
})

test('advice lists the costliest drivers first, then the strengths, then the sample size', () => {
  const theme = (theme_id: string, ...[promoters, passives, detractors]: [number, number, number]) => ({
    theme_id,
    name: theme_id,
    color: '#112233',
    is_catch_all: false,
    promoters,
    passives,
    detractors,
  })
  const themes = [theme('export', 1, 1, 6), theme('login', 0, 0, 7), theme('editor', 10, 2, 1)]
  const advice = (all: NpsTally, reasons: NpsTally) => npsAdvice(all, reasons, findDrivers(themes, reasons))
  assert.deepEqual(
    advice(tally(60, 20, 20), tally(20, 10, 10)).map(({ text, theme_id, group }) => [text, theme_id, group]),
    [
      [
        'Work on “login”: 7 of 10 detractors who give a reason mention it (70 %, against 17.5 % of all 40). Had they been passive, the score would be 7 points higher.',
        'login',
        'DETRACTOR',
      ],
      [
        'Work on “export”: 6 of 10 detractors who give a reason mention it (60 %, against 20 % of all 40). Had they been passive, the score would be 6 points higher.',
        'export',
        'DETRACTOR',
      ],
      [
        'Keep up “editor”: 10 of 20 promoters who give a reason mention it (50 %, against 32.5 % of all 40). They carry 10 points of the score.',
        'editor',
        'PROMOTER',
      ],
    ],
  )
  const other = findDrivers([{ ...theme('export', 1, 1, 6), name: 'Other' }], tally(20, 10, 10))
  assert.ok(!JSON.stringify(npsAdvice(tally(60, 20, 20), tally(20, 10, 10), other)).includes('Other'))
  const few = [theme('import', 0, 0, 1), theme('search', 0, 0, 2), theme('sync', 2, 0, 0)]
  assert.deepEqual(
    npsAdvice(tally(40, 0, 12), tally(10, 0, 12), findDrivers(few, tally(10, 0, 12))).map(({ text }) => text),
    ['Read the 12 reasons that detractors give one by one: no theme stands out among them.'],
    'one or two answers are no ground for advice',
  )
  const enough = findDrivers([theme('import', 0, 0, 3)], tally(10, 0, 12))
  assert.deepEqual(
    npsAdvice(tally(40, 0, 12), tally(10, 0, 12), enough).map(({ theme_id }) => theme_id),
    ['import'],
  )
  assert.deepEqual(
    npsAdvice(tally(40, 0, 0), tally(0, 0, 0), []),
    [],
    'where nobody complains and enough answered there is nothing to do',
  )
  assert.deepEqual(
    npsAdvice(tally(30, 0, 4), tally(3, 0, 0), []).map(({ text }) => text),
    ['Ask detractors why: none of the 4 gives a reason.'],
  )
  assert.deepEqual(npsAdvice(tally(30, 0, 4), tally(3, 0, 3), []), [
    {
      text: 'Read the 3 reasons that detractors give one by one: no theme stands out among them.',
      theme_id: null,
      group: 'DETRACTOR',
    },
  ])
  assert.deepEqual(npsAdvice(tally(0, 0, 0), tally(0, 0, 0), []), [])
})
