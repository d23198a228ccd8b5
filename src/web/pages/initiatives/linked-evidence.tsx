import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, Output } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { EvidenceDialog } from '#web/pages/projects/evidence-dialog.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { toast } from '#web/toasts.ts'
import { addInitiativeEvidence } from './add-evidence.ts'

type InitiativeDetail = Output<'getInitiative'>

function useInitiativeInsights(initiativeId: string) {
  const list = useApiList('listInitiativeInsights', { initiativeId }, { limit: 30 })
  const add = useApiMutation('addInitiativeInsights')
  const remove = useApiMutation('removeInitiativeInsight', {
    onSuccess: ({ insight_id }) =>
      toast({
        title: t('Removed from the evidence'),
        action: { label: t('Undo'), run: () => add.mutate({ initiativeId, insight_ids: [insight_id] }) },
      }),
  })
  return {
    list,
    insights: list.items,
    remove: (insightId: string) => remove.mutate({ initiativeId, insightId }),
  }
}

export function LinkedEvidence({ initiative }: { initiative: InitiativeDetail }) {
  const [adding, setAdding] = useState(false)
  const { list, insights, remove } = useInitiativeInsights(initiative.id)
  const linkedIds = insights.map((insight) => insight.id)
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count: initiative.leveraged_insights_count })}
      actions={
        <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setAdding(true)}>
          {t('Add evidence')}
        </Button>
      }
    >
      <ul>
        {insights.map((insight) => (
          <InsightRow key={insight.id} insight={insight} onRemove={() => remove(insight.id)} />
        ))}
      </ul>
      <ShowMore list={list} busy={list.isFetchingNextPage} />
      {adding && (
        <EvidenceDialog
          linkedIds={linkedIds}
          onAdd={(ids) => addInitiativeEvidence(initiative.id, ids)}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

type Insight = ItemOf<'listInitiativeInsights'>

const InsightRow = ({ insight, onRemove }: { insight: Insight; onRemove: () => void }) => (
  <li className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0 flex-1">
      <div className="flex gap-3">
        <Link to={paths.insight(insight.id)} className="min-w-0 truncate text-sm font-medium hover:underline">
          {insight.name}
        </Link>
        <SentimentBadge sentiment={insight.sentiment} />
      </div>
      {insight.quote && <p className="line-clamp-1 text-sm text-soft">“{insight.quote}”</p>}
    </div>
    <IconButton
      label={t('Remove {name}', { name: insight.name })}
      icon={<X className="size-3.5" />}
      onClick={onRemove}
    />
  </li>
)
