import type { Importance } from '#vocabulary/importance.ts'
import { Plus } from 'lucide-react'
import { patchCache } from '#web/api/cache.ts'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { EvidenceCard } from '#web/pages/projects/evidence-card.tsx'
import { paths } from '#web/routes/paths.ts'
import { addOpportunityEvidence } from '#web/shell/add-evidence.ts'
import { importanceLabels, ImportanceSelect } from '#web/shell/evidence/importance.tsx'
import { InsightListRow } from '#web/shell/insight-row.tsx'
import { toastUndo } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { CardRows, NoRows } from '#web/ui/lists/card-rows.tsx'
import { formatPercent } from '#web/ui/time.tsx'
import { MayEdit } from '#web/api/may.tsx'

type Opportunity = OutputOf<'getOpportunity'>
type Evidence = ItemOf<'listOpportunityInsights'>

/** Removes a piece of evidence; undo puts it back as it was. */
function useRemove(opportunityId: string) {
  const add = useApiMutation('addOpportunityInsights')
  const remove = useApiMutation('removeOpportunityInsight')
  return ({ id, reason, importance }: Evidence) => {
    const restore = () =>
      add.mutate({ opportunityId, insight_ids: [id], importance, ...(reason !== null && { reason }) })
    remove.mutate(
      { opportunityId, insightId: id },
      { onSuccess: () => toastUndo(t('Removed from the evidence'), restore) },
    )
  }
}

function useImportance(opportunityId: string) {
  const update = useApiMutation('updateOpportunityInsight', {
    optimistic: ({ insightId, importance }) => patchCache([insightId], { importance }),
  })
  const set = (insightId: string, importance: Importance | null) =>
    update.mutate({ opportunityId, insightId, importance })
  return ({ id, name, importance: before }: Evidence, importance: Importance | null) => {
    set(id, importance)
    toastUndo(t('Importance of “{name}” changed', { name }), () => set(id, before))
  }
}

export function OpportunityEvidence({ opportunity }: { opportunity: Opportunity }) {
  const { id, insight_count, status } = opportunity
  const list = useApiList('listOpportunityInsights', { opportunityId: id }, { limit: 20 })
  const remove = useRemove(id)
  const setImportance = useImportance(id)
  const isActive = status === 'active'
  return (
    <>
      <EvidenceCard
        op="addOpportunityInsights"
        count={insight_count}
        linkedIds={list.items.map((one) => one.id)}
        onAdd={(ids) => addOpportunityEvidence(id, ids)}
        hasHotkey={isActive}
        actions={<CardLink to={paths.insights({ opportunity: id })}>{t('Open as list')}</CardLink>}
      >
        {insight_count === 0 && <NoRows>{t('No evidence yet. Press L to add insights.')}</NoRows>}
        <CardRows list={list}>
          {(one) => (
            <InsightListRow
              key={one.id}
              id={one.id}
              insight={one}
              note={one.reason}
              end={isActive && <RowImportance evidence={one} onChange={(value) => setImportance(one, value)} />}
              removeOp="removeOpportunityInsight"
              onRemove={() => remove(one)}
            />
          )}
        </CardRows>
      </EvidenceCard>
      {isActive && <SuggestedEvidence opportunityId={id} />}
    </>
  )
}

type RowProps = { evidence: Evidence; onChange: (importance: Importance | null) => void }

const RowImportance = ({ evidence: { name, importance, suggested_importance: suggested }, onChange }: RowProps) => (
  <span className="flex items-center gap-1.5">
    {importance === null && suggested && (
      <Button
        op="updateOpportunityInsight"
        size="sm"
        variant="quiet"
        title={t('The words suggest it')}
        onClick={() => onChange(suggested)}
      >
        {t('{importance}?', { importance: importanceLabels()[suggested] })}
      </Button>
    )}
    <MayEdit op="updateOpportunityInsight">
      <ImportanceSelect name={name} value={importance} onChange={onChange} />
    </MayEdit>
  </span>
)

/** What says nearly the same and is not evidence yet. */
function SuggestedEvidence({ opportunityId }: { opportunityId: string }) {
  const { data } = useApiQuery('suggestOpportunityInsights', { opportunityId, limit: 5 }, { keepPrevious: true })
  if (!data || data.data.length === 0) return null
  return (
    <Card title={t('Suggested evidence')} flush note={t('Insights that are similar to the evidence')}>
      <ul>
        {data.data.map((one) => (
          <InsightListRow
            key={one.id}
            id={one.id}
            insight={one}
            note={t('{share} similar', { share: formatPercent(one.similarity, 1) })}
            end={
              <Button
                op="addOpportunityInsights"
                size="sm"
                icon={Plus}
                aria-label={t('Add {name}', { name: one.name })}
                onClick={() => void addOpportunityEvidence(opportunityId, [one.id])}
              >
                {t('Add')}
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  )
}
