import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar, Chip } from '#web/ui/badges.tsx'
import { formatDateTime } from '#web/ui/time.tsx'

type Item = OutputOf<'getFeedback'>
type Message = {
  key: string
  author: string
  isTeam: boolean
  text: string
  note: string | undefined
  internal?: boolean
}

/** The thread of a ticket or the transcript of an interview. */
export function ConversationView({ item }: { item: Item }) {
  if (
    item.source_type === 'cs_ticket' ||
    'ticket_id' in item.metadata ||
    item.source === 'zendesk' ||
    item.source === 'intercom'
  )
    return <Thread item={item} />
  return item.source_type === 'interview' ? <Transcript item={item} /> : null
}

/** The ticket is in the metadata, or found among the tickets of the contact. */
function Thread({ item }: { item: Item }) {
  const linkedId = typeof item.metadata.ticket_id === 'string' ? item.metadata.ticket_id : undefined
  const { data: others } = useApiQuery(
    'listTickets',
    { contact_id: item.contact_id ?? '', limit: 100 },
    { enabled: !linkedId && item.contact_id !== null },
  )
  const ticketId = linkedId ?? others?.data.find((one) => 'feedback_id' in one && one.feedback_id === item.id)?.id
  const { data } = useApiQuery(
    'listTicketMessages',
    { ticketId: ticketId ?? '', limit: 100 },
    { enabled: ticketId !== undefined },
  )
  const { data: ticket } = useApiQuery('getTicket', { ticketId: ticketId ?? '' }, { enabled: ticketId !== undefined })
  if (!data || !ticket) return null
  const messages = data.data.map((one): Message => ({
    key: one.id,
    author: one.author.name ?? one.author.email ?? (one.author.type === 'customer' ? t('Customer') : t('Team')),
    isTeam: one.author.type !== 'customer',
    text: one.body,
    note: formatDateTime(one.sent_at),
    internal: !one.is_public,
  }))
  return (
    <Messages
      title={t('Ticket {number}', { number: ticket.external_id ?? '' })}
      status={ticket.status}
      messages={messages}
    />
  )
}

function Transcript({ item }: { item: Item }) {
  const { data: list } = useApiQuery('listInterviews', {
    limit: 100,
    ...(item.contact_id && { contact_id: item.contact_id }),
  })
  const interview = list?.data.find((one) => 'feedback_id' in one && one.feedback_id === item.id)
  const { data } = useApiQuery(
    'getTranscript',
    { interviewId: interview?.id ?? '' },
    { enabled: interview !== undefined },
  )
  if (!data) return null
  const messages = data.data.map((one): Message => ({
    key: String(one.index),
    author: one.speaker ?? t('Speaker'),
    isTeam: one.role === 'interviewer',
    text: one.text,
    note: clock(one.start_ms),
  }))
  return <Messages title={t('Transcript')} messages={messages} />
}

const clock = (ms: number | null) =>
  ms === null ? undefined : `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`
/** Long transcripts are shown page by page. */
const pageSize = 60

function Messages({ title, status, messages }: { title: string; status?: string; messages: Message[] }) {
  const [shown, setShown] = useState(pageSize)
  if (messages.length === 0) return null
  return (
    <section aria-label={title} className="mt-8 border-t border-line pt-5">
      <h2 className="mb-3 flex items-center gap-2 text-xs font-medium text-faint">
        {title}
        {status && <Chip>{status.replaceAll('_', ' ')}</Chip>}
      </h2>
      <ol className="grid gap-4">
        {messages.slice(0, shown).map((message) => (
          <li key={message.key} className="flex gap-3">
            <Avatar name={message.author} />
            <div
              className={cx('min-w-0 flex-1 rounded-lg px-3 py-2', message.isTeam ? 'bg-sunken' : 'border border-line')}
            >
              <p className="text-xs text-faint">
                <span className="font-medium text-soft">{message.author}</span>
                {message.note && ` · ${message.note}`}
                {message.internal && ` · ${t('internal note')}`}
              </p>
              <p className="mt-0.5 text-sm break-words whitespace-pre-wrap">{message.text}</p>
            </div>
          </li>
        ))}
      </ol>
      {messages.length > shown && (
        <Button size="sm" className="mt-3" onClick={() => setShown(shown + pageSize)}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
