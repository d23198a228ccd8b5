import { Lightbulb, MessageSquareText, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { CustomFieldsCard } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Avatar, Chip, SentimentBadge, SentimentBar } from '#web/ui/badges.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { CountLink } from '#web/ui/lists/card-links.tsx'

import { contactName } from './contact-columns.tsx'
import { EraseContact } from './erase-contact.tsx'

type ContactDetail = OutputOf<'getContact'>

export const ContactPage = () => (
  <ObjectPage
    kind="contact"
    nameOf={contactName}
    actions={(contact) => <ContactActions contact={contact} />}
    merged={{ link: t('This contact was merged. Open the merged contact'), to: paths.contact }}
  >
    {(contact) => <ContactContent contact={contact} />}
  </ObjectPage>
)

function ContactContent({ contact }: { contact: ContactDetail }) {
  const update = useApiMutation('updateContact', {
    optimistic: ({ contactId, name }) => (name === undefined ? () => {} : patchCache([contactId], { name })),
  })
  return (
    <DetailColumns
      side={
        <>
          <ContactFacts contact={contact} />
          <CustomFieldsCard type="contact" object={contact} />
        </>
      }
    >
      <DetailHeader
        op="updateContact"
        label={t('Name')}
        name={contact.name ?? ''}
        isOptional
        onRename={(name) => update.mutate({ contactId: contact.id, name: name || null })}
        icon={<Avatar name={contactName(contact)} size="size-11" />}
      >
        <p className="text-sm text-soft">{contact.email}</p>
      </DetailHeader>
      <ContactTimeline id={contact.id} />
    </DetailColumns>
  )
}

const maxAttributes = 12

const ContactFacts = ({ contact }: { contact: ContactDetail }) => (
  <Card>
    <DescriptionList
      rows={[
        [t('Company'), <CompanyLink key="c" contact={contact} />],
        contact.company?.plan && [t('Plan'), contact.company.plan],
        [t('Title'), contact.title],
        [t('Phone'), contact.phone],
        [t('Country'), contact.country],
        [
          t('Feedback'),
          <CountLink key="f" to={paths.inbox({ state: 'all', contact: contact.id })} count={contact.feedback_count} />,
        ],
        [
          t('Insights'),
          <CountLink key="i" to={paths.insights({ contact: contact.id })} count={contact.insight_count} />,
        ],
        [t('Sentiment'), <SentimentBar key="s" breakdown={contact.sentiment_breakdown} className="h-1.5 w-24" />],
        contact.latest_nps && ['NPS', `${contact.latest_nps.score} · ${contact.latest_nps.type}`],
        contact.tags.length > 0 && [t('Tags'), <Tags key="t" tags={contact.tags} />],
        ...Object.entries(contact.attributes)
          .slice(0, maxAttributes)
          .map(([name, value]) => [name, String(value)] as const),
        // When it came to Earshot, which an import does long after the person first wrote.
        [t('Added'), <TimeAgo key="f" at={contact.first_seen_at} />],
      ]}
    />
  </Card>
)

function CompanyLink({ contact: { account_id, company, email } }: { contact: ContactDetail }) {
  if (!account_id) return company?.name
  return (
    <Link to={paths.account(account_id)} className="text-accent-text hover:underline">
      {company?.name ?? company?.domain ?? email?.split('@')[1] ?? t('Company')}
    </Link>
  )
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Chip key={tag}>{tag}</Chip>
    ))}
  </span>
)

function ContactTimeline({ id }: { id: string }) {
  const list = useApiList('getContactTimeline', { contactId: id }, { limit: 30 })
  return (
    <Card title={t('Timeline')} flush>
      <CardRows list={list} empty={t('No activity yet.')}>
        {(entry) => <TimelineEntry key={`${entry.type}${entry.id}`} entry={entry} />}
      </CardRows>
    </Card>
  )
}

function TimelineEntry({ entry }: { entry: ItemOf<'getContactTimeline'> }) {
  const isInsight = entry.type === 'insight'
  const Icon = isInsight ? Lightbulb : MessageSquareText
  return (
    <li className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <Link
          to={isInsight ? paths.insight(entry.id) : paths.inbox({ state: 'all', id: entry.id })}
          className="line-clamp-2 text-sm hover:underline"
        >
          {entry.text}
        </Link>
        <p className="flex gap-3 text-xs text-faint">
          {entry.source && sourceLabel(entry.source)}
          <TimeAgo at={entry.occurred_at} />
          {entry.sentiment && <SentimentBadge sentiment={entry.sentiment} />}
        </p>
      </div>
    </li>
  )
}

function ContactActions({ contact }: { contact: ContactDetail }) {
  const [erasing, setErasing] = useState(false)
  const { isAdmin } = useSession()
  const navigate = useNavigate()
  const remove = useApiMutation('deleteContact', {
    successMessage: t('Contact deleted. Their feedback is kept.'),
    onSuccess: () => navigate(paths.contacts()),
  })
  return (
    <>
      <Menu
        trigger={<IconButton label={t('More')} icon={MoreHorizontal} isLarge />}
        items={[
          { label: t('Delete contact'), run: () => remove.mutate({ contactId: contact.id }), op: 'deleteContact' },
          ...(isAdmin ? [{ label: t('Erase personal data'), destructive: true, run: () => setErasing(true) }] : []),
        ]}
      />
      {erasing && <EraseContact contact={contact} name={contactName(contact)} onClose={() => setErasing(false)} />}
    </>
  )
}
