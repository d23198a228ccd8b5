import { forBatches, showBatchError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { isSkippedAsEmpty } from './skipped-notice.tsx'
import { type InboxItem, triage } from './use-triage.ts'

async function analyzeAnyway(ids: readonly string[]) {
  const outcome = await forBatches(ids, (feedback_ids) => call('analyzeFeedbackItems', { feedback_ids }))
  if (outcome.error !== undefined) showBatchError(outcome, ids.length)
  else toast({ tone: 'good', title: t('{count, one {# item is} other {# items are}} analyzed', { count: ids.length }) })
  invalidateAll()
}

/** Shown as long as something that is selected was skipped for having no content. */
function AnalyzeAnyway({ items, onDone }: Props) {
  const ids = items.filter(isSkippedAsEmpty).map(({ id }) => id)
  if (ids.length === 0) return null
  const run = () => {
    onDone()
    void analyzeAnyway(ids)
  }
  return (
    <Button op="analyzeFeedbackItems" size="sm" onClick={run}>
      {t('Analyze anyway')}
    </Button>
  )
}

type Props = { items: readonly InboxItem[]; onDone: () => void }

export function TriageBar({ items, onDone }: Props) {
  const ids = items.map(({ id }) => id)
  const run = (state: 'processed' | 'dismissed') => {
    onDone()
    void triage(ids, state, {
      message:
        state === 'processed'
          ? t('{count, one {# item} other {# items}} processed', { count: ids.length })
          : t('{count, one {# item} other {# items}} dismissed', { count: ids.length }),
    })
  }
  return (
    <div
      role="toolbar"
      aria-label={t('Selected feedback')}
      className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-2"
    >
      <span className="text-sm font-medium">
        {t('{count, one {# selected} other {# selected}}', { count: ids.length })}
      </span>
      <AnalyzeAnyway items={items} onDone={onDone} />
      <Button op="triageFeedback" size="sm" onClick={() => run('processed')}>
        {t('Mark as processed')}
      </Button>
      <Button op="triageFeedback" size="sm" onClick={() => run('dismissed')}>
        {t('Dismiss')}
      </Button>
    </div>
  )
}
