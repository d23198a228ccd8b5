import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import type { In, ItemOf } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { PeopleTabs } from '#web/pages/segments/people-tabs.tsx'
import { several, useFilters } from '#web/search.ts'
import { ListPage } from '#web/shell/list-page.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FilterSelect } from '#web/ui/filters.tsx'
import { Avatar, SentimentBar } from '#web/ui/marks.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'

type Contact = ItemOf<'listContacts'>
const names = ['q', 'nps', 'segment']
export const contactName = (one: Pick<Contact, 'name' | 'email' | 'phone'>) =>
  one.name ?? one.email ?? one.phone ?? t('Unknown person')

const columns = (): Column<Contact>[] => [
  {
    key: 'name',
    head: t('Contact'),
    width: 'minmax(240px,1fr)',
    sort: 'name',
    cell: (one) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={contactName(one)} />
        <a
          href={paths.contact(one.id)}
          tabIndex={-1}
          onClick={(event) => event.preventDefault()}
          className="truncate font-medium"
        >
          {contactName(one)}
        </a>
      </span>
    ),
  },
  {
    key: 'email',
    head: t('Email'),
    width: '220px',
    cell: (one) => <span className="text-xs text-soft">{one.email}</span>,
  },
  {
    key: 'company',
    head: t('Company'),
    width: '150px',
    cell: (one) => <span className="text-xs text-soft">{one.company?.name}</span>,
  },
  { key: 'feedback', head: t('Feedback'), width: '80px', end: true, cell: (one) => numberOf(one.feedback_count) },
  {
    key: 'mix',
    head: t('Sentiment'),
    width: '100px',
    cell: (one) => <SentimentBar of={one.sentiment_breakdown} className="h-1.5 w-16" />,
  },
  {
    key: 'last',
    head: t('Last heard'),
    width: '90px',
    end: true,
    cell: (one) => one.last_feedback_at && <TimeAgo at={one.last_feedback_at} className="text-xs text-faint" />,
  },
]
const card = (one: Contact) => (
  <div className="flex gap-3">
    <Avatar name={contactName(one)} size="size-8" />
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm font-medium">{contactName(one)}</p>
      <p className="truncate text-xs text-faint">{one.email}</p>
      <SentimentBar of={one.sentiment_breakdown} />
    </div>
  </div>
)

export function Contacts() {
  const [filters] = useFilters()
  const query = useMemo(
    () =>
      ({
        ...(filters.q && { q: filters.q }),
        ...(filters.nps && { nps_type: several(filters.nps) }),
        ...(filters.segment && { segment_id: filters.segment }),
        ...(filters.sort && { sort: filters.sort }),
      }) as In<'listContacts'>,
    [filters],
  )
  return (
    <ListPage
      id="listContacts"
      title={t('Contacts')}
      query={query}
      names={names}
      columns={columns}
      card={card}
      to={paths.contact}
      rowHeight={44}
      words={{ filter: t('Filter contacts'), create: t('New contact'), several: t('contacts') }}
      empty={{
        icon: <Users />,
        title: t('No contacts yet'),
        note: t('People appear here with the feedback they send.'),
      }}
      before={<PeopleTabs tab="contacts" />}
      filters={
        <>
          <FilterSelect
            name="nps"
            label="NPS"
            options={[
              { value: 'promoter', label: t('Promoters') },
              { value: 'passive', label: t('Passives') },
              { value: 'detractor', label: t('Detractors') },
            ]}
          />
          <SegmentFilter />
        </>
      }
      exported={({ id, name, email, phone, title, company, country, feedback_count, insight_count, created_at }) => ({
        id,
        name,
        email,
        phone,
        title,
        company: company?.name,
        country,
        feedback_count,
        insight_count,
        created_at,
      })}
      creating={(close) => <CreateContact onClose={close} />}
    />
  )
}

function CreateContact({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('upsertContact', { onDone: ({ id }) => void navigate({ to: paths.contact(id) }) })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('New contact')}
      note={t('Somebody known by this email is updated instead.')}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, email, company } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          create.mutate({ email: email!, ...(name && { name }), ...(company && { company: { name: company } }) })
        }}
      >
        <TextField
          label={t('Email')}
          name="email"
          type="email"
          required
          autoFocus
          problem={problemOf(create.error, 'email')}
        />
        <TextField label={t('Name')} name="name" maxLength={200} />
        <TextField label={t('Company')} name="company" maxLength={200} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Save contact')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
