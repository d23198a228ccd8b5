import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar, Chip } from '#web/ui/marks.tsx'
import { momentOf } from '#web/ui/time.tsx'

type Item = Out<'getFeedback'>
type Line = { key: string; who: string; own: boolean; text: string; note: string | undefined; hidden?: boolean }

/** What was said before and after: the thread of a ticket, the transcript of an interview. */
export function Conversation({ item }: { item: Item }) {
  if (
    item.source_type === 'cs_ticket' ||
    'ticket_id' in item.metadata ||
    item.source === 'zendesk' ||
    item.source === 'intercom'
  )
    return <Thread item={item} />
  return item.source_type === 'interview' ? <Transcript item={item} /> : null
}

/** A ticket that came by itself names itself; one from elsewhere is found among those of the same person. */
function Thread({ item }: { item: Item }) {
  const named = typeof item.metadata.ticket_id === 'string' ? item.metadata.ticket_id : undefined
  const { data: others } = useRoute(
    'listTickets',
    { contact_id: item.contact_id ?? '', limit: 100 },
    { enabled: !named && item.contact_id !== null },
  )
  const found = named ?? others?.data.find((one) => 'feedback_id' in one && one.feedback_id === item.id)?.id
  const { data } = useRoute(
    'listTicketMessages',
    { ticketId: found ?? '', limit: 100 },
    { enabled: found !== undefined },
  )
  const { data: ticket } = useRoute('getTicket', { ticketId: found ?? '' }, { enabled: found !== undefined })
  if (!data || !ticket) return null
  const lines = data.data.map((one): Line => ({
    key: one.id,
    who: one.author.name ?? one.author.email ?? (one.author.type === 'customer' ? t('Customer') : t('Team')),
    own: one.author.type !== 'customer',
    text: one.body,
    note: momentOf(one.sent_at),
    hidden: !one.is_public,
  }))
  return (
    <Lines title={t('Ticket {number}', { number: ticket.external_id ?? '' })} state={ticket.status} lines={lines} />
  )
}

function Transcript({ item }: { item: Item }) {
  const { data: list } = useRoute('listInterviews', {
    limit: 100,
    ...(item.contact_id && { contact_id: item.contact_id }),
  })
  const interview = list?.data.find((one) => 'feedback_id' in one && one.feedback_id === item.id)
  const { data } = useRoute('getTranscript', { interviewId: interview?.id ?? '' }, { enabled: interview !== undefined })
  if (!data) return null
  const lines = data.data.map((one): Line => ({
    key: String(one.index),
    who: one.speaker ?? t('Speaker'),
    own: one.role === 'interviewer',
    text: one.text,
    note: clock(one.start_ms),
  }))
  return <Lines title={t('Transcript')} lines={lines} />
}

const clock = (ms: number | null) =>
  ms === null ? undefined : `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`
/** As many as are drawn at once; a transcript of hours is opened further by hand. */
const step = 60

function Lines({ title, state, lines }: { title: string; state?: string; lines: Line[] }) {
  const [max, setMost] = useState(step)
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="mt-8 border-t border-line pt-5">
      <h3 className="mb-3 flex items-center gap-2 text-xs font-medium text-faint">
        {title}
        {state && <Chip>{state.replaceAll('_', ' ')}</Chip>}
      </h3>
      <ol className="grid gap-4">
        {lines.slice(0, max).map((line) => (
          <li key={line.key} className="flex gap-3">
            <Avatar name={line.who} />
            <div className={cx('min-w-0 flex-1 rounded-lg px-3 py-2', line.own ? 'bg-sunken' : 'border border-line')}>
              <p className="text-xs text-faint">
                <span className="font-medium text-soft">{line.who}</span>
                {line.note && ` · ${line.note}`}
                {line.hidden && ` · ${t('note of the team')}`}
              </p>
              <p className="mt-0.5 text-sm break-words whitespace-pre-wrap">{line.text}</p>
            </div>
          </li>
        ))}
      </ol>
      {lines.length > max && (
        <Button size="sm" className="mt-3" onClick={() => setMost(max + step)}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
