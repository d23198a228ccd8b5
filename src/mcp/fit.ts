/** A part of a response that was shortened. */
export type Cut = { path: string; kept: number; of: number; unit: 'items' | 'characters' }
export type ShrunkValue = { value: Record<string, unknown>; cuts: Cut[] }

type Holder = Record<string | number, unknown>
type ShrinkTarget = { path: string; holder: Holder; key: string | number; size: number }

const minText = 200
const maxSteps = 40

const sizeOf = (value: unknown) => JSON.stringify(value).length

/** Shortens the largest lists and texts until the response fits; the result is valid JSON. */
export function shrinkToFit(answer: Record<string, unknown>, max: number): ShrunkValue {
  const value = structuredClone(answer)
  const cuts = new Map<string, Cut>()
  for (let step = 0; step < maxSteps; step++) {
    const over = sizeOf(value) - max
    if (over <= 0) return { value, cuts: [...cuts.values()] }
    const [largest] = shrinkTargetsIn(value, '').sort((a, b) => b.size - a.size)
    if (!largest) break
    const cut = shorten(largest, over)
    cuts.set(cut.path, { ...cut, of: cuts.get(cut.path)?.of ?? cut.of })
  }
  return { value: {}, cuts: [{ path: 'everything', kept: 0, of: sizeOf(answer), unit: 'characters' }] }
}

function shrinkTargetsIn(node: unknown, path: string): ShrinkTarget[] {
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`
    const place = canShrink(value) ? [{ path: here, holder: node as Holder, key, size: sizeOf(value) }] : []
    return [...place, ...shrinkTargetsIn(value, here)]
  })
}

const canShrink = (value: unknown) =>
  (Array.isArray(value) && value.length > 1) || (typeof value === 'string' && value.length > minText)

function shorten({ path, holder, key }: ShrinkTarget, over: number): Cut {
  const value = holder[key] as string | unknown[]
  const kept = typeof value === 'string' ? shorterText(value, over) : shorterList(value, over)
  holder[key] = kept
  return { path, kept: kept.length, of: value.length, unit: typeof value === 'string' ? 'characters' : 'items' }
}

function shorterList(list: unknown[], over: number): unknown[] {
  let freed = 0
  let length = list.length
  while (length > 1 && freed < over) freed += sizeOf(list[--length]) + 1
  return list.slice(0, length)
}

function shorterText(text: string, over: number): string {
  const kept = text.slice(0, Math.max(minText - 1, text.length - over - 1))
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}
