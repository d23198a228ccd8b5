import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctionsOf, qrOf } from '#web/ui/qr.ts'

/* Read back as a scanner does, by the standard's own tables: format, mask, path, blocks. */

const blocksOf: Record<number, { corrections: number; data: number[] }> = {
  1: { corrections: 10, data: [16] }, 2: { corrections: 16, data: [28] }, 3: { corrections: 26, data: [44] }, 4: { corrections: 18, data: [32, 32] }, 5: { corrections: 24, data: [43, 43] },
  6: { corrections: 16, data: [27, 27, 27, 27] }, 7: { corrections: 18, data: [31, 31, 31, 31] }, 8: { corrections: 22, data: [38, 38, 39, 39] }, 9: { corrections: 22, data: [36, 36, 36, 37, 37] }, 10: { corrections: 26, data: [43, 43, 43, 43, 44] },
}
/** Format information of level M by its mask, from the standard's table. */
const formats = ['101010000010010', '101000100100101', '101111001111100', '101101101001011', '100010111111001', '100000011001110', '100111110010111', '100101010100000']
const versionMarks: Record<number, string> = { 7: '000111110010010100', 8: '001000010110111100', 9: '001001101010011001', 10: '001010010011010011' }
const centres: Record<number, number[]> = { 1: [], 2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50] }
const masked = [
  (r: number, c: number) => (r + c) % 2, (r: number) => r % 2, (_: number, c: number) => c % 3, (r: number, c: number) => (r + c) % 3,
  (r: number, c: number) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2, (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3), (r: number, c: number) => (((r * c) % 3) + ((r * c) % 2)) % 2, (r: number, c: number) => (((r * c) % 3) + ((r + c) % 2)) % 2,
]

function isFunction(version: number, size: number, r: number, c: number): boolean {
  if ((r < 9 && c < 9) || (r < 9 && c >= size - 8) || (r >= size - 8 && c < 9) || r === 6 || c === 6) return true
  if (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11))) return true
  const near = centres[version]!.length === 1 ? [...centres[version]!, 6] : centres[version]!
  const last = Math.max(...near)
  return near.some((y) => near.some((x) => !((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)) && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2))
}

function codewordsOf(grid: boolean[][], version: number, mask: number): number[] {
  const size = grid.length
  let bits = ''
  let upward = true
  for (let pair = size - 1; pair > 0; pair -= 2) {
    if (pair === 6) pair = 5
    for (let step = 0; step < size; step++) {
      const r = upward ? size - 1 - step : step
      for (const c of [pair, pair - 1]) if (!isFunction(version, size, r, c)) bits += grid[r]![c] !== (masked[mask]!(r, c) === 0) ? '1' : '0'
    }
    upward = !upward
  }
  return bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2))
}

/** The text that a scanner would show; every block has to agree with its corrections. */
function read(grid: boolean[][]): { text: string; version: number } {
  const size = grid.length
  const version = (size - 17) / 4
  const bit = (r: number, c: number) => (grid[r]![c] ? '1' : '0')
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((c) => bit(8, c)).join('') + [7, 5, 4, 3, 2, 1, 0].map((r) => bit(r, 8)).join('')
  const beside = [1, 2, 3, 4, 5, 6, 7].map((n) => bit(size - n, 8)).join('') + [8, 7, 6, 5, 4, 3, 2, 1].map((n) => bit(8, size - n)).join('')
  assert.equal(across, beside, 'both copies of the format say the same')
  const mask = formats.indexOf(across)
  assert.ok(mask >= 0, `${across} is a format of level M`)
  if (version >= 7) assert.equal(Array.from({ length: 18 }, (_, n) => bit(Math.floor((17 - n) / 3), size - 11 + ((17 - n) % 3))).join(''), versionMarks[version])
  const { corrections, data } = blocksOf[version]!
  const words = codewordsOf(grid, version, mask)
  const blocks = data.map(() => [] as number[])
  let at = 0
  for (let n = 0; n < Math.max(...data); n++) data.forEach((length, block) => n < length && blocks[block]!.push(words[at++]!))
  const checks = data.map(() => [] as number[])
  for (let n = 0; n < corrections; n++) for (const check of checks) check.push(words[at++]!)
  blocks.forEach((block, n) => assert.deepEqual(correctionsOf(block, corrections), checks[n]))
  const bits = blocks.flat().map((word) => word.toString(2).padStart(8, '0')).join('')
  assert.equal(bits.slice(0, 4), '0100')
  const from = version < 10 ? 12 : 20
  const length = parseInt(bits.slice(4, from), 2)
  return { version, text: new TextDecoder().decode(Uint8Array.from({ length }, (_, n) => parseInt(bits.slice(from + 8 * n, from + 8 * n + 8), 2))) }
}

test('corrections are those of the standard’s own example', () => {
  assert.deepEqual(correctionsOf([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17], 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
})

test('every size that is used reads back as the text it was made from', () => {
  const seen = new Set<number>()
  for (let length = 1; length <= 213; length += 4) {
    const wanted = `https://ear.example/s/${'q'.repeat(213)}`.slice(0, length - 1) + (length % 2 ? '!' : '7')
    const { text, version } = read(qrOf(wanted))
    assert.equal(text, wanted)
    seen.add(version)
  }
  assert.deepEqual([...seen], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  assert.equal(read(qrOf('Grüße · 你好')).text, 'Grüße · 你好')
})

test('a text that does not fit is refused', () => {
  assert.throws(() => qrOf('x'.repeat(214)), RangeError)
})
