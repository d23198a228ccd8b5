import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { Avatar, SentimentBar } from '#web/ui/badges.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid.tsx'
import { RowLink } from '#web/ui/lists/row-link.tsx'
import { countColumn, textColumn, timeColumn } from '#web/ui/lists/columns.tsx'

type Contact = ItemOf<'listContacts'>

export const contactName = (contact: Pick<Contact, 'name' | 'email' | 'phone'>) =>
  contact.name ?? contact.email ?? contact.phone ?? t('Unknown contact')

const NameCell = ({ contact }: { contact: Contact }) => (
  <span className="flex items-center gap-2.5">
    <Avatar name={contactName(contact)} />
    <RowLink to={paths.contact(contact.id)}>{contactName(contact)}</RowLink>
  </span>
)

export const contactColumns = (): GridColumn<Contact>[] => [
  {
    key: 'name',
    header: t('Contact'),
    width: 'minmax(240px,1fr)',
    sorts: ['name', '-name'],
    cell: (contact) => <NameCell contact={contact} />,
  },
  textColumn('email', t('Email'), '220px', (one) => one.email),
  textColumn('company', t('Company'), '150px', (one) => one.company?.name),
  countColumn('feedback', t('Feedback'), '80px', (one) => one.feedback_count),
  {
    key: 'mix',
    header: t('Sentiment'),
    width: '100px',
    cell: (contact) => <SentimentBar breakdown={contact.sentiment_breakdown} className="h-1.5 w-16" />,
  },
  timeColumn('last', t('Last feedback'), '120px', (one) => one.last_feedback_at),
]

/** The row on narrow screens. */
export const contactCard = (contact: Contact) => (
  <div className="flex gap-3">
    <Avatar name={contactName(contact)} size="size-8" />
    <div className="min-w-0 flex-1">
      <p className="truncate text-sm font-medium">
        <RowLink to={paths.contact(contact.id)} className="">
          {contactName(contact)}
        </RowLink>
      </p>
      <p className="truncate text-xs text-faint">{contact.email}</p>
      <SentimentBar breakdown={contact.sentiment_breakdown} />
    </div>
  </div>
)
