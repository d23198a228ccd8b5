import { productsOf } from '#engine/themes/products.ts'
import { dot, emptyMatrix, type Matrix, normalised, rowOf } from '#engine/themes/vectors.ts'
import { dimensions } from './encoder.ts'
import { type Near, nearerFirst, type Shelf } from './shelf.ts'

/*
 * Of what a search has found, how near each is by the company it keeps. Whoever asks in a few words means what several texts speak of:
 * who stands among others that are near comes up, who came near by a word of chance goes down. It takes nothing but what was found.
 */

/** So many of the nearest are looked at. */
export const considered = 200
/** Each is taken together with so many of those nearest to it; alone it counts as much as one and a half that say the same. */
const companions = 10
const own = 1.5
/** So many lead, and so much of the order is by how near one stands to them. */
const leaders = 5
const byLeaders = 0.6
/** From here on two texts say the same, whatever stands around them. */
const same = 0.85

/** How much everybody (a column) counts in the company of each (a row); a row adds up to one. */
function companyOf(found: Matrix): Matrix {
  const company = productsOf(found)
  for (let i = 0; i < company.count; i++) {
    const row = rowOf(company, i)
    row[i] = 0
    const min = row.toSorted().at(-companions) ?? 0
    for (let j = 0; j < row.length; j++) row[j] = row[j]! < min ? 0 : Math.max(0, row[j]!) ** 2
    row[i] = own
    const sum = row.reduce((a, b) => a + b)
    for (let j = 0; j < row.length; j++) row[j]! /= sum
  }
  return company
}

/** Every row's product with a vector. */
const product = (a: Matrix, vector: Float32Array) =>
  Float32Array.from({ length: a.count }, (_, i) => dot(a.data, i * a.width, vector, 0, a.width))

/** The rows added up, each as much as it weighs. */
function sumOf({ data, count, width }: Matrix, weights: Float32Array): Float32Array {
  const sum = new Float32Array(width)
  for (let i = 0; i < count; i++)
    if (weights[i]! > 0) for (let d = 0; d < width; d++) sum[d]! += weights[i]! * data[i * width + d]!
  return sum
}

export function inCompany(shelf: Shelf, near: readonly Near[]): Near[] {
  const found = emptyMatrix(near.length, dimensions)
  for (const [i, { id }] of near.entries()) shelf.copy(id, rowOf(found, i))
  const company = companyOf(normalised(found))
  const first = product(
    company,
    Float32Array.from(near, (one) => one.closeness),
  )
  const ahead = Float32Array.from(first, (value) => Math.max(0, value) ** 2)
  for (const i of [...first.keys()].sort((a, b) => first[b]! - first[a]! || a - b).slice(leaders)) ahead[i] = 0
  const heart = sumOf(found, sumOf(company, ahead))
  const drawn = dot(ahead, 0, first, 0, near.length) / (dot(heart, 0, heart, 0, dimensions) || 1)
  const second = product(company, product(found, heart))
  const through = (i: number) => (1 - byLeaders) * first[i]! + byLeaders * drawn * second[i]!
  return near
    .map(({ id, closeness }, i) => ({ id, closeness: closeness >= same ? closeness : Math.min(same, through(i)) }))
    .sort(nearerFirst)
}
