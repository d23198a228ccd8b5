import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameGroups } from '#engine/names/group-names.ts'
import { newThemes } from '#domain/findings/synthesis/new-themes.ts'
import { plan } from '#domain/findings/synthesis/think.ts'
import { descriptionOf } from '#engine/names/description.ts'
import { cluster, mended } from '#engine/themes/cluster.ts'
import { centresOf, keptTogether, membersOf, silhouette, stream } from '#engine/themes/communities.ts'
import { closeness, type Matrix, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import { clusterScore } from '../../scripts/eval/scores.ts'

const width = 48
const random = stream(3)
const noise = () => Float32Array.from({ length: width }, () => random() * 2 - 1)
const unit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector))
const around = (centre: Float32Array, by: number) => unit(noise().map((value, d) => centre[d]! + by * value))

test('crowds that stand apart are found, however many there are and however large, and found again the same', async () => {
  for (const [crowds, size] of [
    [3, 6],
    [12, 25],
    [40, 15],
  ] as const) {
    const centres = Array.from({ length: crowds }, () => unit(noise()))
    const gold = Array.from({ length: crowds * size }, (_, n) => n % crowds)
    const vectors = matrixOf(gold.map((crowd) => around(centres[crowd]!, 0.09)))
    const { labels, groups } = await cluster(vectors)
    assert.ok(
      clusterScore(gold, labels).ari >= 95,
      `${crowds} crowds: ${groups} groups, ${JSON.stringify(clusterScore(gold, labels))}`,
    )
    assert.deepEqual((await cluster(vectors)).labels, labels)
  }
})

test('nothing, one and all alike are divided into no more groups than there are', async () => {
  assert.equal((await cluster(matrixOf([], width))).groups, 0)
  assert.equal((await cluster(matrixOf([unit(noise())]))).groups, 1)
  const one = unit(noise())
  assert.equal((await cluster(matrixOf(Array.from({ length: 30 }, () => one)))).groups, 1)
})

test('every member is in its own group, in the order in which they came, and a group may be empty', () => {
  assert.deepEqual(membersOf(Int32Array.from([2, 0, 2, 3, 0]), 4), [[1, 4], [], [0, 2], [3]])
})

test('whoever is alone stands well nowhere, and neighbours in other groups are not together', () => {
  const vectors = matrixOf(Array.from({ length: 6 }, () => unit(noise())))
  assert.equal(silhouette(vectors, Int32Array.from([0, 1, 2, 3, 4, 5]), 6), 0)
  const neighbours = { each: 1, places: Int32Array.from([1, 0, 3, 2, 5, 4]), closeness: new Float32Array(6).fill(1) }
  assert.equal(keptTogether(Int32Array.from([0, 0, 0, 0, 1, 1]), neighbours), 1)
  assert.equal(keptTogether(Int32Array.from([0, 1, 0, 0, 1, 1]), neighbours), 4 / 6)
})

test('a group is called by what its members say, and of one whose members have nothing in common it is said', () => {
  const centre = unit(noise())
  const said = Array.from({ length: 50 }, (_, n) => ({
    text: `The invoice export failed for customer ${'abcdefghij'[n % 10]}`,
    group: 0,
  }))
  const mixed = Array.from({ length: 50 }, (_, n) => ({
    text: `${['Red', 'Green', 'Blue', 'Grey', 'Pink'][n % 5]} ${['cats', 'dogs', 'owls'][n % 3]} sing`,
    group: 1,
  }))
  const vectors = matrixOf([...said.map(() => around(centre, 0.05)), ...mixed.map(() => unit(noise()))])
  const members = [...said, ...mixed]
  const [first, second] = nameGroups(
    members,
    vectors,
    centresOf(vectors, Int32Array.from(members.map((one) => one.group)), 2),
  )
  assert.match(first!.names[0]!, /export failed/i)
  assert.deepEqual([first!.is_catch_all, second!.is_catch_all], [false, true])
})

