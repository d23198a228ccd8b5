import {
  add,
  assemble,
  type Code,
  constant,
  get,
  i32,
  leb,
  load,
  loop,
  plus,
  set,
  times,
  v128,
  vector,
} from '#engine/assembler.ts'

/*
 * Inner products of many rows with many others, four numbers at a time. Two rows meet four at once, so that each number read is used several times.
 *
 *   products(first, firstEnd, second, secondEnd, rowBytes, out, outRowBytes)
 *
 * All are places in memory. The first rows come in twos and the second in fours; a row is a multiple of sixteen bytes.
 */

export type Kernel = {
  memory: WebAssembly.Memory
  products(
    first: number,
    firstEnd: number,
    second: number,
    secondEnd: number,
    rowBytes: number,
    out: number,
    outRowBytes: number,
  ): void
}

const pages = 16
export const kernelBytes = pages * 65_536

const zero: Code = vector(0x0c, ...Array<number>(16).fill(0))
const lane = (local: number, n: number): Code => [get(local), vector(0x1f, n)]

const [first, firstEnd, second, secondEnd, rowBytes, out, outRowBytes] = [0, 1, 2, 3, 4, 5, 6]
const [other, column, at, target, b1, b2, b3] = [7, 8, 9, 10, 11, 12, 13]
const sums = [14, 15, 16, 17, 18, 19, 20, 21]
const [mine, yours, theirs] = [22, 23, 24]
const columns = [column, b1, b2, b3]

const sumOf = (local: number): Code => [
  lane(local, 0),
  lane(local, 1),
  0x92,
  lane(local, 2),
  lane(local, 3),
  0x92,
  0x92,
]
const store = (address: Code, offset: number, value: Code): Code => [address, value, 0x38, 2, ...leb(offset)]

const alongRows: Code = loop(
  [
    set(mine, load(plus(get(first), get(at)))),
    set(yours, load(plus(get(other), get(at)))),
    columns.map((start, n): Code => [
      set(theirs, load(plus(get(start), get(at)))),
      set(sums[n]!, add(get(sums[n]!), times(get(mine), get(theirs)))),
      set(sums[n + 4]!, add(get(sums[n + 4]!), times(get(yours), get(theirs)))),
    ]),
    set(at, plus(get(at), constant(16))),
  ],
  at,
  rowBytes,
)

const alongColumns: Code = loop(
  [
    set(b1, plus(get(column), get(rowBytes))),
    set(b2, plus(get(b1), get(rowBytes))),
    set(b3, plus(get(b2), get(rowBytes))),
    sums.map((sum) => set(sum, zero)),
    set(at, constant(0)),
    alongRows,
    columns.map((_, n): Code => [
      store(get(target), 4 * n, sumOf(sums[n]!)),
      store(plus(get(target), get(outRowBytes)), 4 * n, sumOf(sums[n + 4]!)),
    ]),
    set(target, plus(get(target), constant(16))),
    set(column, plus(get(b3), get(rowBytes))),
  ],
  column,
  secondEnd,
)

const body: Code = loop(
  [
    set(other, plus(get(first), get(rowBytes))),
    set(column, get(second)),
    set(target, get(out)),
    alongColumns,
    set(out, plus(get(out), plus(get(outRowBytes), get(outRowBytes)))),
    set(first, plus(get(other), get(rowBytes))),
  ],
  first,
  firstEnd,
)

let known: Kernel | undefined

export const kernel = (): Kernel =>
  (known ??= assemble<Kernel>('products', {
    places: 7,
    locals: [
      [7, i32],
      [11, v128],
    ],
    pages,
    body,
  }))
