export type Spot = { name: string; x: number; y: number; r: number }
export type Label<T extends Spot> = { of: T; x: number; y: number; anchor: 'start' | 'middle' | 'end' }
type Area = { left: number; right: number; top: number; bottom: number }

const letterPx = 6.4
const meet = (a: Area) => (b: Area) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
const circle = ({ x, y, r }: Spot): Area => ({ left: x - r, right: x + r, top: y - r, bottom: y + r })

function areaOf<T extends Spot>({ of: { name }, x, y, anchor }: Label<T>): Area {
  const wide = name.length * letterPx
  const left = x - (anchor === 'start' ? 0 : anchor === 'middle' ? wide / 2 : wide)
  return { left, right: left + wide, top: y - 12, bottom: y + 3 }
}

const placesAround = <T extends Spot>(of: T): Label<T>[] => [
  { of, x: of.x, y: of.y + of.r + 13, anchor: 'middle' },
  { of, x: of.x + of.r + 5, y: of.y + 4, anchor: 'start' },
  { of, x: of.x - of.r - 5, y: of.y + 4, anchor: 'end' },
  { of, x: of.x, y: of.y - of.r - 5, anchor: 'middle' },
]

/** Names beside or below their spots, the first first, or inside where others leave no room; one that would stand on another name is left to whoever points. */
export function labelsFor<T extends Spot>(
  spots: readonly T[],
  {
    left,
    right,
    inside = true,
    around = spots,
  }: { left: number; right: number; inside?: boolean; around?: readonly Spot[] },
): Label<T>[] {
  const taken: Area[] = []
  const labels: Label<T>[] = []
  for (const of of spots) {
    const others = around.filter((one) => one !== of).map(circle)
    const fits = (label: Label<T>) =>
      areaOf(label).left >= left && areaOf(label).right <= right && !taken.some(meet(areaOf(label)))
    const half = (of.name.length * letterPx) / 2
    const within: Label<T> = {
      of,
      x: Math.max(left + half, Math.min(right - half, of.x)),
      y: of.y + 4,
      anchor: 'middle',
    }
    const chosen =
      placesAround(of)
        .filter(fits)
        .find((label) => !others.some(meet(areaOf(label)))) ??
      (inside && !taken.some(meet(areaOf(within))) ? within : undefined)
    if (!chosen) continue
    taken.push(areaOf(chosen))
    labels.push(chosen)
  }
  return labels
}
