import { CircleSlash } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

type Item = Pick<OutputOf<'getFeedback'>, 'id' | 'status' | 'skip_reason'>

const skipReasonLabels = (): Record<string, string> => ({
  not_requested: t('not requested'),
  duplicate: t('duplicate'),
  ignored_source: t('the source is ignored'),
  internal_domain: t('from a colleague'),
  too_short: t('too short'),
  no_content: t('nothing to analyze'),
  no_customer_speech: t('no customer speaks'),
})

/** Why the analysis left an item out. */
export const skipReason = ({ skip_reason }: Pick<Item, 'skip_reason'>): string | undefined =>
  skip_reason === null ? undefined : skipReasonLabels()[skip_reason]

/** Whether the analysis found nothing in it. A queued item keeps the reason until it is analyzed. */
export const isSkippedAsEmpty = ({ status, skip_reason }: Pick<Item, 'status' | 'skip_reason'>) =>
  status === 'skipped' && skip_reason === 'no_content'

export function AnalyzeButton({ item, variant }: { item: Item; variant?: 'quiet' }) {
  const analyze = useApiMutation('analyzeFeedback', { successMessage: t('Analysis started') })
  return (
    <Button
      op="analyzeFeedback"
      size="sm"
      {...(variant && { variant })}
      busy={analyze.isPending}
      onClick={() => analyze.mutate({ feedbackId: item.id })}
    >
      {item.status === 'skipped' ? t('Analyze anyway') : t('Analyze again')}
    </Button>
  )
}

/** Above a text that the analysis skipped. */
export function SkippedNotice({ item }: { item: Item }) {
  if (!isSkippedAsEmpty(item)) return null
  return (
    <div role="note" className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-soft">
      <CircleSlash className="size-4 shrink-0" />
      <span className="min-w-40 flex-1">{t('The analysis found nothing to analyze here and skipped it.')}</span>
      <AnalyzeButton item={item} />
    </div>
  )
}
