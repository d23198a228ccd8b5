import { hierarchy, treemap } from 'd3-hierarchy'
import { memo } from 'react'
import type { Path } from '#web/routes/paths.ts'
import { type Breakdown, SentimentBar } from '#web/ui/badges.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { useWidth } from './use-width.ts'

/** Laid out in half the width and drawn in full width: wide tiles have more room for text. */
const stretch = 2
const gap = 4
const letterPx = 6.9
/** Square pixels: room for a name, however small a tile's share is. */
const minArea = 3600
const maxWordLength = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length))

export type Tile = { id: string; name: string; value: number; color: string; mix?: Breakdown }
type TreeNode = { children?: readonly Tile[] } & Partial<Tile>
type Box = { left: number; top: number; width: number; height: number }

function layout(tiles: readonly Tile[], width: number, height: number): (Box & { tile: Tile })[] {
  const sum = tiles.reduce((total, tile) => total + tile.value, 0)
  const min = (sum * minArea * stretch) / ((width + gap) * (height + gap))
  const root = hierarchy<TreeNode>({ children: tiles })
    .sum((one) => (one.value ? Math.max(one.value, min) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  return treemap<TreeNode>()
    .size([(width + gap) / stretch, height + gap])(root)
    .leaves()
    .map(({ data, x0, y0, x1, y1 }) => ({
      tile: data as Tile,
      left: Math.round(x0 * stretch),
      top: Math.round(y0),
      width: Math.round((x1 - x0) * stretch) - gap,
      height: Math.round(y1 - y0) - gap,
    }))
    .filter((box) => box.width >= 2 && box.height >= 2)
}

type TreemapProps = {
  tiles: readonly Tile[]
  height?: number
  label: string
  href: (id: string) => Path
  onPick: (id: string) => void
}

export const Treemap = memo(function Treemap({ tiles, height = 280, label, href, onPick }: TreemapProps) {
  const [ref, width] = useWidth()
  return (
    <div ref={ref}>
      <ul aria-label={label} className="relative" style={{ height }}>
        {layout(tiles, width, height).map(({ tile, ...box }) => (
          <li
            key={tile.id}
            className="absolute"
            style={{ insetInlineStart: box.left, top: box.top, width: box.width, height: box.height }}
          >
            <TileLink tile={tile} box={box} href={href} onPick={onPick} />
          </li>
        ))}
      </ul>
    </div>
  )
})

function lineClamp(height: number): string {
  if (height > 90) return 'line-clamp-3'
  return height > 66 ? 'line-clamp-2' : 'truncate'
}

type NameStyle = { visible: boolean; className: string }
const [minNameWidth, minNameHeight, minVerticalHeight] = [52, 24, 40]

/** Names are cut off rather than left out; in a narrow tile they run downwards. */
function nameStyle(name: string, { width, height }: Box): NameStyle {
  const font = maxWordLength(name) * letterPx > width - 20 ? 'text-2xs leading-4' : 'text-xs'
  const text = 'overflow-hidden font-medium text-ellipsis'
  if (width >= minNameWidth && height >= minNameHeight)
    return { visible: true, className: cx(text, font, lineClamp(height)) }
  if (height >= minVerticalHeight)
    return {
      visible: false,
      className: cx(text, 'max-h-full text-2xs leading-3 whitespace-nowrap [writing-mode:vertical-rl]'),
    }
  return { visible: false, className: 'sr-only' }
}

type TileLinkProps = Pick<TreemapProps, 'href' | 'onPick'> & { tile: Tile; box: Box }

function TileLink({ tile: { id, name, value, color, mix }, box, href, onPick }: TileLinkProps) {
  const { visible, className } = nameStyle(name, box)
  const hasCount = visible && box.height > 52
  return (
    <a
      href={href(id)}
      title={`${name}: ${value}`}
      onClick={(event) => {
        event.preventDefault()
        onPick(id)
      }}
      className={cx(
        'flex size-full flex-col overflow-hidden rounded-md border-s-[3px] bg-sunken text-start',
        box.width >= minNameWidth ? 'px-2 py-1' : 'p-0.5',
        'hover:bg-hover',
      )}
      style={{ borderInlineStartColor: color }}
    >
      <span className={className}>{name}</span>
      <span className={hasCount ? 'text-xs text-faint tabular-nums' : 'sr-only'}>{formatNumber(value)}</span>
      {hasCount && mix && box.height > 66 && (
        <span className="mt-auto flex">
          <SentimentBar breakdown={mix} className="h-1 w-full" />
        </span>
      )}
    </a>
  )
}
