import { GROUP_ROUNDS, MIN_GROUP_MEMBER_SIMILARITY, MIN_GROUP_SIMILARITY } from '#engine/thresholds/clustering.ts'
import { type Matrix, matrixOf, membersOf, rowOf } from '#engine/vectors/matrix.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { cutMerges, linkBySimilarity } from './average-linkage.ts'
import { mixedSimilarities, type MixedText } from './mixed-similarity.ts'
import { sampleRows } from './sample-rows.ts'

/* Groups of texts that are about the same, each as the rows of its members; most texts are in none if few are alike. */

/** Of more texts than can be compared pair by pair, those of a sample. */
export async function findGroups(vectors: Matrix, texts: readonly MixedText[], minSize: number): Promise<number[][]> {
  const rows = sampleRows(vectors.count)
  const sampled = matrixOf(
    rows.map((row) => rowOf(vectors, row)),
    vectors.width,
  )
  const similarities = await mixedSimilarities(
    sampled,
    rows.map((row) => texts[row]!),
  )
  await yieldToEventLoop()
  const { labels, groups } = cutMerges(
    sampled.count,
    linkBySimilarity({ ...similarities, data: similarities.data.slice() }),
    ({ similarity }) => similarity >= MIN_GROUP_SIMILARITY,
  )
  let found = membersOf(labels, groups).filter((members) => members.length >= minSize)
  for (let round = 0; round < GROUP_ROUNDS; round++) {
    await yieldToEventLoop()
    found = regrouped(similarities, found).filter((members) => members.length >= minSize)
  }
  return found.map((members) => members.map((n) => rows[n]!)).sort((a, b) => b.length - a.length || a[0]! - b[0]!)
}

/** Every row in the group whose members it is most similar to on average, if any is similar enough. */
function regrouped(similarities: Matrix, groups: readonly (readonly number[])[]): number[][] {
  const next = groups.map((): number[] => [])
  for (let row = 0; row < similarities.count; row++) {
    let best = { group: -1, similarity: MIN_GROUP_MEMBER_SIMILARITY }
    for (const [group, members] of groups.entries()) {
      const similarity = meanSimilarity(similarities, row, members)
      if (similarity > best.similarity) best = { group, similarity }
    }
    if (best.group >= 0) next[best.group]!.push(row)
  }
  return next
}

/** To the members other than itself. */
function meanSimilarity({ data, width }: Matrix, row: number, members: readonly number[]): number {
  let sum = 0
  let count = 0
  for (const other of members) {
    if (other === row) continue
    sum += data[row * width + other]!
    count++
  }
  return count === 0 ? -1 : sum / count
}
