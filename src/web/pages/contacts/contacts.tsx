import { Users } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf, ItemOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { PeopleTabs } from '#web/pages/segments/people-tabs.tsx'
import { paths } from '#web/routes/paths.ts'
import { FieldFilters } from '#web/shell/custom-fields/field-filters.tsx'
import { fieldQuery, otherSort } from '#web/shell/custom-fields/field-query.ts'
import { useFieldColumns } from '#web/shell/custom-fields/use-field-columns.tsx'
import { exportedFields } from '#web/shell/custom-fields/export-fields.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { CompanyFilters, companyFilterNames, companyQuery } from '#web/shell/company-filters.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Total } from '#web/ui/lists/total.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type UrlFilters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { contactCard, contactColumns } from './contact-columns.tsx'
import { CreateContact } from './create-contact.tsx'

type Contact = ItemOf<'listContacts'>
const filterNames = ['q', 'nps', 'segment', 'fields', ...companyFilterNames] as const

const npsOptions = () => toOptions({ promoter: t('Promoters'), passive: t('Passives'), detractor: t('Detractors') })

const contactQuery = ({ q, nps, segment, sort, fields, ...filters }: UrlFilters) =>
  ({
    ...(q && { q }),
    ...(nps && { nps_type: parseList(nps) }),
    ...(segment && { segment_id: segment }),
    ...(otherSort(sort) && { sort }),
    ...fieldQuery({ sort, fields }),
    ...companyQuery(filters),
  }) as InputOf<'listContacts'>

const toExportRow = ({ id, name, email, phone, title, company, country, ...contact }: Contact) => ({
  id,
  name,
  email,
  phone,
  title,
  company: company?.name,
  country,
  feedback_count: contact.feedback_count,
  insight_count: contact.insight_count,
  created_at: contact.created_at,
  ...exportedFields(contact.custom_fields),
})

export function ContactsPage() {
  const [filters] = useFilters()
  const query = useMemo(() => contactQuery(filters), [filters])
  const rows = useListRows('listContacts', query, { to: paths.contact })
  const { sort: _, sort_custom_field: __, ...countable } = query
  const columns = useFieldColumns('contact', contactColumns)
  const { data: total } = useApiQuery('countContacts', countable as InputOf<'countContacts'>, { keepPrevious: true })
  return (
    <ListPage
      rows={rows}
      name="contacts"
      title={t('Contacts')}
      note={total && <Total count={total} />}
      filterNames={filterNames}
      columns={columns}
      card={contactCard}
      grid={{ rowHeight: 44 }}
      labels={{ filter: t('Filter contacts'), create: t('New contact'), plural: t('contacts') }}
      empty={{
        icon: <Users />,
        title: t('No contacts yet'),
        note: t('Contacts are created from the feedback they send.'),
      }}
      leading={<PeopleTabs tab="contacts" />}
      filters={
        <>
          <FilterSelect name="nps" label="NPS" options={npsOptions()} />
          <SegmentFilter />
          <FieldFilters type="contact" />
          <CompanyFilters />
        </>
      }
      toExportRow={toExportRow}
      createOp="upsertContact"
      createDialog={(close) => <CreateContact onClose={close} />}
    />
  )
}
