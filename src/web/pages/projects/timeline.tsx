import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { locale, t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Chip } from '#web/ui/marks.tsx'
import { dayOf } from '#web/ui/time.tsx'
import { projectWords } from '#web/words.ts'

type Plan = ItemOf<'listProjectPlans'>
type Span = { plan: Plan; from: number; to: number; open: boolean; lateDays: number }

const dayMs = 24 * 3600 * 1000
const dayAt = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
/** Long enough to be seen when nobody has said when it is to end. */
const openEndMs = 14 * dayMs

/** From when to when a Project is drawn: what was planned, else what happened. */
function spanOf(plan: Plan, today: number): Span | null {
  const start = plan.start_date ?? plan.started_at
  const end = plan.target_date ?? plan.completed_at
  if (!start && !end) return null
  const from = dayAt(start ?? end!)
  const to = end ? dayAt(end) + dayMs : Math.max(from, today) + openEndMs
  const unfinished = plan.status === 'not_started' || plan.status === 'in_progress'
  const lateDays =
    plan.target_date && unfinished ? Math.max(0, Math.round((today - dayAt(plan.target_date)) / dayMs)) : 0
  return { plan, from: Math.min(from, to - dayMs), to, open: !end, lateDays }
}

/** The first days of the months from the one before the first bar to the one after the last, and never fewer than three. */
function monthsFor(from: number, to: number): number[] {
  const first = new Date(from)
  const months: number[] = []
  for (let n = 0; n < 60; n++) {
    const month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1)
    months.push(month)
    if (month >= to && n >= 3) break
  }
  return months
}

const colors: Record<string, string> = {
  not_started: 'bg-neu/50',
  in_progress: 'bg-accent',
  completed: 'bg-pos',
  archived: 'bg-line-strong',
}

/** Projects over the months; those without dates stand below, since they have no place on a line. */
export function Timeline({ items }: { items: readonly Plan[] }) {
  const today = dayAt(new Date().toISOString())
  const spans = items
    .map((plan) => spanOf(plan, today))
    .filter((span) => span !== null)
    .sort((a, b) => a.from - b.from || a.to - b.to)
  const undated = items.filter((plan) => !spans.some((span) => span.plan === plan))
  const months = monthsFor(
    Math.min(today, ...spans.map((span) => span.from)),
    Math.max(today, ...spans.map((span) => span.to)),
  )
  const [begin, end] = [months[0]!, months.at(-1)!]
  const at = (time: number) => `${(100 * (time - begin)) / (end - begin)}%`
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Where there is no room for all of it, today is what one sees first.
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
      {spans.length > 0 && (
        <div className="min-w-[760px]">
          <Months months={months} at={at} today={today} />
          <ol className="relative">
            {spans.map((span) => (
              <Row key={span.plan.id} span={span} months={months} at={at} today={today} />
            ))}
          </ol>
        </div>
      )}
      {undated.length > 0 && <Undated items={undated} />}
    </div>
  )
}

type Scale = { months: readonly number[]; at: (time: number) => string; today: number }
const columns = 'grid grid-cols-[132px_minmax(0,1fr)] md:grid-cols-[240px_minmax(0,1fr)]'

const Months = ({ months, at, today }: Scale) => (
  <div aria-hidden className={cx(columns, 'sticky top-0 z-20 h-8 border-b border-line bg-panel text-xs text-faint')}>
    <span className="sticky start-0 z-10 bg-panel" />
    <span className="relative">
      {months.slice(0, -1).map((month) => (
        <span
          key={month}
          className="absolute top-2 border-s border-line ps-1.5 whitespace-nowrap"
          style={{ insetInlineStart: at(month) }}
        >
          {monthName(month)}
        </span>
      ))}
      <span
        className="absolute top-1.5 z-10 -translate-x-1/2 rounded bg-accent px-1 text-2xs leading-4 font-medium text-accent-ink rtl:translate-x-1/2"
        style={{ insetInlineStart: at(today) }}
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

function Row({ span: { plan, from, to, open, lateDays }, months, at, today }: Scale & { span: Span }) {
  const dates = [
    plan.start_date && t('starts {day}', { day: dayOf(plan.start_date) }),
    plan.target_date && t('target {day}', { day: dayOf(plan.target_date) }),
    plan.completed_at && t('completed {day}', { day: dayOf(plan.completed_at) }),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <li className={cx(columns, 'h-11 border-b border-line hover:bg-hover')}>
      <div className="sticky start-0 z-10 flex min-w-0 flex-col justify-center bg-panel ps-4 pe-2 md:ps-6 md:pe-3">
        <Link to={paths.project(plan.id)} className="truncate text-sm font-medium hover:underline">
          {plan.title}
        </Link>
        <p className="truncate text-xs text-faint">
          {projectWords()[plan.status]}
          {plan.owner && ` · ${plan.owner.name}`}
        </p>
      </div>
      <div className="relative">
        {months.slice(0, -1).map((month) => (
          <span
            key={month}
            aria-hidden
            className="absolute inset-y-0 border-s border-line"
            style={{ insetInlineStart: at(month) }}
          />
        ))}
        <span
          aria-hidden
          className="absolute inset-y-0 border-s border-accent"
          style={{ insetInlineStart: at(today) }}
        />
        <Link
          to={paths.project(plan.id)}
          tabIndex={-1}
          aria-hidden
          title={dates}
          className={cx(
            'absolute top-3.5 h-4 rounded-sm',
            colors[plan.status],
            open && 'rounded-e-none opacity-60 [mask-image:linear-gradient(to_right,#000_60%,transparent)]',
          )}
          style={{ insetInlineStart: at(from), width: `calc(${at(to)} - ${at(from)})` }}
        />
        {lateDays > 0 && (
          <span className="absolute top-3 ps-1.5" style={{ insetInlineStart: at(Math.max(to, today)) }}>
            <Chip tone="bad">{t('{count, one {# day late} other {# days late}}', { count: lateDays })}</Chip>
          </span>
        )}
        <span className="sr-only">{dates}</span>
      </div>
    </li>
  )
}

const Undated = ({ items }: { items: readonly Plan[] }) => (
  <section className="px-4 py-4 md:px-6">
    <h2 className="text-xs font-medium text-soft">{t('Without dates')}</h2>
    <p className="text-xs text-faint">{t('Give a project a start or a target and it gets its place on the line.')}</p>
    <ul className="mt-2 flex flex-wrap gap-2">
      {items.map((one) => (
        <li key={one.id}>
          <Link
            to={paths.project(one.id)}
            className="inline-flex h-7 items-center gap-2 rounded-md border border-line bg-panel px-2.5 text-sm hover:bg-hover"
          >
            {one.title}
            <span className="text-xs text-faint">{projectWords()[one.status]}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
