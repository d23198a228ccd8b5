type Props = { values: readonly number[]; label: string; width?: number; height?: number }

export function Sparkline({ values, label, width = 84, height = 24 }: Props) {
  const max = Math.max(1, ...values)
  const x = (n: number) => (values.length < 2 ? width / 2 : 1 + (n / (values.length - 1)) * (width - 2))
  const y = (value: number) => height - 2 - (value / max) * (height - 4)
  const line = values.map((value, n) => `${n ? 'L' : 'M'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="overflow-visible">
      {values.length > 0 && (
        <path d={`${line}L${x(values.length - 1)} ${height}L${x(0)} ${height}Z`} className="fill-accent-soft" />
      )}
      <path d={line} className="fill-none stroke-accent" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}
