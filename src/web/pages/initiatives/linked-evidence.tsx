import type { OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { EvidenceNotes } from '#web/pages/markdown-section.tsx'
import { EvidenceCard } from '#web/pages/projects/evidence-card.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { toastUndo } from '#web/toasts.ts'
import { InsightListRow } from '#web/shell/insight-row.tsx'
import { addInitiativeEvidence } from '#web/shell/add-evidence.ts'

type InitiativeDetail = OutputOf<'getInitiative'>

function useInitiativeInsights(initiativeId: string) {
  const list = useApiList('listInitiativeInsights', { initiativeId }, { limit: 30 })
  const add = useApiMutation('addInitiativeInsights')
  const remove = useApiMutation('removeInitiativeInsight', {
    onSuccess: ({ insight_id }) =>
      toastUndo(t('Removed from the evidence'), () => add.mutate({ initiativeId, insight_ids: [insight_id] })),
  })
  return {
    list,
    insights: list.items,
    remove: (insightId: string) => remove.mutate({ initiativeId, insightId }),
  }
}

export function LinkedEvidence({ initiative }: { initiative: InitiativeDetail }) {
  const build = useApiMutation('buildInitiatives')
  const save = (content: string) =>
    build.mutateAsync({ action: 'upsert_section', initiative_id: initiative.id, section_type: 'evidence', content })
  const { list, insights, remove } = useInitiativeInsights(initiative.id)
  return (
    <EvidenceCard
      op="addInitiativeInsights"
      count={initiative.leveraged_insights_count}
      linkedIds={insights.map((insight) => insight.id)}
      notes={
        <EvidenceNotes
          op="buildInitiatives.upsert_section"
          title={t('Notes on the evidence')}
          sections={initiative.sections}
          onSave={save}
        />
      }
      onAdd={(ids) => addInitiativeEvidence(initiative.id, ids)}
    >
      <CardRows list={list}>
        {(insight) => (
          <InsightListRow
            key={insight.id}
            id={insight.id}
            insight={insight}
            removeOp="removeInitiativeInsight"
            onRemove={() => remove(insight.id)}
          />
        )}
      </CardRows>
    </EvidenceCard>
  )
}
