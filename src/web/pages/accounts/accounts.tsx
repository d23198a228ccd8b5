import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { PeopleTabs } from '#web/pages/segments/people-tabs.tsx'
import { paths } from '#web/routes/paths.ts'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { FieldFilters } from '#web/shell/custom-fields/field-filters.tsx'
import { fieldQuery, otherSort } from '#web/shell/custom-fields/field-query.ts'
import { useFieldColumns } from '#web/shell/custom-fields/use-field-columns.tsx'
import { exportedFields } from '#web/shell/custom-fields/export-fields.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { accountCard, companyColumns } from './account-columns.tsx'
import { CreateAccount } from './create-account.tsx'

type Account = ItemOf<'listAccounts'>
const behind = ['theme', 'subtheme', 'opportunity', 'initiative', 'project'] as const
const filterNames = ['q', 'fields', ...behind] as const

const accountQuery = ({ q, sort, ...filters }: UrlFilters) =>
  ({
    ...(q && { q }),
    ...(otherSort(sort) && { sort }),
    ...fieldQuery({ sort, fields: filters.fields }),
    ...Object.fromEntries(behind.flatMap((kind) => (filters[kind] ? [[`${kind}_id`, filters[kind]]] : []))),
  }) as InputOf<'listAccounts'>

const toExportRow = ({ id, name, domains, plan, status, revenue, size, ...account }: Account) => ({
  id,
  name,
  domains: domains.join(' '),
  plan,
  status,
  revenue: revenue?.amount,
  revenue_currency: revenue?.currency,
  revenue_period: revenue?.period,
  size,
  owner: account.owner?.name,
  contact_count: account.contact_count,
  feedback_count: account.feedback_count,
  insight_count: account.insight_count,
  created_at: account.created_at,
  ...exportedFields(account.custom_fields),
})

export function AccountsPage() {
  const [filters] = useFilters()
  const query = useMemo(() => accountQuery(filters), [filters])
  const rows = useListRows('listAccounts', query, { to: paths.account })
  const columns = useFieldColumns('account', companyColumns)
  return (
    <ListPage
      rows={rows}
      name="accounts"
      title={t('Companies')}
      filterNames={filterNames}
      columns={columns}
      card={accountCard}
      grid={{ rowHeight: 44 }}
      labels={{ filter: t('Filter companies'), create: t('New company'), plural: t('companies') }}
      empty={{
        icon: <Building2 />,
        title: t('No companies yet'),
        note: t('Companies are created from the contacts that belong to them.'),
      }}
      leading={<PeopleTabs tab="accounts" />}
      filters={<FieldFilters type="account" />}
      toExportRow={toExportRow}
      createOp="upsertAccount"
      createDialog={(close) => <CreateAccount onClose={close} />}
    />
  )
}
