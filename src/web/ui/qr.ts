/* A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which hold 213 bytes. */

/** By version: error correction codewords of a block, how many blocks, and how many data codewords all of them hold. */
const versions = [[10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 64], [24, 2, 86], [16, 4, 108], [18, 4, 124], [22, 4, 154], [22, 5, 182], [26, 5, 216]] as const
const alignment = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]] as const
const lengthBits = (version: number) => (version < 10 ? 8 : 16)

/** Rows of dark (true) and light modules, without the quiet zone around them. */
export function qrOf(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = versions.findIndex(([, , data], n) => 4 + lengthBits(n + 1) + 8 * bytes.length <= 8 * data) + 1
  if (version === 0) throw new RangeError('the text is too long for a QR code of this size')
  const bits = interleaved(version, codewords(version, bytes))
  const candidates = masks.map((_, mask) => drawn(version, bits, mask))
  return candidates.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

/** Mode, length, the bytes, an end, and what fills the rest. */
function codewords(version: number, bytes: Uint8Array): number[] {
  const capacity = 8 * versions[version - 1]![2]
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >> n) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, lengthBits(version))
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let n = 0; bits.length < capacity; n++) put(n % 2 === 0 ? 0xec : 0x11, 8)
  return Array.from({ length: capacity / 8 }, (_, n) => parseInt(bits.slice(8 * n, 8 * n + 8).join(''), 2))
}

/** Blocks of nearly the same length, the shorter ones first, read across; then their corrections the same way. */
function interleaved(version: number, data: readonly number[]): number[] {
  const [corrections, count, total] = versions[version - 1]!
  const short = Math.floor(total / count)
  const longer = total % count
  let from = 0
  const blocks = Array.from({ length: count }, (_, n) => data.slice(from, (from += short + (n >= count - longer ? 1 : 0))))
  const across = (rows: readonly number[][]) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, n) => rows.flatMap((row) => (n < row.length ? [row[n]!] : []))).flat()
  return [...across(blocks), ...across(blocks.map((block) => correctionsOf(block, corrections)))].flatMap((word) => Array.from({ length: 8 }, (_, n) => (word >> (7 - n)) & 1))
}

/** The field of 256 elements in which the corrections are worked out. */
const powers = new Uint8Array(255)
const logarithms = new Uint8Array(256)
for (let n = 0, value = 1; n < 255; n++) {
  powers[n] = value
  logarithms[value] = n
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0)
}
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : powers[(logarithms[a]! + logarithms[b]!) % 255]!)

/** The remainder of the data by the product of (x − 2ⁿ). */
export function correctionsOf(data: readonly number[], count: number): number[] {
  let divisor = [1]
  for (let n = 0; n < count; n++) divisor = [...divisor, 0].map((value, place) => value ^ (place > 0 ? times(divisor[place - 1]!, powers[n]!) : 0))
  const rest = Array<number>(count).fill(0)
  for (const word of data) {
    const factor = word ^ rest.shift()!
    rest.push(0)
    for (let n = 0; n < count; n++) rest[n] = rest[n]! ^ times(divisor[n + 1]!, factor)
  }
  return rest
}

type Grid = boolean[][]
const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function drawn(version: number, bits: readonly number[], mask: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const fixed: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    grid[y]![x] = dark
    fixed[y]![x] = true
  }
  drawPatterns(version, size, set)
  drawFormat(mask, size, set)
  if (version >= 7) drawVersion(version, size, set)
  let next = 0
  for (const [x, y] of path(size)) {
    if (fixed[y]![x]) continue
    grid[y]![x] = (bits[next++] ?? 0) === 1 !== masks[mask]!(x, y)
  }
  return grid
}

type Put = (x: number, y: number, dark: boolean) => void

function drawPatterns(version: number, size: number, set: Put) {
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0)
    set(n, 6, n % 2 === 0)
  }
  const square = (cx: number, cy: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  const places = alignment[version - 1]!
  const last = places.length - 1
  // Three corners belong to the finders.
  places.forEach((y, row) => places.forEach((x, column) => {
    if (!((row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0))) square(x, y, 2, [1])
  }))
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4])
}

/** A number with the remainder by a generator behind it. */
function coded(value: number, generator: number, length: number): number {
  const top = 31 - Math.clz32(generator)
  let rest = value << length
  for (let n = 31 - Math.clz32(rest || 1); n >= top; n--) if ((rest >> n) & 1) rest ^= generator << (n - top)
  return (value << length) | rest
}

/** Level M and the mask, twice. */
function drawFormat(mask: number, size: number, set: Put) {
  const bits = coded(mask, 0x537, 10) ^ 0x5412
  for (let n = 0; n < 15; n++) {
    const dark = ((bits >> n) & 1) === 1
    if (n < 6) set(8, n, dark)
    else if (n < 8) set(8, n + 1, dark)
    else set(n === 8 ? 7 : 14 - n, 8, dark)
    if (n < 8) set(size - 1 - n, 8, dark)
    else set(8, size - 15 + n, dark)
  }
  set(8, size - 8, true)
}

function drawVersion(version: number, size: number, set: Put) {
  const bits = coded(version, 0x1f25, 12)
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1
    set(size - 11 + (n % 3), Math.floor(n / 3), dark)
    set(Math.floor(n / 3), size - 11 + (n % 3), dark)
  }
}

/** Columns in pairs from the right, up and down in turn; the column of the timing pattern is stepped over. */
function* path(size: number): Generator<[number, number]> {
  let up = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let n = 0; n < size; n++) for (const x of [right, right - 1]) yield [x, up ? size - 1 - n : n]
    up = !up
  }
}

/** How hard it is to read: long runs, squares of one colour, what looks like a finder, too much of one colour. */
function penalty(grid: Grid): number {
  const lines = [...grid, ...grid[0]!.map((_, x) => grid.map((row) => row[x]!))].map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
  let points = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2
    points += 40 * (line.split('10111010000').length + line.split('00001011101').length - 2)
  }
  for (let y = 1; y < grid.length; y++) for (let x = 1; x < grid.length; x++) if (grid[y]![x] === grid[y - 1]![x] && grid[y]![x] === grid[y]![x - 1] && grid[y]![x] === grid[y - 1]![x - 1]) points += 3
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
