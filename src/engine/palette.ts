export const palette = [
  '#3b82f6',
  '#f97316',
  '#10b981',
  '#a855f7',
  '#ef4444',
  '#14b8a6',
  '#eab308',
  '#ec4899',
  '#6366f1',
  '#84cc16',
  '#06b6d4',
  '#f43f5e',
]

/** The least used colour of the palette, the first of equally used ones. */
export function nextColor(inUse: readonly { color: string; uses: number }[]): string {
  const uses = new Map(inUse.map((row) => [row.color, row.uses]))
  return palette.reduce((best, color) => ((uses.get(color) ?? 0) < (uses.get(best) ?? 0) ? color : best))
}
