import {
  add,
  assemble,
  type Code,
  constant,
  get,
  i32,
  loadNumber,
  loop,
  plus,
  product,
  set,
  times,
  v128,
  vector,
} from '#engine/assembler.ts'

/*
 * Sums rows of a table of 8-bit numbers, each row times its scale, eight numbers at a time.
 *
 *   sum(ids, idsEnd, rows, scales, out, outEnd)
 *
 * All are places in memory: ids are 32-bit, a row has as many numbers as fit between `out` and `outEnd`, a multiple of eight; `out` is added to.
 */

type Adder = {
  memory: WebAssembly.Memory
  sum(ids: number, idsEnd: number, rows: number, scales: number, out: number, outEnd: number): void
}

const [ids, idsEnd, rows, scales, out, outEnd] = [0, 1, 2, 3, 4, 5]
const [row, target] = [6, 7]
const [scale, eight] = [8, 9]

const bytesOfNumber = 4
const halfOfEight = 16
const widened = (half: number): Code => [get(eight), vector(half), vector(0xfa)]
const addTo = (offset: number, half: number): Code => [
  get(target),
  add([get(target), vector(0x00, 2, offset)], times(get(scale), widened(half))),
  vector(0x0b, 2, offset),
]

const alongRow: Code = loop(
  [
    set(eight, get(row), vector(0x01, 0, 0)),
    addTo(0, 0xa7),
    addTo(halfOfEight, 0xa8),
    set(row, plus(get(row), constant(8))),
    set(target, plus(get(target), constant(2 * halfOfEight))),
  ],
  target,
  outEnd,
)

const bodyFor = (width: number): Code =>
  loop(
    [
      set(row, plus(get(rows), product(loadNumber(get(ids)), constant(width)))),
      set(scale, plus(get(scales), product(loadNumber(get(ids)), constant(bytesOfNumber))), vector(0x09, 2, 0)),
      set(target, get(out)),
      alongRow,
      set(ids, plus(get(ids), constant(bytesOfNumber))),
    ],
    ids,
    idsEnd,
  )

/** `scales` has one number for each row of `rows`; at most `most` rows are summed at a time. */
export function openTable(
  given: Float32Array,
  rowsGiven: Int8Array,
  max: number,
): (wanted: readonly number[]) => Float32Array {
  const width = rowsGiven.length / given.length
  const places = { scales: 0, out: given.byteLength, ids: 0, rows: 0, end: 0 }
  places.ids = places.out + width * bytesOfNumber
  places.rows = places.ids + max * bytesOfNumber
  places.end = places.rows + rowsGiven.byteLength
  const { memory, sum } = assemble<Adder>('sum', {
    places: 6,
    locals: [
      [2, i32],
      [2, v128],
    ],
    pages: Math.ceil(places.end / 65_536),
    body: bodyFor(width),
  })
  new Float32Array(memory.buffer, places.scales, given.length).set(given)
  new Int8Array(memory.buffer, places.rows, rowsGiven.length).set(rowsGiven)
  const total = new Float32Array(memory.buffer, places.out, width)
  const asked = new Int32Array(memory.buffer, places.ids, max)
  return (wanted) => {
    total.fill(0)
    asked.set(wanted)
    if (wanted.length > 0)
      sum(
        places.ids,
        places.ids + wanted.length * bytesOfNumber,
        places.rows,
        places.scales,
        places.out,
        places.out + width * bytesOfNumber,
      )
    return total.slice()
  }
}
