/*
 * Inner products of many rows with many others, four numbers at a time: a WebAssembly function, written here instruction by instruction
 * because it is short and a compiler would be a dependency. Two rows meet four at once, so that each number read is used several times.
 *
 *   products(first, firstEnd, second, secondEnd, rowBytes, out, outRowBytes)
 *
 * All are places in memory. The first rows come in twos and the second in fours; a row is a multiple of sixteen bytes.
 */

export type Kernel = {
  memory: WebAssembly.Memory
  products(first: number, firstEnd: number, second: number, secondEnd: number, rowBytes: number, out: number, outRowBytes: number): void
}

const pages = 16
export const kernelBytes = pages * 65_536

type Code = (number | Code)[]

const i32 = 0x7f
const v128 = 0x7b
/** Unsigned numbers in the length they need. */
const leb = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])
const get = (local: number): Code => [0x20, ...leb(local)]
const set = (local: number, ...value: Code): Code => [value, 0x21, ...leb(local)]
const plus = (a: Code, b: Code): Code => [a, b, 0x6a]
const vector = (instruction: number, ...more: Code): Code => [0xfd, ...leb(instruction), ...more]
const load = (address: Code): Code => [address, vector(0x00, 2, 0)]
const zero: Code = vector(0x0c, ...Array<number>(16).fill(0))
const times = (a: Code, b: Code): Code => [a, b, vector(0xe6)]
const add = (a: Code, b: Code): Code => [a, b, vector(0xe4)]
const lane = (local: number, n: number): Code => [get(local), vector(0x1f, n)]
/** Goes round as long as `place` lies before `end`. */
const loop = (body: Code, place: number, end: number): Code => [0x03, 0x40, body, get(place), get(end), 0x49, 0x0d, 0, 0x0b]

const [first, firstEnd, second, secondEnd, rowBytes, out, outRowBytes] = [0, 1, 2, 3, 4, 5, 6]
const [other, column, at, target, b1, b2, b3] = [7, 8, 9, 10, 11, 12, 13]
const sums = [14, 15, 16, 17, 18, 19, 20, 21]
const [mine, yours, theirs] = [22, 23, 24]
const columns = [column, b1, b2, b3]

const sumOf = (local: number): Code => [lane(local, 0), lane(local, 1), 0x92, lane(local, 2), lane(local, 3), 0x92, 0x92]
const store = (address: Code, offset: number, value: Code): Code => [address, value, 0x38, 2, ...leb(offset)]

const alongRows: Code = loop([
  set(mine, load(plus(get(first), get(at)))),
  set(yours, load(plus(get(other), get(at)))),
  columns.map((start, n): Code => [
    set(theirs, load(plus(get(start), get(at)))),
    set(sums[n]!, add(get(sums[n]!), times(get(mine), get(theirs)))),
    set(sums[n + 4]!, add(get(sums[n + 4]!), times(get(yours), get(theirs)))),
  ]),
  set(at, plus(get(at), [0x41, 16])),
], at, rowBytes)

const alongColumns: Code = loop([
  set(b1, plus(get(column), get(rowBytes))),
  set(b2, plus(get(b1), get(rowBytes))),
  set(b3, plus(get(b2), get(rowBytes))),
  sums.map((sum) => set(sum, zero)),
  set(at, 0x41, 0),
  alongRows,
  columns.map((_, n): Code => [store(get(target), 4 * n, sumOf(sums[n]!)), store(plus(get(target), get(outRowBytes)), 4 * n, sumOf(sums[n + 4]!))]),
  set(target, plus(get(target), [0x41, 16])),
  set(column, plus(get(b3), get(rowBytes))),
], column, secondEnd)

const body: Code = loop([
  set(other, plus(get(first), get(rowBytes))),
  set(column, get(second)),
  set(target, get(out)),
  alongColumns,
  set(out, plus(get(out), plus(get(outRowBytes), get(outRowBytes)))),
  set(first, plus(get(other), get(rowBytes))),
], first, firstEnd)

const flat = (code: Code): number[] => code.flatMap((one) => (typeof one === 'number' ? [one] : flat(one)))
const sized = (code: Code): number[] => [...flat(leb(flat(code).length)), ...flat(code)]
const section = (id: number, ...content: Code): number[] => [id, ...sized(content)]
const name = (text: string): Code => sized([...Buffer.from(text)])

const binary = () => Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, 1, 0x60, 7, ...Array<number>(7).fill(i32), 0),
  ...section(3, 1, 0),
  ...section(5, 1, 0, pages),
  ...section(7, 2, name('memory'), 2, 0, name('products'), 0, 0),
  ...section(10, 1, sized([2, 7, i32, 11, v128, body, 0x0b])),
])

let known: Kernel | undefined

export const kernel = (): Kernel => (known ??= new WebAssembly.Instance(new WebAssembly.Module(binary())).exports as Kernel)
