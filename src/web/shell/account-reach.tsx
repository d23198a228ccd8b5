import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import type { GridColumn } from '#web/ui/lists/data-grid-header.tsx'
import { formatSum } from '#web/ui/money.ts'
import { formatNumber } from '#web/ui/time.tsx'

/* The companies behind a theme or a plan, and what they pay. */

type Reach = OutputOf<'getTheme'>['account_reach']
type WithReach = { account_reach: Reach }
type Behind = Partial<Record<'theme' | 'subtheme' | 'opportunity' | 'initiative' | 'project', string>>

/** Where nothing is added up and all is in one currency, that amount. */
const sumOf = ({ yearly_revenue, currency, revenue_account_count, unconverted }: NonNullable<Reach>) =>
  revenue_account_count === 0 && unconverted.length === 1 ? unconverted[0]! : { yearly_revenue, currency }

function revenueOf(reach: NonNullable<Reach>): string | undefined {
  const { yearly_revenue: amount, currency } = sumOf(reach)
  return amount > 0 ? formatSum(amount, currency) : undefined
}

/** What the sum does not have. */
function notesOf(reach: NonNullable<Reach>): string[] {
  const shown = sumOf(reach)
  const companies = (count: number) => t('{count, one {# company} other {# companies}}', { count })
  const others = reach.unconverted.filter((one) => one !== shown)
  return [
    ...others.map((one) =>
      t('{companies} with {amount} a year, without an exchange rate', {
        companies: companies(one.account_count),
        amount: formatSum(one.yearly_revenue, one.currency),
      }),
    ),
    ...(reach.unknown_revenue_account_count > 0
      ? [t('{companies} without a known revenue', { companies: companies(reach.unknown_revenue_account_count) })]
      : []),
  ]
}

/** A row of properties; nothing before the first count. */
export function reachRow(reach: Reach, behind: Behind): [label: string, value: React.ReactNode] | null {
  if (!reach) return null
  const revenue = revenueOf(reach)
  return [
    t('Companies'),
    <span key="r" className="grid gap-0.5">
      <Link to={paths.accounts(behind)} className="font-medium text-accent-text hover:underline">
        {formatNumber(reach.account_count)}
      </Link>
      {revenue && <span>{t('{amount} a year', { amount: revenue })}</span>}
      {notesOf(reach).map((note) => (
        <span key={note} className="text-xs text-faint">
          {note}
        </span>
      ))}
    </span>,
  ]
}

const reachColumn = <T extends WithReach>(sorts: string[] | undefined): GridColumn<T> => ({
  key: 'companies',
  header: t('Companies'),
  width: '132px',
  alignEnd: true,
  ...(sorts && { sorts }),
  cell({ account_reach: reach }) {
    if (!reach || reach.account_count === 0) return <span className="text-xs text-faint">–</span>
    return (
      <span title={notesOf(reach).join('\n') || undefined} className="text-xs tabular-nums">
        {[formatNumber(reach.account_count), revenueOf(reach)].filter(Boolean).join(' · ')}
      </span>
    )
  },
})

/** No column where no row has a company: the others need the room. */
export const reachColumns = <T extends WithReach>(items: readonly T[], sorts?: string[]): GridColumn<T>[] =>
  items.some(({ account_reach: reach }) => reach && reach.account_count > 0) ? [reachColumn(sorts)] : []

export const reachExport = (reach: Reach) => ({
  account_count: reach?.account_count,
  yearly_revenue: reach?.yearly_revenue,
  revenue_currency: reach?.currency,
})
