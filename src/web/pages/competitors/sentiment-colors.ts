import type { Breakdown } from '#web/ui/badges.tsx'

/** Colours of the prevailing sentiment; neutral on a tie. */
export function sentimentColors({ positive, negative }: Breakdown) {
  if (positive > negative) return { fill: 'var(--pos-soft)', line: 'var(--pos)' }
  if (negative > positive) return { fill: 'var(--neg-soft)', line: 'var(--neg)' }
  return { fill: 'var(--sunken)', line: 'var(--neu)' }
}
