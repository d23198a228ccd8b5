import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CountLink } from '#web/ui/lists/card-links.tsx'
import { formatSum } from '#web/ui/money.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatNumber } from '#web/ui/time.tsx'

type Grouping = 'account' | 'plan'
type Groups = OutputOf<'groupInsights'>
type Group = Groups['data'][number]

const shownAtFirst = 10

const groupings = (): { key: Grouping; label: string }[] => [
  { key: 'account', label: t('By company') },
  { key: 'plan', label: t('By plan') },
]

/** Which companies speak of a theme, and what they pay; those that pay most first. */
export function CompaniesCard({ themeId }: { themeId: string }) {
  const [by, setBy] = useState<Grouping>('account')
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useApiQuery('groupInsights', { theme_id: themeId, by }, { keepPrevious: true })
  const known = data?.data.filter((one) => one.account_count > 0) ?? []
  if (!data || known.length === 0) return null
  const shown = showsAll ? known : known.slice(0, shownAtFirst)
  return (
    <Card
      title={t('Companies that speak of it')}
      note={t('Those that pay most first, each counted once')}
      flush
      actions={<Tabs label={t('Group by')} tabs={groupings()} value={by} onChange={setBy} />}
    >
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <Head />
          <tbody>
            {shown.map((one) => (
              <GroupRow key={one.account_id ?? `plan ${one.plan}`} group={one} themeId={themeId} {...data} />
            ))}
          </tbody>
        </table>
      </div>
      {known.length > shown.length && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => setShowsAll(true)}>
            {t('Show all {count}', { count: formatNumber(known.length) })}
          </Button>
        </div>
      )}
    </Card>
  )
}

const cell = 'px-4 py-1.5'

const Head = () => (
  <thead>
    <tr className="border-t border-line text-xs text-faint">
      <th className={`${cell} text-start font-normal`}>{t('Name')}</th>
      <th className={`${cell} text-end font-normal`}>{t('A year')}</th>
      <th className={`${cell} text-end font-normal`}>{t('Negative')}</th>
      <th className={`${cell} text-end font-normal`}>{t('Insights')}</th>
    </tr>
  </thead>
)

type RowProps = { group: Group; themeId: string; currency: Groups['currency'] }

function GroupRow({ group, themeId, currency }: RowProps) {
  const { account_id, plan, insight_count, yearly_revenue: revenue } = group
  const only = account_id ? { account: account_id } : plan && { plan }
  return (
    <tr className="border-t border-line">
      <td className={cell}>
        <GroupName group={group} />
      </td>
      <td className={`${cell} text-end whitespace-nowrap tabular-nums`}>
        {revenue === null ? '–' : formatSum(revenue, currency)}
      </td>
      <td className={`${cell} text-end tabular-nums`}>{formatNumber(group.sentiment_breakdown.negative)}</td>
      <td className={`${cell} text-end tabular-nums`}>
        {only ? (
          <CountLink to={paths.insights({ theme: themeId, ...only })} count={insight_count} />
        ) : (
          formatNumber(insight_count)
        )}
      </td>
    </tr>
  )
}

function GroupName({ group: { account_id, name, plan, account_count: count } }: { group: Group }) {
  const note = account_id ? plan : t('{count, one {# company} other {# companies}}', { count })
  return (
    <>
      {account_id ? (
        <Link to={paths.account(account_id)} className="font-medium hover:underline">
          {name ?? t('Unnamed')}
        </Link>
      ) : (
        <span className="font-medium">{plan ?? t('No plan known')}</span>
      )}
      {note && <span className="ms-2 text-xs text-faint">{note}</span>}
    </>
  )
}
