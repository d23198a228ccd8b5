import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followNearest, goWithNeighbours } from '#domain/findings/synthesis/homes.ts'
import type { Group } from '#domain/findings/synthesis/new-themes.ts'
import { matrixOf } from '#engine/themes/vectors.ts'

/** Of length one, at an angle in degrees: the closeness of two is the cosine of what lies between them. */
const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

function followed(angles: number[], sizes: number[], themeOf: (string | undefined)[]) {
  followNearest(themeOf, angles.map(at), sizes)
  return themeOf
}

test('a subtheme that no theme draws follows the nearest one that is no smaller', () => {
  assert.deepEqual(followed([0, 55, 100], [5, 5, 9], [undefined, 'near', 'far']), ['near', 'near', 'far'])
})

test('it does not follow a smaller one, unless they are almost the same', () => {
  assert.deepEqual(followed([0, 55], [6, 5], [undefined, 'small']), [undefined, 'small'], 'closeness 0.57')
  assert.deepEqual(followed([0, 48], [6, 5], [undefined, 'small']), ['small', 'small'], 'closeness 0.67')
})

test('whoever follows is followed, and whoever is far from all stays alone', () => {
  assert.deepEqual(followed([0, 50, 100, 200], [5, 5, 5, 5], ['theme', undefined, undefined, undefined]), [
    'theme',
    'theme',
    'theme',
    undefined,
  ])
})

const subtheme = (...angles: number[]): Group => ({
  centre: at(angles.reduce((sum, angle) => sum + angle, 0) / angles.length),
  names: [],
  vectors: matrixOf(angles.map(at)),
  members: angles.map((angle) => ({ id: `${angle}`, name: `${angle}`, quote: null, vector: at(angle), themed: false })),
})

async function gone(themeOf: (string | undefined)[], ...found: Group[]) {
  await goWithNeighbours(themeOf, found, 'rest')
  return themeOf
}

test('what no theme took goes where the neighbours of its members are', async () => {
  assert.deepEqual(await gone(['rest', 'sync'], subtheme(0, 2), subtheme(40, 50)), ['sync', 'sync'])
})

test('it stays where they are in two themes alike, where they are far, and where there are none', async () => {
  assert.deepEqual(await gone(['rest', 'sync', 'export'], subtheme(0, 2), subtheme(40, 50), subtheme(-38, -48)), [
    'rest',
    'sync',
    'export',
  ])
  assert.deepEqual(await gone(['rest', 'sync'], subtheme(0, 2), subtheme(80, 82)), ['rest', 'sync'])
  assert.deepEqual(await gone(['rest', 'rest'], subtheme(0, 2), subtheme(4, 6)), ['rest', 'rest'])
})
