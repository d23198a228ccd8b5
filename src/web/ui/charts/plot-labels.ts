type Spot = { name: string; x: number; y: number; r: number }
type Label<T extends Spot> = { spot: T; x: number; y: number; anchor: 'start' | 'middle' | 'end' }
type Area = { left: number; right: number; top: number; bottom: number }

const letterPx = 6.4
const overlaps = (a: Area) => (b: Area) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
const circleArea = ({ x, y, r }: Spot): Area => ({ left: x - r, right: x + r, top: y - r, bottom: y + r })
/** How much of the text is left of its anchor. */
const anchorShare = { start: 0, middle: 0.5, end: 1 }

function labelArea<T extends Spot>({ spot: { name }, x, y, anchor }: Label<T>): Area {
  const width = name.length * letterPx
  const left = x - width * anchorShare[anchor]
  return { left, right: left + width, top: y - 12, bottom: y + 3 }
}

const candidates = <T extends Spot>(spot: T): Label<T>[] => [
  { spot, x: spot.x, y: spot.y + spot.r + 13, anchor: 'middle' },
  { spot, x: spot.x + spot.r + 5, y: spot.y + 4, anchor: 'start' },
  { spot, x: spot.x - spot.r - 5, y: spot.y + 4, anchor: 'end' },
  { spot, x: spot.x, y: spot.y - spot.r - 5, anchor: 'middle' },
]

type Options = {
  left: number
  right: number
  top?: number
  bottom?: number
  allowInside?: boolean
  obstacles?: readonly Spot[]
}

/** Places names below, beside, above or inside their spots, in the given order; drops those that would overlap. */
export function placeLabels<T extends Spot>(
  spots: readonly T[],
  { left, right, top = -Infinity, bottom = Infinity, allowInside = true, obstacles = spots }: Options,
): Label<T>[] {
  const placed: Area[] = []
  const labels: Label<T>[] = []
  for (const spot of spots) {
    const others = obstacles.filter((one) => one !== spot).map(circleArea)
    const isFree = (label: Label<T>) => !placed.some(overlaps(labelArea(label)))
    const fits = (label: Label<T>) => {
      const area = labelArea(label)
      const isInArea = area.left >= left && area.right <= right && area.top >= top && area.bottom <= bottom
      return isInArea && isFree(label)
    }
    const half = (spot.name.length * letterPx) / 2
    const x = Math.max(left + half, Math.min(right - half, spot.x))
    const inside: Label<T> = { spot, x, y: spot.y + 4, anchor: 'middle' }
    const label =
      candidates(spot)
        .filter(fits)
        .find((one) => !others.some(overlaps(labelArea(one)))) ?? (allowInside && isFree(inside) ? inside : undefined)
    if (!label) continue
    placed.push(labelArea(label))
    labels.push(label)
  }
  return labels
}
