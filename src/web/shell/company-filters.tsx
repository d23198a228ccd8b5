import { cx } from '#web/ui/cx.ts'
import { Building2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { parseList, type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSum } from '#web/ui/money.ts'

/* Lists by the companies that their items come from: one company, plans, and what they pay. */

const CompanyDialog = lazy(async () => ({ default: (await import('./company-dialog.tsx')).CompanyDialog }))

/** The URL parameters. */
export const companyFilterNames = ['account', 'plan', 'revenue_min', 'revenue_max'] as const

/** The filters in the URL as a part of a query of the API. */
export const companyQuery = ({ account, plan, revenue_min: least, revenue_max: most }: UrlFilters) => ({
  ...(account && { account_id: account }),
  ...(plan && { plan: parseList(plan)! }),
  ...(least && { revenue_min: Number(least) }),
  ...(most && { revenue_max: Number(most) }),
})

/** What is chosen as chips, and a button that opens the choice. */
export function CompanyFilters() {
  const [filters, setFilters] = useFilters()
  const [isOpen, setOpen] = useState(false)
  const { account, plan, revenue_min: least, revenue_max: most } = filters
  return (
    <>
      <Button size="sm" icon={Building2} onClick={() => setOpen(true)}>
        {t('Company')}
      </Button>
      {account && <CompanyChip id={account} onRemove={() => setFilters({ account: undefined })} />}
      {plan && <Chip label={parseList(plan)!.join(', ')} onRemove={() => setFilters({ plan: undefined })} />}
      {(least || most) && (
        <Chip
          label={rangeLabel(least, most)}
          onRemove={() => setFilters({ revenue_min: undefined, revenue_max: undefined })}
        />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <CompanyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function CompanyChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useApiQuery('getAccount', { accountId: id })
  return <Chip label={data?.name ?? t('One company')} onRemove={onRemove} />
}

function rangeLabel(least: string | undefined, most: string | undefined): string {
  const sum = (text: string) => formatSum(Number(text), null)
  if (!most) return t('from {amount} a year', { amount: sum(least!) })
  if (!least) return t('up to {amount} a year', { amount: sum(most) })
  return t('{least} to {most} a year', { least: sum(least), most: sum(most) })
}

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button
    type="button"
    aria-label={t('Remove {name}', { name: label })}
    onClick={onRemove}
    className={cx(
      'inline-flex h-7.5 items-center gap-1.5 rounded-md border border-accent',
      'bg-panel px-2 text-sm text-accent-text shadow-xs',
    )}
  >
    {label}
    <X className="size-3.5" />
  </button>
)
