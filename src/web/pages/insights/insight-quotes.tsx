import { BadgeCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/field.tsx'
import { toastUndo } from '#web/toasts.ts'
import { Form } from '#web/ui/forms/form.tsx'
import type { InsightDetail } from './insight-header.tsx'

type Quote = InsightDetail['quotes'][number]

export function InsightQuotes({ insight }: { insight: InsightDetail }) {
  const [adding, setAdding] = useState(false)
  const remove = useRemoveQuote(insight)
  return (
    <section className="grid gap-3">
      <h2 className="flex items-center justify-between text-xs font-medium text-faint">
        {t('Quotes')}
        <Button op="addInsightQuote" size="sm" variant="quiet" onClick={() => setAdding(!adding)}>
          {t('Add quote')}
        </Button>
      </h2>
      {insight.quotes.length === 0 && !adding && (
        <p className="text-sm text-faint">{t('No quotes yet. Quotes of customers make an insight credible.')}</p>
      )}
      {insight.quotes.map((quote) => (
        <QuoteItem
          key={quote.id}
          quote={quote}
          speaker={quote.speaker ?? insight.user_name ?? t('Unknown speaker')}
          onRemove={() => remove.mutate({ insightId: insight.id, quoteId: quote.id })}
        />
      ))}
      {adding && <AddQuote insight={insight} onDone={() => setAdding(false)} />}
    </section>
  )
}

function useRemoveQuote(insight: InsightDetail) {
  const restore = useApiMutation('addInsightQuote')
  return useApiMutation('deleteInsightQuote', {
    onSuccess(_, { quoteId }) {
      const removed = insight.quotes.find((quote) => quote.id === quoteId)
      if (!removed) return
      const undo = () =>
        restore.mutate({
          insightId: insight.id,
          text: removed.text,
          allow_unverified: true,
          ...(removed.feedback_id && { feedback_id: removed.feedback_id }),
        })
      toastUndo(t('Quote removed'), undo)
    },
  })
}

type QuoteItemProps = { quote: Quote; speaker: string; onRemove: () => void }

const QuoteItem = ({ quote, speaker, onRemove }: QuoteItemProps) => (
  <blockquote className="group relative border-s-[3px] border-accent ps-4">
    <p className="text-lg leading-7 text-pretty break-words">“{quote.text}”</p>
    <footer className="mt-1 flex items-center gap-2 text-xs text-faint">
      {speaker}
      {quote.verified && (
        <span className="inline-flex items-center gap-1 text-pos-text" title={t('Exact match in the source')}>
          <BadgeCheck className="size-3.5" />
          {t('verified')}
        </span>
      )}
      <IconButton
        label={t('Remove quote')}
        icon={Trash2}
        op="deleteInsightQuote"
        className="ms-auto"
        onClick={onRemove}
      />
    </footer>
  </blockquote>
)

function AddQuote({ insight, onDone }: { insight: InsightDetail; onDone: () => void }) {
  const [unverified, setUnverified] = useState(false)
  const add = useApiMutation('addInsightQuote', { onSuccess: onDone })
  return (
    <Form
      className="grid gap-2"
      onSubmit={(values) => {
        add.mutate({
          insightId: insight.id,
          text: values.text!,
          allow_unverified: unverified,
          ...(insight.feedback_id && { feedback_id: insight.feedback_id }),
        })
      }}
    >
      <TextArea label={t('Quote')} hideLabel name="text" required minLength={3} maxLength={2000} rows={3} autoFocus />
      <div className="flex items-center justify-between">
        <Checkbox label={t('Not in the source')} checked={unverified} onChange={setUnverified} />
        <Button type="submit" size="sm" variant="primary" busy={add.isPending}>
          {t('Add')}
        </Button>
      </div>
    </Form>
  )
}
