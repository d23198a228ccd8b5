import type { ItemOf } from '#web/api/client.ts'
import { formatMoney } from '#web/ui/money.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { Avatar } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink } from '#web/ui/lists/row-link.tsx'
import { countColumn, textColumn, timeColumn } from '#web/ui/lists/columns.tsx'

type Account = ItemOf<'listAccounts'>

export const accountName = ({ name, domains, mail_domains }: Pick<Account, 'name' | 'domains' | 'mail_domains'>) =>
  name ?? domains[0] ?? mail_domains[0] ?? t('Unnamed company')

/** Undefined where it is unknown. */
export function revenueText({ revenue }: Pick<Account, 'revenue'>): string | undefined {
  if (!revenue) return undefined
  const amount = formatMoney(revenue.amount, revenue.currency)
  return revenue.period === 'month' ? t('{amount} a month', { amount }) : t('{amount} a year', { amount })
}

export const companyColumns = (): GridColumn<Account>[] => [
  {
    key: 'name',
    header: t('Company'),
    width: 'minmax(220px,1fr)',
    sorts: ['name', '-name'],
    cell: (account) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={accountName(account)} />
        <RowLink to={paths.account(account.id)}>{accountName(account)}</RowLink>
      </span>
    ),
  },
  textColumn('plan', t('Plan'), '120px', (one) => one.plan),
  textColumn('status', t('Status'), '110px', (one) => one.status),
  { ...textColumn<Account>('revenue', t('Revenue'), '150px', revenueText), sorts: ['revenue', '-revenue'] },
  countColumn('contacts', t('Contacts'), '80px', (one) => one.contact_count),
  countColumn('insights', t('Insights'), '80px', (one) => one.insight_count),
  timeColumn('created', t('Created'), '110px', (one) => one.created_at),
]

/** The row on narrow screens. */
export const accountCard = (account: Account) => (
  <div className="flex gap-3">
    <Avatar name={accountName(account)} size="size-8" />
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm font-medium">
        <RowLink to={paths.account(account.id)} className="">
          {accountName(account)}
        </RowLink>
      </p>
      <p className="truncate text-xs text-faint">{[account.plan, revenueText(account)].filter(Boolean).join(' · ')}</p>
    </div>
  </div>
)