test('a theme is called by the word that most of it says, and by the longer words where most say those', () => {
  const undo = [
    'Undo removes too much',
    'After moving a block, undo does nothing',
    'Dragged a block by accident and undo did not help',
    'Undo twice takes the page away',
    'Dragged a block by accident, no undo',
  ]
  const spell = [
    'Spell checker is English only',
    'Spell check in French',
    'Add Polish to the spell checker',
    'The spell checker underlines names',
    'Spell checker, please, on Monday',
  ]
  const [one, other] = [unit(noise()), unit(noise())]
  const members = [...undo.map((text) => ({ text, group: 0 })), ...spell.map((text) => ({ text, group: 1 }))]
  const vectors = matrixOf([...undo.map(() => around(one, 0.05)), ...spell.map(() => around(other, 0.05))])
  const named = (isTheme: boolean) =>
    nameGroups(
      members,
      vectors,
      centresOf(
        vectors,
        Int32Array.from(members, ({ group }) => group),
        2,
      ),
      { isTheme },
    ).map(({ names }) => names[0])
  assert.deepEqual(named(true), ['Undo', 'Spell checker'])
  assert.notEqual(named(false)[0], 'Undo', 'a subtheme says more')
})

test('a small group that broke off from another joins it again; one that stands apart, or is as large as others, stays', () => {
  const [one, other, third] = [unit(noise()), unit(noise()), unit(noise())]
  const crowd = (centre: Float32Array, size: number) => Array.from({ length: size }, () => around(centre, 0.05))
  const vectors = matrixOf([
    ...crowd(one, 10),
    ...crowd(other, 10),
    ...crowd(other, 10),
    ...crowd(one, 3),
    ...crowd(third, 3),
  ])
  const labelled = (sizes: readonly number[]) =>
    Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)))
  assert.deepEqual(mended(vectors, { labels: labelled([10, 10, 10, 3, 3]), groups: 5 }), {
    labels: Int32Array.from([...labelled([10, 10, 10]), 0, 0, 0, 3, 3, 3]),
    groups: 4,
  })
})

test('groups that are merged one after the other go where they would if every centre were counted anew', () => {
  const [first, second] = [unit(noise()), unit(noise())]
  // Parts of two crowds, of every size, so that whoever joins moves the centre by its weight.
  const sizes = [40, 2, 5, 9, 3, 30, 4, 2, 7, 12]
  const vectors = matrixOf(
    sizes.flatMap((size, group) => {
      const part = around(group < 5 ? first : second, 0.05)
      return Array.from({ length: size }, () => around(part, 0.03))
    }),
  )
  const labels = Int32Array.from(sizes.flatMap((size, group) => Array<number>(size).fill(group)))
  assert.deepEqual(mended(vectors, { labels, groups: sizes.length }), countedAnew(vectors, labels, sizes.length))
})

/** One merge at a time, and all centres from all members. */
function countedAnew(vectors: Matrix, labels: Int32Array, groups: number) {
  const max = (0.6 * labels.length) / groups
  for (;;) {
    const centres = centresOf(vectors, labels, groups)
    const sizes = Array.from({ length: groups }, (_, group) => labels.filter((label) => label === group).length)
    const pairs = sizes.flatMap((size, a) =>
      sizes.flatMap((other, b) =>
        a < b && Math.min(size, other) <= max ? [{ a, b, near: closeness(rowOf(centres, a), rowOf(centres, b)) }] : [],
      ),
    )
    const best = pairs.sort((one, other) => other.near - one.near)[0]
    if (!best || best.near < 0.65) return { labels, groups }
    labels = labels.map((label) => (label === best.b ? best.a : label > best.b ? label - 1 : label))
    groups--
  }
}

