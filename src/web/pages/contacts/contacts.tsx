import { useNavigate } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { everything, type In, type ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { PeopleTabs } from '#web/pages/segments/people-tabs.tsx'
import { several, useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { SaveView } from '#web/shell/save-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ClearFilters, cleared, FilterBox, FilterSelect } from '#web/ui/filters.tsx'
import { Avatar, SentimentBar } from '#web/ui/marks.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'

type Contact = ItemOf<'listContacts'>
const names = ['q', 'nps', 'segment']
export const contactName = (one: Pick<Contact, 'name' | 'email' | 'phone'>) => one.name ?? one.email ?? one.phone ?? t('Unknown person')

const columns = (): Column<Contact>[] => [
  { key: 'name', head: t('Contact'), width: 'minmax(240px,1fr)', sort: 'name', cell: (one) => <span className="flex items-center gap-2.5"><Avatar name={contactName(one)} /><a href={paths.contact(one.id)} tabIndex={-1} onClick={(event) => event.preventDefault()} className="truncate font-medium">{contactName(one)}</a></span> },
  { key: 'email', head: t('Email'), width: '220px', cell: (one) => <span className="text-xs text-soft">{one.email}</span> },
  { key: 'company', head: t('Company'), width: '150px', cell: (one) => <span className="text-xs text-soft">{one.company?.name}</span> },
  { key: 'feedback', head: t('Feedback'), width: '80px', end: true, cell: (one) => numberOf(one.feedback_count) },
  { key: 'mix', head: t('Sentiment'), width: '100px', cell: (one) => <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-16" /> },
  { key: 'last', head: t('Last heard'), width: '90px', end: true, cell: (one) => one.last_feedback_at && <TimeAgo at={one.last_feedback_at} className="text-xs text-faint" /> },
]
const card = (one: Contact) => <div className="flex gap-3"><Avatar name={contactName(one)} size="size-8" /><div className="min-w-0 flex-1"><p className="truncate text-sm font-medium">{contactName(one)}</p><p className="truncate text-xs text-faint">{one.email}</p><SentimentBar of={one.sentiment_breakdown} /></div></div>

export function Contacts() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(() => ({ ...(filters.q && { q: filters.q }), ...(filters.nps && { nps_type: several(filters.nps) }), ...(filters.segment && { segment_id: filters.segment }), ...(filters.sort && { sort: filters.sort }) }) as In<'listContacts'>, [filters])
  const list = useList('listContacts', query)
  const navigate = useNavigate()
  const open = useCallback((one: { id: string }) => void navigate({ to: paths.contact(one.id) }), [navigate])
  const create = () => setFilters({ create: '1' }, { replace: true })
  const keys = useListKeys(list.items, { open, create })
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const shown = useMemo(columns, [])
  const onSort = useCallback((sort: string) => setFilters({ sort }), [setFilters])
  return (
    <Page title={t('Contacts')} fill note={list.data && `${numberOf(list.items.length)}${list.hasNextPage ? '+' : ''}`}
      actions={<Button look="primary" size="sm" icon={<Plus className="size-3.5" />} onClick={create}>{t('New contact')}</Button>}
      toolbar={<>
        <PeopleTabs tab="contacts" />
        <FilterBox label={t('Filter contacts')} />
        <FilterSelect name="nps" label="NPS" options={[{ value: 'promoter', label: t('Promoters') }, { value: 'passive', label: t('Passives') }, { value: 'detractor', label: t('Detractors') }]} />
        <SegmentFilter />
        <ClearFilters names={names} />
        <span className="ms-auto flex gap-1.5"><SaveView /><ExportMenu name="contacts" load={async () => (await everything('listContacts', query)).map(({ id, name, email, phone, title, company, country, feedback_count, insight_count, created_at }) => ({ id, name, email, phone, title, company: company?.name, country, feedback_count, insight_count, created_at }))} /></span>
      </>}>
      {list.error ? <ErrorState error={list.error} retry={list.refetch} /> : list.isPending ? <Loading />
        : list.items.length === 0 ? (names.some((name) => filters[name]) ? <EmptyFiltered what={t('contacts')} onClear={() => setFilters(cleared(names))} /> : <EmptyFirst icon={<Users />} title={t('No contacts yet')} note={t('People appear here with the feedback they send.')} actions={<Button look="primary" onClick={create}>{t('New contact')}</Button>} />)
          : <DataGrid label={t('Contacts')} items={list.items} columns={shown} card={card} active={keys.active} onOpen={open} sort={filters.sort} onSort={onSort} hasMore={list.hasNextPage} loadMore={more} rowHeight={44} />}
      {filters.create && <CreateContact onClose={() => setFilters({ create: undefined }, { replace: true })} />}
    </Page>
  )
}

function CreateContact({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('upsertContact', { onDone: ({ id }) => void navigate({ to: paths.contact(id) }) })
  return (
    <Dialog open onClose={onClose} title={t('New contact')} note={t('Somebody known by this email is updated instead.')}>
      <form className="grid gap-4" onSubmit={(event) => {
        event.preventDefault()
        const { name, email, company } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
        create.mutate({ email: email!, ...(name && { name }), ...(company && { company: { name: company } }) })
      }}>
        <TextField label={t('Email')} name="email" type="email" required autoFocus problem={problemOf(create.error, 'email')} />
        <TextField label={t('Name')} name="name" maxLength={200} />
        <TextField label={t('Company')} name="company" maxLength={200} />
        <div className="flex justify-end gap-2"><Button onClick={onClose}>{t('Cancel')}</Button><Button type="submit" look="primary" busy={create.isPending}>{t('Save contact')}</Button></div>
      </form>
    </Dialog>
  )
}
