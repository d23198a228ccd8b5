/* WebAssembly by hand, for loops that are short and hot: a compiler would be a dependency. */

export type Code = (number | Code)[]

export const i32 = 0x7f
export const v128 = 0x7b

/** Unsigned numbers in the length they need. */
export const leb = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])
/** Signed ones, as constants are written. */
const signedLeb = (value: number): Code =>
  value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signedLeb(value >> 7)]

export const constant = (value: number): Code => [0x41, ...signedLeb(value)]
export const get = (local: number): Code => [0x20, ...leb(local)]
export const set = (local: number, ...value: Code): Code => [value, 0x21, ...leb(local)]
export const plus = (a: Code, b: Code): Code => [a, b, 0x6a]
export const product = (a: Code, b: Code): Code => [a, b, 0x6c]
export const loadNumber = (address: Code): Code => [address, 0x28, 2, 0]

/** What works on sixteen bytes at once. */
export const vector = (instruction: number, ...more: Code): Code => [0xfd, ...leb(instruction), ...more]
export const load = (address: Code): Code => [address, vector(0x00, 2, 0)]
export const times = (a: Code, b: Code): Code => [a, b, vector(0xe6)]
export const add = (a: Code, b: Code): Code => [a, b, vector(0xe4)]

/** Goes round as long as `place` lies before `end`; once at least. */
export const loop = (body: Code, place: number, end: number): Code => [
  0x03,
  0x40,
  body,
  get(place),
  get(end),
  0x49,
  0x0d,
  0,
  0x0b,
]

const flat = (code: Code): number[] => code.flatMap((one) => (typeof one === 'number' ? [one] : flat(one)))
const sized = (code: Code): number[] => [...flat(leb(flat(code).length)), ...flat(code)]
const section = (id: number, ...content: Code): number[] => [id, ...sized(content)]
const name = (text: string): Code => sized([...Buffer.from(text)])

/** One function over so many places in a memory of its own; `locals` says how many of which type come after the places. */
export function assemble<Exports>(
  called: string,
  {
    places,
    locals,
    pages,
    body,
  }: { places: number; locals: [count: number, type: number][]; pages: number; body: Code },
): Exports {
  const binary = Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, 1, 0x60, places, ...Array<number>(places).fill(i32), 0),
    ...section(3, 1, 0),
    ...section(5, 1, 0, leb(pages)),
    ...section(7, 2, name('memory'), 2, 0, name(called), 0, 0),
    ...section(10, 1, sized([locals.length, ...locals.map(([count, type]): Code => [leb(count), type]), body, 0x0b])),
  ])
  return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as Exports
}
