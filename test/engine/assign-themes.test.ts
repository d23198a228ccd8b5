import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignByMemberNeighbours, assignByNearestSubtheme } from '#engine/clustering/assign-themes.ts'
import { matrixOf } from '#engine/vectors/matrix.ts'
import type { SubthemeCluster } from '#engine/clustering/types.ts'

/** A vector of length one at an angle in degrees: the similarity of two is the cosine of the angle between them. */
const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

function assignedBySubtheme(angles: number[], sizes: number[], themeOf: (string | undefined)[]) {
  assignByNearestSubtheme(themeOf, angles.map(at), sizes)
  return themeOf
}

test('an unassigned subtheme joins the theme of the most similar one that is no smaller', () => {
  assert.deepEqual(assignedBySubtheme([0, 55, 100], [5, 5, 9], [undefined, 'near', 'far']), ['near', 'near', 'far'])
})

test('it joins a smaller one only if they are nearly identical', () => {
  assert.deepEqual(assignedBySubtheme([0, 55], [6, 5], [undefined, 'small']), [undefined, 'small'], 'similarity 0.57')
  assert.deepEqual(assignedBySubtheme([0, 48], [6, 5], [undefined, 'small']), ['small', 'small'], 'similarity 0.67')
})

test('a subtheme assigned this way attracts others, and a dissimilar one stays unassigned', () => {
  assert.deepEqual(assignedBySubtheme([0, 50, 100, 200], [5, 5, 5, 5], ['theme', undefined, undefined, undefined]), [
    'theme',
    'theme',
    'theme',
    undefined,
  ])
})

const subtheme = (...angles: number[]): SubthemeCluster => ({
  centroid: at(angles.reduce((sum, angle) => sum + angle, 0) / angles.length),
  vectors: matrixOf(angles.map(at)),
  members: angles.map((angle) => ({
    id: `${angle}`,
    name: `${angle}`,
    quote: null,
    sentiment: 'NEUTRAL',
    vector: at(angle),
    themed: false,
    area: null,
    mention: null,
  })),
})

async function assignedByMembers(themeOf: (string | undefined)[], ...clusters: SubthemeCluster[]) {
  await assignByMemberNeighbours(themeOf, clusters, 'rest')
  return themeOf
}

test('a subtheme of the catch-all theme moves to the theme of its members’ neighbours', async () => {
  assert.deepEqual(await assignedByMembers(['rest', 'sync'], subtheme(0, 2), subtheme(40, 50)), ['sync', 'sync'])
})

test('it stays when two themes score alike, when the neighbours are dissimilar, and without neighbours', async () => {
  const twoThemes = ['rest', 'sync', 'export']
  assert.deepEqual(
    await assignedByMembers([...twoThemes], subtheme(0, 2), subtheme(40, 50), subtheme(-38, -48)),
    twoThemes,
  )
  assert.deepEqual(await assignedByMembers(['rest', 'sync'], subtheme(0, 2), subtheme(80, 82)), ['rest', 'sync'])
  assert.deepEqual(await assignedByMembers(['rest', 'rest'], subtheme(0, 2), subtheme(4, 6)), ['rest', 'rest'])
})
