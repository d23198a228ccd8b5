import { MessageCircleHeart } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { Drivers, Recommendations } from './drivers.tsx'
import { NpsBreakdown } from './nps-breakdown.tsx'
import { rangeLabels, rangeOf, segmentQuery, rangeStart } from './nps-period.ts'
import { NpsResponses } from './nps-responses.tsx'
import { NpsScore } from './nps-score.tsx'
import { ScoreHistogram } from './score-histogram.tsx'
import { ScoreTrend } from './score-trend.tsx'
import { SurveyTabs } from './survey-tabs.tsx'

export function NpsPage() {
  const [filters, setFilters] = useFilters()
  const range = rangeOf(filters)
  const from = rangeStart(range)
  const query = useApiQuery(
    'getNps',
    { from, compare: 'previous_period', ...segmentQuery(filters) },
    { keepPrevious: true },
  )
  return (
    <Page
      title="NPS"
      actions={
        <Tabs
          label={t('Period')}
          value={range}
          onChange={(next) => setFilters({ range: next })}
          tabs={Object.entries(rangeLabels()).map(([key, label]) => ({ key, label }))}
        />
      }
      toolbar={
        <>
          <SurveyTabs tab="nps" />
          <SegmentFilter />
        </>
      }
    >
      <QueryState query={query}>{(report) => <NpsContent report={report} from={from} />}</QueryState>
    </Page>
  )
}

function NpsContent({ report, from }: { report: OutputOf<'getNps'>; from: string }) {
  const [filters] = useFilters()
  if (report.responses === 0)
    return (
      <EmptyState
        icon={<MessageCircleHeart />}
        title={t('No responses in this period')}
        note={t('NPS responses come from surveys, CSV uploads or the API.')}
      />
    )
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
        <NpsScore report={report} period={rangeLabels()[rangeOf(filters)]} />
        <ScoreTrend from={from} segment={filters.segment} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <ScoreHistogram report={report} />
        <NpsBreakdown from={from} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Recommendations report={report} />
        <Drivers from={from} segment={segmentQuery(filters)} />
      </div>
      <NpsResponses from={from} />
    </div>
  )
}
