import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'

/** Those that pay most, and all their plans. */
function useCompanies() {
  const { data } = useApiQuery('listAccounts', { limit: 100, sort: '-revenue' })
  const accounts = data?.data.filter((one) => 'name' in one) ?? []
  const plans = [...new Set(accounts.flatMap(({ plan }) => plan ?? []))].sort()
  return { plans, options: accounts.map(({ id, name, domains }) => ({ value: id, label: name ?? domains[0] ?? id })) }
}

const PlanField = ({ plans, plan }: { plans: readonly string[]; plan: string | undefined }) => (
  <>
    <TextField label={t('Plan')} name="plan" list="company-plans" maxLength={200} defaultValue={plan ?? ''} />
    <datalist id="company-plans">
      {plans.map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  </>
)

const amount = { type: 'number', min: 0, max: 1e13, step: 'any', inputMode: 'decimal' } as const

type Revenue = { least: string | undefined; most: string | undefined }

const RevenueFields = ({ least = '', most = '' }: Revenue) => (
  <div className="grid grid-cols-2 gap-3">
    <TextField label={t('Pays at least a year')} name="least" defaultValue={least} {...amount} />
    <TextField label={t('Pays at most a year')} name="most" defaultValue={most} {...amount} />
  </div>
)

/** Chooses the companies whose items a list shows. */
export function CompanyDialog({ onClose }: { onClose: () => void }) {
  const [filters, setFilters] = useFilters()
  const { plans, options } = useCompanies()
  const apply = ({ account, plan, least, most }: Record<string, string>) => {
    setFilters({
      account: account || undefined,
      plan: plan?.trim() || undefined,
      revenue_min: least || undefined,
      revenue_max: most || undefined,
    })
    onClose()
  }
  return (
    <FormDialog
      title={t('Filter by company')}
      note={t('Shows what comes from companies that match all of these.')}
      submitLabel={t('Filter')}
      busy={false}
      onSubmit={apply}
      onClose={onClose}
    >
      <SelectField
        key={`${options.length} companies`}
        label={t('Company')}
        name="account"
        defaultValue={filters.account ?? ''}
        options={[{ value: '', label: t('All companies') }, ...options]}
      />
      <PlanField plans={plans} plan={filters.plan} />
      <RevenueFields least={filters.revenue_min} most={filters.revenue_max} />
    </FormDialog>
  )
}
