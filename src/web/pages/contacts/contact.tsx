import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Lightbulb, MessageSquareText, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import { EarshotError, type Out } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { Avatar, Chip, SentimentBar, SentimentMark } from '#web/ui/marks.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { dayOf, numberOf, TimeAgo } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'
import { contactName } from './contacts.tsx'

type Detail = Out<'getContact'>

export function Contact() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: contact, error, refetch } = useRoute('getContact', { contactId: id })
  const merged = error instanceof EarshotError && error.code === 'MERGED' ? error.replacementId : undefined
  return (
    <Page
      title={contact ? contactName(contact) : t('Contact')}
      above={{ label: t('Contacts'), to: paths.contacts }}
      actions={contact && <Actions contact={contact} />}
    >
      {merged ? (
        <p className="py-10 text-center">
          <Link to={paths.contact(merged)} className="text-accent-text underline">
            {t('This contact was merged; open the one it became')}
          </Link>
        </p>
      ) : error ? (
        <ErrorState error={error} retry={refetch} what={t('contact')} />
      ) : !contact ? (
        <Loading />
      ) : (
        <Content contact={contact} />
      )}
    </Page>
  )
}

function Content({ contact }: { contact: Detail }) {
  const update = useCall('updateContact', {
    optimistic: ({ contactId, name }) => (name === undefined ? () => {} : show([contactId], { name })),
  })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={contactName(contact)} size="size-11" />
          <div className="min-w-0 flex-1">
            <InlineText
              label={t('Name')}
              value={contact.name ?? ''}
              optional
              maxLength={200}
              placeholder={t('Name')}
              className="text-xl font-semibold"
              onSave={(name) => update.mutate({ contactId: contact.id, name: name || null })}
            />
            <p className="text-sm text-soft">{contact.email}</p>
          </div>
        </div>
        <Timeline id={contact.id} />
      </div>
      <Card>
        <Facts
          rows={[
            [t('Company'), contact.company?.name],
            contact.company?.plan && [t('Plan'), contact.company.plan],
            [t('Title'), contact.title],
            [t('Phone'), contact.phone],
            [t('Country'), contact.country],
            [
              t('Feedback'),
              <Link
                key="f"
                to={listAt(paths.inbox, { state: 'all', contact: contact.id })}
                className="text-accent-text hover:underline"
              >
                {numberOf(contact.feedback_count)}
              </Link>,
            ],
            [
              t('Insights'),
              <Link
                key="i"
                to={listAt(paths.insights, { contact: contact.id })}
                className="text-accent-text hover:underline"
              >
                {numberOf(contact.insight_count)}
              </Link>,
            ],
            [t('Sentiment'), <SentimentBar key="s" of={contact.sentiment_breakdown} className="h-1.5 w-24" />],
            contact.latest_nps && ['NPS', `${contact.latest_nps.score} · ${contact.latest_nps.type}`],
            contact.tags.length > 0 && [
              t('Tags'),
              <span key="t" className="flex flex-wrap gap-1">
                {contact.tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>,
            ],
            ...Object.entries(contact.attributes)
              .slice(0, 12)
              .map(([name, value]) => [name, String(value)] as const),
            [t('Known since'), dayOf(contact.first_seen_at)],
          ]}
        />
      </Card>
    </div>
  )
}

function Timeline({ id }: { id: string }) {
  const { items, isPending, hasNextPage, fetchNextPage } = useList(
    'getContactTimeline',
    { contactId: id },
    { limit: 30 },
  )
  return (
    <Card title={t('Timeline')} flush>
      {!isPending && items.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('Nothing heard from them yet.')}</p>
      )}
      <ul>
        {items.map((one) => (
          <li key={`${one.type}${one.id}`} className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            {one.type === 'insight' ? (
              <Lightbulb className="mt-0.5 size-4 shrink-0 text-faint" />
            ) : (
              <MessageSquareText className="mt-0.5 size-4 shrink-0 text-faint" />
            )}
            <div className="min-w-0 flex-1">
              <Link
                to={one.type === 'insight' ? paths.insight(one.id) : listAt(paths.inbox, { state: 'all', id: one.id })}
                className="line-clamp-2 text-sm hover:underline"
              >
                {one.text}
              </Link>
              <p className="flex gap-3 text-xs text-faint">
                {one.source && sourceName(one.source)}
                <TimeAgo at={one.occurred_at} />
                {one.sentiment && <SentimentMark sentiment={one.sentiment} />}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Actions({ contact }: { contact: Detail }) {
  const [erasing, setErasing] = useState(false)
  const { isAdmin } = useSession()
  const navigate = useNavigate()
  const remove = useCall('deleteContact', {
    said: t('The contact was deleted; what they said stays'),
    onDone: () => void navigate({ to: paths.contacts }),
  })
  const erase = useCall('eraseContact', { said: t('The erasure has begun'), onDone: () => setErasing(false) })
  return (
    <>
      <Menu
        trigger={<IconButton label={t('More')} icon={<MoreHorizontal className="size-4" />} />}
        items={[
          { label: t('Delete contact'), run: () => remove.mutate({ contactId: contact.id }) },
          ...(isAdmin ? [{ label: t('Erase personal data'), bad: true, run: () => setErasing(true) }] : []),
        ]}
      />
      <Confirm
        open={erasing}
        onClose={() => setErasing(false)}
        typeName={contactName(contact)}
        title={t('Erase personal data?')}
        note={t(
          'Name, email and all that identifies this person is removed from everything they said. This cannot be undone.',
        )}
        yes={t('Erase')}
        busy={erase.isPending}
        onYes={() => erase.mutate({ contactId: contact.id })}
      />
    </>
  )
}
