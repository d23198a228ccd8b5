/* Scores of classifications and clusterings, in percent. */

const percent = (value: number) => Math.round(value * 1000) / 10

export type ClassScore = { macro: number; accuracy: number; perClass: Record<string, number> }

/** F1 of each class in the gold labels, and their mean. */
export function classScore(gold: readonly string[], predicted: readonly string[]): ClassScore {
  const classes = [...new Set(gold)].sort()
  const perClass = Object.fromEntries(
    classes.map((one) => {
      const hits = gold.filter((label, i) => label === one && predicted[i] === one).length
      const total = [...gold, ...predicted].filter((label) => label === one).length
      return [one, percent(total === 0 ? 0 : (2 * hits) / total)]
    }),
  )
  const right = gold.filter((label, i) => label === predicted[i]).length
  const macro = Object.values(perClass).reduce((a, b) => a + b, 0) / classes.length
  return { macro: Math.round(macro * 10) / 10, accuracy: percent(right / gold.length), perClass }
}

export type ClusterScore = { nmi: number; ari: number; acc: number; groups: number }

export function clusterScore(gold: ArrayLike<string | number>, predicted: ArrayLike<string | number>): ClusterScore {
  const table = contingencyTable(gold, predicted)
  return {
    nmi: percent(mutualInformation(table)),
    ari: percent(adjustedRand(table)),
    acc: percent(accuracy(table)),
    groups: table[0]?.length ?? 0,
  }
}

/** The share of texts whose topic is the most frequent one of their group. */
export function purity(gold: ArrayLike<string | number>, predicted: ArrayLike<string | number>): number {
  const largest = contingencyTable(predicted, gold).map((row) => Math.max(...row))
  return percent(largest.reduce((a, b) => a + b, 0) / gold.length)
}

function contingencyTable(gold: ArrayLike<string | number>, predicted: ArrayLike<string | number>): number[][] {
  const rows = new Map<string | number, number>()
  const columns = new Map<string | number, number>()
  for (let i = 0; i < gold.length; i++) {
    if (!rows.has(gold[i]!)) rows.set(gold[i]!, rows.size)
    if (!columns.has(predicted[i]!)) columns.set(predicted[i]!, columns.size)
  }
  const table = Array.from({ length: rows.size }, () => Array<number>(columns.size).fill(0))
  for (let i = 0; i < gold.length; i++) table[rows.get(gold[i]!)!]![columns.get(predicted[i]!)!]! += 1
  return table
}

const sums = (table: readonly number[][]) => ({
  rows: table.map((row) => row.reduce((a, b) => a + b, 0)),
  columns: (table[0] ?? []).map((_, c) => table.reduce((sum, row) => sum + row[c]!, 0)),
})
const entropy = (counts: readonly number[], n: number) =>
  counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / n) * Math.log(count / n)), 0)

function mutualInformation(table: readonly number[][]): number {
  const { rows, columns } = sums(table)
  const n = rows.reduce((a, b) => a + b, 0)
  let shared = 0
  for (const [r, row] of table.entries())
    for (const [c, count] of row.entries())
      if (count > 0) shared += (count / n) * Math.log((n * count) / (rows[r]! * columns[c]!))
  const mean = (entropy(rows, n) + entropy(columns, n)) / 2
  return mean === 0 ? 1 : shared / mean
}

const pairs = (count: number) => (count * (count - 1)) / 2

function adjustedRand(table: readonly number[][]): number {
  const { rows, columns } = sums(table)
  const all = pairs(rows.reduce((a, b) => a + b, 0))
  const together = table.flat().reduce((sum, count) => sum + pairs(count), 0)
  const [a, b] = [rows, columns].map((counts) => counts.reduce((sum, count) => sum + pairs(count), 0)) as [
    number,
    number,
  ]
  const chance = (a * b) / all
  return (a + b) / 2 === chance ? 1 : (together - chance) / ((a + b) / 2 - chance)
}

/** Clustering accuracy with the best one-to-one match of groups and topics (Hungarian method). */
function accuracy(table: readonly number[][]): number {
  const size = Math.max(table.length, table[0]?.length ?? 0)
  const cost = (r: number, c: number) => -(table[r]?.[c] ?? 0)
  const [u, v] = [new Float64Array(size + 1), new Float64Array(size + 1)]
  const match = new Int32Array(size + 1)
  for (let r = 1; r <= size; r++) augment(r, { size, cost, u, v, match })
  let right = 0
  for (let c = 1; c <= size; c++) right -= cost(match[c]! - 1, c - 1)
  return right / table.flat().reduce((a, b) => a + b, 0)
}

type Assignment = {
  size: number
  cost(r: number, c: number): number
  u: Float64Array
  v: Float64Array
  match: Int32Array
}

function augment(row: number, { size, cost, u, v, match }: Assignment) {
  const way = new Int32Array(size + 1)
  const slack = new Float64Array(size + 1).fill(Infinity)
  const used = new Uint8Array(size + 1)
  match[0] = row
  let at = 0
  do {
    used[at] = 1
    let delta = Infinity
    let next = 0
    for (let c = 1; c <= size; c++) {
      if (used[c]) continue
      const reduced = cost(match[at]! - 1, c - 1) - u[match[at]!]! - v[c]!
      if (reduced < slack[c]!) [slack[c], way[c]] = [reduced, at]
      if (slack[c]! < delta) [delta, next] = [slack[c]!, c]
    }
    for (let c = 0; c <= size; c++) {
      if (used[c]) {
        u[match[c]!]! += delta
        v[c]! -= delta
      } else slack[c]! -= delta
    }
    at = next
  } while (match[at] !== 0)
  for (; at !== 0; at = way[at]!) match[at] = match[way[at]!]!
}

/** nDCG with binary relevance; `total` is the number of relevant texts. */
export function ndcg(relevant: readonly boolean[], total: number, at = 10): number {
  let gain = 0
  let best = 0
  for (let i = 0; i < at; i++) {
    if (relevant[i]) gain += 1 / Math.log2(i + 2)
    if (i < total) best += 1 / Math.log2(i + 2)
  }
  return best === 0 ? 0 : gain / best
}

/** Spearman's rank correlation, in percent. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)]
  const mean = (a.length + 1) / 2
  let [xy, xx, yy] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    xy += (x[i]! - mean) * (y[i]! - mean)
    xx += (x[i]! - mean) ** 2
    yy += (y[i]! - mean) ** 2
  }
  return percent(xy / Math.sqrt(xx * yy))
}

function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((i, j) => values[i]! - values[j]!)
  const ranked: number[] = []
  for (let start = 0; start < order.length;) {
    let end = start
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++
    for (let i = start; i < end; i++) ranked[order[i]!] = (start + 1 + end) / 2
    start = end
  }
  return ranked
}
