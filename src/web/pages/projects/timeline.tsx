import { useEffect, useRef } from 'react'
import { locale, t } from '#web/i18n/t.ts'
import { projectStatusLabels } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatDay } from '#web/ui/time.tsx'
import { type Bar, barsOf, type ProjectPlanItem, type TimelineScale, scaleOf, startOfToday } from './timeline-scale.ts'

const statusColors: Record<string, string> = {
  not_started: 'bg-neu/50',
  in_progress: 'bg-accent',
  completed: 'bg-pos',
  archived: 'bg-line-strong',
}

/** Projects over the months; projects without dates are listed below. */
export function ProjectTimeline({ items }: { items: readonly ProjectPlanItem[] }) {
  const today = startOfToday()
  const bars = barsOf(items, today)
  const undated = items.filter((plan) => !bars.some((bar) => bar.plan === plan))
  const { begin, end, ...scale } = scaleOf(bars, today)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls to today when the timeline is wider than the screen.
    const { current } = scroller
    if (current) current.scrollLeft = ((current.scrollWidth - current.clientWidth) * (today - begin)) / (end - begin)
  }, [today, begin, end])
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto"
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={t('Timeline')}
    >
      {bars.length > 0 && (
        <div className="min-w-[760px]">
          <Months {...scale} />
          <ol className="relative">
            {bars.map((bar) => (
              <TimelineRow key={bar.plan.id} bar={bar} scale={scale} />
            ))}
          </ol>
        </div>
      )}
      {undated.length > 0 && <Undated items={undated} />}
    </div>
  )
}

const columns = 'grid grid-cols-[132px_minmax(0,1fr)] md:grid-cols-[240px_minmax(0,1fr)]'

const Months = ({ months, offset, today }: TimelineScale) => (
  <div aria-hidden className={cx(columns, 'sticky top-0 z-20 h-8 border-b border-line bg-panel text-xs text-faint')}>
    <span className="sticky start-0 z-10 bg-panel" />
    <span className="relative">
      {months.slice(0, -1).map((month) => (
        <span
          key={month}
          className="absolute top-2 border-s border-line ps-1.5 whitespace-nowrap"
          style={{ insetInlineStart: offset(month) }}
        >
          {monthName(month)}
        </span>
      ))}
      <span
        className={cx(
          'absolute top-1.5 z-10 -translate-x-1/2 rounded bg-accent px-1 rtl:translate-x-1/2',
          'text-2xs leading-4 font-medium text-accent-ink',
        )}
        style={{ insetInlineStart: offset(today) }}
      >
        {t('Today')}
      </span>
    </span>
  </div>
)

const monthName = (month: number) =>
  new Date(month).toLocaleDateString(locale(), {
    month: 'short',
    timeZone: 'UTC',
    ...(new Date(month).getUTCMonth() === 0 && { year: 'numeric' }),
  })

const datesOf = ({ start_date, target_date, completed_at }: ProjectPlanItem) =>
  [
    start_date && t('starts {day}', { day: formatDay(start_date) }),
    target_date && t('target {day}', { day: formatDay(target_date) }),
    completed_at && t('completed {day}', { day: formatDay(completed_at) }),
  ]
    .filter(Boolean)
    .join(', ')

function TimelineRow({ bar, scale }: { bar: Bar; scale: TimelineScale }) {
  const { plan, to, lateDays } = bar
  const { months, offset, today } = scale
  return (
    <li className={cx(columns, 'h-11 border-b border-line hover:bg-hover')}>
      <RowTitle plan={plan} />
      <div className="relative">
        {months.slice(0, -1).map((month) => (
          <span
            key={month}
            aria-hidden
            className="absolute inset-y-0 border-s border-line"
            style={{ insetInlineStart: offset(month) }}
          />
        ))}
        <span
          aria-hidden
          className="absolute inset-y-0 border-s border-accent"
          style={{ insetInlineStart: offset(today) }}
        />
        <BarLink bar={bar} offset={offset} />
        {lateDays > 0 && (
          <span className="absolute top-3 ps-1.5" style={{ insetInlineStart: offset(Math.max(to, today)) }}>
            <Chip tone="bad">{t('{count, one {# day late} other {# days late}}', { count: lateDays })}</Chip>
          </span>
        )}
        <span className="sr-only">{datesOf(plan)}</span>
      </div>
    </li>
  )
}

const RowTitle = ({ plan }: { plan: ProjectPlanItem }) => (
  <div className="sticky start-0 z-10 flex min-w-0 flex-col justify-center bg-panel ps-4 pe-2 md:ps-6 md:pe-3">
    <Link to={paths.project(plan.id)} className="truncate text-sm font-medium hover:underline">
      {plan.title}
    </Link>
    <p className="truncate text-xs text-faint">
      {projectStatusLabels()[plan.status]}
      {plan.owner && ` · ${plan.owner.name}`}
    </p>
  </div>
)

const BarLink = ({ bar: { plan, from, to, openEnded }, offset }: { bar: Bar; offset: TimelineScale['offset'] }) => (
  <Link
    to={paths.project(plan.id)}
    tabIndex={-1}
    aria-hidden
    title={datesOf(plan)}
    className={cx(
      'absolute top-3.5 h-4 rounded-sm',
      statusColors[plan.status],
      openEnded && 'rounded-e-none opacity-60 [mask-image:linear-gradient(to_right,#000_60%,transparent)]',
    )}
    style={{ insetInlineStart: offset(from), width: `calc(${offset(to)} - ${offset(from)})` }}
  />
)

const Undated = ({ items }: { items: readonly ProjectPlanItem[] }) => (
  <section className="px-4 py-4 md:px-6">
    <h2 className="text-xs font-medium text-soft">{t('No dates')}</h2>
    <p className="text-xs text-faint">{t('Set a start or target date to show a project on the timeline.')}</p>
    <ul className="mt-2 flex flex-wrap gap-2">
      {items.map((one) => (
        <li key={one.id}>
          <Link
            to={paths.project(one.id)}
            className={cx(
              'inline-flex h-7 items-center gap-2 rounded-md border border-line bg-panel px-2.5',
              'text-sm hover:bg-hover',
            )}
          >
            {one.title}
            <span className="text-xs text-faint">{projectStatusLabels()[one.status]}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
