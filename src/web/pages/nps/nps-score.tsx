import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Gauge } from '#web/ui/charts/gauge.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlotCard } from '#web/ui/charts/plot-card.tsx'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

type Report = OutputOf<'getNps'>

export function NpsScore({ report, period }: { report: Report; period: string }) {
  const { score, responses, low_sample, promoters, passives, detractors } = report
  return (
    <PlotCard
      title={t('Net Promoter Score')}
      name="nps"
      note={t('All responses of {period}', { period })}
      rows={() => [
        {
          score,
          margin_of_error: report.margin_of_error,
          responses,
          promoters: promoters.count,
          passives: passives.count,
          detractors: detractors.count,
        },
      ]}
    >
      <div className="grid justify-items-center gap-2">
        <Gauge score={score} label={t('Net Promoter Score')} />
        <ScoreSummary report={report} />
        {low_sample && <Chip tone="warn">{t('Small sample')}</Chip>}
        <div className="mt-2 grid w-full gap-1.5">
          <GroupBar name={t('Promoters')} group={promoters} color="bg-pos" />
          <GroupBar name={t('Passives')} group={passives} color="bg-neu" />
          <GroupBar name={t('Detractors')} group={detractors} color="bg-neg" />
        </div>
      </div>
    </PlotCard>
  )
}

function ScoreSummary({ report: { responses, margin_of_error: margin, previous } }: { report: Report }) {
  const delta = previous?.delta
  return (
    <p className="text-center text-xs text-faint">
      {t('{count, one {# response} other {# responses}}', { count: responses })}
      {margin !== null && ` · ± ${formatNumber(margin, 1)}`}
      {delta != null && ` · ${delta > 0 ? '+' : ''}${formatNumber(delta, 1)} ${t('vs previous period')}`}
    </p>
  )
}

type GroupBarProps = { name: string; group: Report['promoters']; color: string }

const GroupBar = ({ name, group: { count, pct }, color }: GroupBarProps) => (
  <div className="grid grid-cols-[84px_1fr_84px] items-center gap-2 text-xs">
    <span>{name}</span>
    <span className="h-2 overflow-hidden rounded-full bg-sunken">
      <span className={cx('block h-full rounded-full', color)} style={{ width: `${pct ?? 0}%` }} />
    </span>
    <span className="text-end text-faint tabular-nums">
      {formatNumber(count)} · {pct === null ? '–' : formatPct(pct)}
    </span>
  </div>
)
