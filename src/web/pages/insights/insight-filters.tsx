import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { LabelHelp } from '#web/help/label-help.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { CompanyFilters, companyFilterNames, companyQuery } from '#web/shell/company-filters.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SourceFilter } from '#web/shell/source-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterDays, FilterSelect } from '#web/ui/forms/filters.tsx'
import { parseList, useFilters } from '#web/routes/use-filters.ts'

export const filterNames = [
  'q',
  'sentiment',
  'category',
  'theme',
  'source',
  'origin',
  'segment',
  'contact',
  ...companyFilterNames,
  'project',
  'opportunity',
  'subtheme',
  'after',
  'before',
] as const

/** By when it was said; the time of an import says little. */
export const defaultSort = '-occurred_at'

/** The filters in the URL as a query of the API. */
export function useInsightQuery(): InputOf<'listInsights'> {
  const [f] = useFilters()
  return useMemo(
    () =>
      ({
        ...(f.q && { q: f.q }),
        ...(f.sentiment && { sentiment: parseList(f.sentiment) }),
        ...(f.category && { category: parseList(f.category) }),
        ...(f.theme === 'none' ? { unthemed: true } : f.theme && { theme_id: f.theme }),
        ...(f.source && { source: parseList(f.source) }),
        ...(f.origin && { origin: parseList(f.origin) }),
        ...(f.segment && { segment_id: f.segment }),
        ...(f.contact && { contact_id: f.contact }),
        ...companyQuery(f),
        ...(f.project && { project_id: f.project }),
        ...(f.opportunity && { opportunity_id: f.opportunity }),
        ...(f.subtheme && { subtheme_id: f.subtheme }),
        ...(f.after && { occurred_after: f.after }),
        ...(f.before && { occurred_before: f.before }),
        sort: f.sort ?? defaultSort,
        include: ['occurred_at'],
      }) as InputOf<'listInsights'>,
    [f],
  )
}

export function InsightFilterBar() {
  return (
    <>
      <FilterSelect name="sentiment" label={t('Sentiment')} options={toOptions(sentimentLabels())} />
      <FilterSelect name="category" label={t('Category')} options={toOptions(categoryLabels())} />
      <LabelHelp />
      <ThemeFilter />
      <SourceFilter />
      <FilterSelect
        name="origin"
        label={t('Origin')}
        options={toOptions({ auto: t('Found by analysis'), manual: t('Manual'), imported: t('Imported') })}
      />
      <SegmentFilter />
      <CompanyFilters />
      <FilterDays />
    </>
  )
}

function ThemeFilter() {
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  return (
    <FilterSelect
      name="theme"
      label={t('Theme')}
      options={[
        { value: 'none', label: t('No theme') },
        ...(themes?.data.map((theme) => ({ value: theme.id, label: theme.name })) ?? []),
      ]}
    />
  )
}

export function OverviewToggle() {
  const [filters, setFilters] = useFilters()
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-pressed={filters.overview === '1'}
      icon={ChartNoAxesColumn}
      onClick={() => setFilters({ overview: filters.overview ? undefined : '1' })}
    >
      {t('Overview')}
    </Button>
  )
}
