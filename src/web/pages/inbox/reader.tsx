import { AlarmClock, Check, Compass, Link2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { LanguageNotice } from '#web/help/language-notice.tsx'
import { AcceptHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { CreateInsight } from '#web/pages/insights/create-insight.tsx'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { type EvidenceToAdd, OpportunityDialog } from '#web/shell/evidence/add-to-opportunity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { May, useMay } from '#web/api/may.tsx'
import { ConversationView } from './conversation.tsx'
import { Highlighted } from './highlighted.tsx'
import { LinkInsightDialog } from './link-insight-dialog.tsx'
import { PhoneHeader, PhoneTriage } from './phone-triage.tsx'
import { ReaderSidebar } from './reader-sidebar.tsx'
import { SkippedNotice } from './skipped-notice.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { SelectionBar, type TextSelection, useTextSelection } from './text-selection.tsx'
import { type InboxItem, insightIdsOf, nameFrom, type Triage } from './use-triage.ts'

type Item = OutputOf<'getFeedback'>

type ReaderProps = { id: string; triage: Triage; onClose?: () => void }

export function Reader({ id, triage, onClose }: ReaderProps) {
  const feedback = useApiQuery('getFeedback', { feedbackId: id, include: ['insights', 'contact'] })
  return (
    <section aria-label={t('Feedback')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {onClose ? (
        <PhoneHeader onClose={onClose} />
      ) : (
        <May op="triageFeedback">
          <TriageToolbar triage={triage} />
        </May>
      )}
      <QueryState query={feedback} what={t('feedback')}>
        {(item) => (
          <div className="min-h-0 flex-1 overflow-y-auto xl:grid xl:grid-cols-[minmax(0,1fr)_240px]" data-scroll>
            <Text item={item} />
            <ReaderSidebar item={item} />
          </div>
        )}
      </QueryState>
      {onClose && (
        <May op="triageFeedback">
          <PhoneTriage triage={triage} />
        </May>
      )}
      {triage.linking && (
        <LinkInsightDialog
          feedbackId={id}
          content={feedback.data?.content ?? ''}
          onClose={() => triage.setLinking(false)}
          onLinked={triage.linked}
        />
      )}
      {triage.isEvidence && triage.item && (
        <OpportunityDialog evidence={evidenceOf(triage.item)} onClose={() => triage.setIsEvidence(false)} />
      )}
      {triage.snoozing && <SnoozeDialog onClose={() => triage.setSnoozing(false)} onPick={triage.snooze} />}
    </section>
  )
}

const evidenceOf = (item: InboxItem): EvidenceToAdd => ({
  load: () => insightIdsOf(item),
  title: item.insights[0]?.name ?? nameFrom(item.content),
})

function TriageToolbar({ triage }: { triage: Triage }) {
  const { item } = triage
  const isNew = item?.triage.state === 'new'
  return (
    <div
      role="toolbar"
      aria-label={t('Triage')}
      className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {item && isNew && <TriageButtons triage={triage} />}
      {item && !isNew && (
        <Button size="sm" onClick={triage.reopen}>
          {t('Mark as new')}
        </Button>
      )}
      <span className="ms-auto hidden text-xs text-faint 2xl:inline">
        {item && isNew && acceptHint(item.insights.length)}
      </span>
    </div>
  )
}

const acceptHint = (insightCount: number) =>
  insightCount > 0
    ? t('Accept keeps the insights found by the analysis.')
    : t('No insight was found; accept creates one from the first sentence.')

const TriageButtons = ({ triage }: { triage: Triage }) => (
  <>
    <Button size="sm" variant="primary" icon={Check} onClick={triage.accept}>
      {t('Accept')} <Kbd keys="1" inverse />
    </Button>
    <Button size="sm" icon={Link2} onClick={() => triage.setLinking(true)}>
      {t('Link')} <Kbd keys="2" />
    </Button>
    <Button size="sm" icon={X} onClick={triage.dismiss}>
      {t('Dismiss')} <Kbd keys="3" />
    </Button>
    <Button size="sm" icon={AlarmClock} onClick={() => triage.setSnoozing(true)}>
      {t('Snooze')} <Kbd keys="H" />
    </Button>
    <Button size="sm" icon={Compass} onClick={() => triage.setIsEvidence(true)}>
      {t('Opportunity')} <Kbd keys="O" />
    </Button>
    <AcceptHelp />
  </>
)

function Text({ item }: { item: Item }) {
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useState<TextSelection>()
  const [dialog, setDialog] = useState<QuoteDialogState>()
  const { data: insights } = useApiQuery('listFeedbackInsights', { feedbackId: item.id, limit: 50 })
  useTextSelection(box, setSelection)
  const openDialog = (kind: QuoteDialogState['kind']) => {
    setDialog({ kind, quote: selection!.text })
    setSelection(undefined)
  }
  return (
    <div className="relative p-5 md:p-7">
      <div className="mb-3 grid gap-2 empty:hidden">
        <LanguageNotice language={item.language} />
        <SkippedNotice item={item} />
      </div>
      <Heading item={item} />
      <div ref={box} className="max-w-prose text-base leading-7 break-words whitespace-pre-wrap">
        <Highlighted text={item.content} insights={insights?.data ?? []} />
      </div>
      <ConversationView item={item} />
      <div className="mt-6 max-w-prose">
        <ObjectComments type="feedback" id={item.id} />
      </div>
      {selection && may('createInsight') && (
        <SelectionBar selection={selection} onCreate={() => openDialog('create')} onQuote={() => openDialog('link')} />
      )}
      {dialog && <QuoteDialog {...dialog} item={item} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/** The question of a survey answer, or the title that the customer wrote. */
function Heading({ item: { title, source_type } }: { item: Item }) {
  if (!title) return null
  if (source_type !== 'survey_response') return <h2 className="mb-3 text-lg font-semibold">{title}</h2>
  return (
    <h2 className="mb-2 max-w-prose text-sm text-soft">
      <span className="font-medium">{t('Question:')}</span> {title}
    </h2>
  )
}

type QuoteDialogState = { kind: 'create' | 'link'; quote: string }
type QuoteDialogProps = QuoteDialogState & { item: Item; onClose: () => void }

/** Makes an insight of the selected text, or adds it to one. */
function QuoteDialog({ kind, quote, item, onClose }: QuoteDialogProps) {
  if (kind === 'link')
    return <LinkInsightDialog feedbackId={item.id} content={quote} onClose={onClose} onLinked={onClose} />
  return (
    <CreateInsight
      onClose={onClose}
      initial={{ name: nameFrom(quote), quote, feedbackId: item.id, contactId: item.contact_id }}
    />
  )
}
