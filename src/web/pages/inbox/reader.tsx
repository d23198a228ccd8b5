import { Link } from '@tanstack/react-router'
import { AlarmClock, Check, Link2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { CreateInsight } from '#web/pages/insights/create-insight.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/card.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Chip, SentimentMark } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'
import { Conversation } from './conversation.tsx'
import { Highlighted } from './highlighted.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { type Picked, SelectionBar, useTextSelection } from './selection.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { nameFrom, type Triage } from './use-triage.ts'

type Item = Out<'getFeedback'>

export function Reader({ id, triage, onClose }: { id: string; triage: Triage; onClose?: () => void }) {
  const { data: item, error, refetch } = useRoute('getFeedback', { feedbackId: id, include: ['insights', 'contact'] })
  return (
    <section aria-label={t('Feedback')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TriageActions triage={triage} onClose={onClose} />
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('feedback')} />
      ) : !item ? (
        <Loading />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto xl:grid xl:grid-cols-[minmax(0,1fr)_240px]" data-scroll>
          <Text item={item} />
          <Side item={item} />
        </div>
      )}
      {triage.linking && (
        <LinkDialog
          feedbackId={id}
          content={item?.content ?? ''}
          onClose={() => triage.setLinking(false)}
          onLinked={triage.linked}
        />
      )}
      {triage.snoozing && <SnoozeDialog onClose={() => triage.setSnoozing(false)} onPick={triage.snooze} />}
    </section>
  )
}

function TriageActions({ triage, onClose }: { triage: Triage; onClose: (() => void) | undefined }) {
  const { item } = triage
  const isNew = item?.triage.state === 'new'
  return (
    <div
      role="toolbar"
      aria-label={t('Triage')}
      className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {item && isNew && (
        <>
          <Button size="sm" look="primary" icon={<Check className="size-3.5" />} onClick={triage.accept}>
            {t('Accept')} <Kbd keys="1" inverse />
          </Button>
          <Button size="sm" icon={<Link2 className="size-3.5" />} onClick={() => triage.setLinking(true)}>
            {t('Link')} <Kbd keys="2" />
          </Button>
          <Button size="sm" icon={<X className="size-3.5" />} onClick={triage.dismiss}>
            {t('Dismiss')} <Kbd keys="3" />
          </Button>
          <Button size="sm" icon={<AlarmClock className="size-3.5" />} onClick={() => triage.setSnoozing(true)}>
            {t('Snooze')} <Kbd keys="H" />
          </Button>
        </>
      )}
      {item && !isNew && (
        <Button size="sm" onClick={triage.reopen}>
          {t('Back to new')}
        </Button>
      )}
      <span className="ms-auto hidden text-xs text-faint 2xl:inline">
        {item &&
          isNew &&
          (item.insights.length > 0
            ? t('Accept keeps what the analysis found.')
            : t('Nothing was found; accept makes an insight of the first sentence.'))}
      </span>
      {onClose && (
        <IconButton label={t('Close')} className="ms-auto" icon={<X className="size-4" />} onClick={onClose} />
      )}
    </div>
  )
}

function Text({ item }: { item: Item }) {
  const box = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<Picked>()
  const [creating, setCreating] = useState<string>()
  const [linking, setLinking] = useState<string>()
  const { data: found } = useRoute('listFeedbackInsights', { feedbackId: item.id, limit: 50 })
  useTextSelection(box, setPicked)
  return (
    <div className="relative p-5 md:p-7">
      {item.title && <h2 className="mb-3 text-lg font-semibold">{item.title}</h2>}
      <div ref={box} className="max-w-prose text-base leading-7 break-words whitespace-pre-wrap">
        <Highlighted text={item.content} insights={found?.data ?? []} />
      </div>
      <Conversation item={item} />
      {picked && (
        <SelectionBar
          picked={picked}
          onCreate={() => {
            setCreating(picked.text)
            setPicked(undefined)
          }}
          onQuote={() => {
            setLinking(picked.text)
            setPicked(undefined)
          }}
        />
      )}
      {creating && (
        <CreateInsight
          onClose={() => setCreating(undefined)}
          start={{ name: nameFrom(creating), quote: creating, feedbackId: item.id, contactId: item.contact_id }}
        />
      )}
      {linking && (
        <LinkDialog
          feedbackId={item.id}
          content={linking}
          onClose={() => setLinking(undefined)}
          onLinked={() => setLinking(undefined)}
        />
      )}
    </div>
  )
}

function Side({ item }: { item: Item }) {
  const analyze = useCall('analyzeFeedback', { said: t('It is being analyzed again') })
  return (
    <aside aria-label={t('Facts')} className="grid content-start gap-6 border-line p-5 max-xl:border-t xl:border-s">
      {(item.insights?.length ?? 0) > 0 && (
        <section>
          <h3 className="mb-2 text-xs font-medium text-faint">{t('Insights')}</h3>
          <ul className="grid gap-2">
            {item.insights!.map((one) => (
              <li key={one.id}>
                <Link to={paths.insight(one.id)} className="block text-sm hover:underline">
                  {one.name}
                </Link>
                <SentimentMark sentiment={one.sentiment} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="mb-2 text-xs font-medium text-faint">{t('Facts')}</h3>
        <Facts
          rows={[
            [
              t('Contact'),
              item.contact && (
                <Link to={paths.contact(item.contact.id)} className="text-accent-text hover:underline">
                  {item.contact.name ?? item.contact.email}
                </Link>
              ),
            ],
            item.contact && [
              t('Before'),
              <Link
                key="b"
                to={listAt(paths.inbox, { state: 'all', contact: item.contact.id })}
                className="text-accent-text hover:underline"
              >
                {t('All they said')}
              </Link>,
            ],
            [t('Source'), sourceName(item.source)],
            [t('Said'), momentOf(item.occurred_at)],
            item.rating && [t('Rating'), `${item.rating.value} / ${item.rating.scale_max}`],
            [t('Language'), item.language],
            item.url &&
              /^https?:\/\//.test(item.url) && [
                t('Original'),
                <a
                  key="u"
                  href={item.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-text hover:underline"
                >
                  {t('Open')}
                </a>,
              ],
            item.tags.length > 0 && [
              t('Tags'),
              <span key="t" className="flex flex-wrap gap-1">
                {item.tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>,
            ],
            [t('Analysis'), item.status],
            ...Object.entries(item.metadata)
              .slice(0, 10)
              .map(
                ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
              ),
          ]}
        />
        <Button size="sm" look="quiet" className="mt-3" onClick={() => analyze.mutate({ feedbackId: item.id })}>
          {t('Analyze again')}
        </Button>
      </section>
    </aside>
  )
}
