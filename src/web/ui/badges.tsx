import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import type { Trend } from '#vocabulary/trends.ts'
import { cx } from './cx.ts'

type BadgeSentiment = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | 'MIXED'
const sentimentLabel = (sentiment: BadgeSentiment) =>
  ({ POSITIVE: t('Positive'), NEGATIVE: t('Negative'), NEUTRAL: t('Neutral'), MIXED: t('Mixed') })[sentiment]
const sentimentColor: Record<BadgeSentiment, string> = {
  POSITIVE: 'bg-pos',
  NEGATIVE: 'bg-neg',
  NEUTRAL: 'bg-neu',
  MIXED: 'bg-warn-text',
}

/** A dot and its label; colour is never the only cue. */
export function SentimentBadge({ sentiment, showLabel = true }: { sentiment: BadgeSentiment; showLabel?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-soft">
      <span className={cx('size-2 shrink-0 rounded-full', sentimentColor[sentiment])} aria-hidden />
      <span className={showLabel ? '' : 'sr-only'}>{sentimentLabel(sentiment)}</span>
    </span>
  )
}

export type Breakdown = { positive: number; negative: number; neutral: number }
export const breakdownTotal = ({ positive, negative, neutral }: Breakdown) => positive + negative + neutral

export function SentimentBar({ breakdown, className = 'h-1.5 w-20' }: { breakdown: Breakdown; className?: string }) {
  const total = breakdownTotal(breakdown)
  const label = t('{positive} positive, {neutral} neutral, {negative} negative', breakdown)
  if (total === 0) return <span className="text-xs text-faint">–</span>
  const part = (count: number, color: string) => count > 0 && <span className={color} style={{ flexGrow: count }} />
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx('inline-flex gap-px overflow-hidden rounded-full align-middle', className)}
    >
      {part(breakdown.negative, 'bg-neg')}
      {part(breakdown.neutral, 'bg-neu')}
      {part(breakdown.positive, 'bg-pos')}
    </span>
  )
}

type ChipProps = {
  children: ReactNode
  color?: string
  tone?: 'plain' | 'good' | 'bad' | 'warn' | 'accent'
  title?: string
}

export function Chip({ children, color, tone = 'plain', title }: ChipProps) {
  const tones = {
    plain: 'border-line bg-sunken text-soft',
    good: 'border-transparent bg-pos-soft text-pos-text',
    bad: 'border-transparent bg-neg-soft text-neg-text',
    warn: 'border-transparent bg-warn-soft text-warn-text',
    accent: 'border-transparent bg-accent-soft text-accent-text',
  }
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full border px-2 text-2xs font-medium',
        'whitespace-nowrap',
        tones[tone],
      )}
    >
      {color && <span className="size-2 shrink-0 rounded-full" style={{ background: color }} aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  )
}

export function TrendBadge({ trend }: { trend: Trend }) {
  const label = { rising: t('Rising'), falling: t('Falling'), flat: t('Steady') }[trend]
  return (
    <span className="inline-flex items-center gap-1 text-xs text-soft">
      <span aria-hidden className="text-faint">
        {{ rising: '↗', falling: '↘', flat: '→' }[trend]}
      </span>
      {label}
    </span>
  )
}

export function Avatar({ name, size = 'size-6' }: { name: string; size?: string }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]!.toUpperCase())
    .join('')
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft text-2xs font-semibold',
        'text-accent-text',
        size,
      )}
    >
      {letters || '·'}
    </span>
  )
}