test('a theme holds what stands near to those who say its name; what stands near to none is everything else, and there is never more than room for', () => {
  const group = (centre: Float32Array, names: string[]) => {
    const vectors = matrixOf(names.map(() => around(centre, 0.03)))
    return {
      centre,
      names: [],
      vectors,
      members: names.map((name, n) => ({ id: `${name}${n}`, name, quote: name, vector: centre, themed: false })),
    }
  }
  const [dark, invoice] = [unit(noise()), unit(noise())]
  const found = [
    group(dark, Array(6).fill('Dark mode has grey text')),
    group(around(dark, 0.08), Array(5).fill('Dark mode glares at night')),
    group(invoice, Array(6).fill('Invoice mail has a wrong address')),
    group(around(invoice, 0.08), Array(5).fill('Invoice mail comes too late')),
    ...['Cats sing', 'Rain falls', 'Bread burns'].map((name) => group(unit(noise()), Array(3).fill(name))),
  ]
  const { of, list } = newThemes(found, [], new Set(), 3)
  assert.deepEqual([of[0] === of[1], of[2] === of[3], of[0] !== of[2]], [true, true, true])
  const named = (id: string) => list.find((theme) => theme.id === id)!
  assert.match(named(of[0]!).name, /dark mode/i)
  assert.match(named(of[2]!).name, /invoice/i)
  assert.deepEqual(
    of.slice(4).map((id) => `${named(id).name}: ${named(id).is_catch_all}`),
    Array(3).fill('Everything else: true'),
  )
  assert.deepEqual(list.filter((theme) => theme.is_catch_all).length, 1)
  assert.deepEqual(
    newThemes(found, [], new Set(), 0).list.map((theme) => theme.name),
    ['Everything else'],
  )
  const there = newThemes(found, [], new Set(['everything else']), 3, 'there')
  assert.deepEqual(
    [there.of.slice(4), there.list.some((theme) => theme.is_catch_all)],
    [Array(3).fill('there'), false],
    'where everything else stands already, it goes there',
  )
  assert.deepEqual(
    newThemes(found, [], new Set(['everything else']), 0).list.map((theme) => theme.name),
    ['Other feedback'],
    'a theme that only has the name takes nothing in',
  )
})

test('a description says what others in it say, each thing once', () => {
  assert.equal(
    descriptionOf('The app drains my battery', [
      'The app drains my battery!',
      'My phone gets hot in my pocket',
      'The app is draining the battery',
      'Battery gone by noon',
    ]),
    'In other words: “My phone gets hot in my pocket”; “Battery gone by noon”.',
  )
  assert.equal(descriptionOf('Too slow', ['Too slow', 'too slow.']), 'All of them put it in much the same words.')
})

test('what two themes draw alike goes to one of them before it is among everything else', async () => {
  const dimensions = 16
  const direction = (...at: number[]) =>
    Float32Array.from({ length: dimensions }, (_, d) => (at.includes(d) ? 1 / Math.sqrt(at.length) : 0))
  const beside = (centre: Float32Array, n: number) => centre.map((value, d) => value + 0.02 * Math.sin(7 * n + d))
  const crowds = [direction(0, 1), ...[2, 3, 4, 5, 6].map((d) => direction(d))]
  const fresh = crowds.flatMap((centre, g) =>
    Array.from({ length: 12 }, (_, n) => ({
      id: `${g}-${n}`,
      name: `Word${g} case${n}`,
      quote: null,
      themed: false,
      vector: beside(centre, 12 * g + n),
    })),
  )
  const steering = [0, 1].map((d) => ({ theme: `drawn ${d}`, by: { include: [direction(d)], exclude: [] } }))
  const themes = steering.map(({ theme }) => ({ id: theme, name: theme, is_catch_all: false }))
  const { subthemes } = await plan({
    mean: new Float32Array(dimensions),
    frame: undefined,
    fresh,
    left: [],
    standing: [],
    steering,
    given: [],
    themes,
  })
  const themeOf = (crowd: number) => subthemes.find(({ members }) => members.includes(`${crowd}-0`))!.theme
  assert.ok(
    themes.some(({ id }) => id === themeOf(0)),
    'drawn by both',
  )
  assert.ok(
    themes.every(({ id }) => id !== themeOf(1)),
    'drawn by none',
  )
})
