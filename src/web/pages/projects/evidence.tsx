import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { toastUndo } from '#web/toasts.ts'
import { InsightRow } from '#web/shell/insight-row.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { addProjectEvidence } from '#web/shell/add-evidence.ts'
import { EvidenceCard } from './evidence-card.tsx'
import type { ProjectDetail } from './types.ts'

const maxShown = 30

function useUnassign(project_id: string) {
  const build = useApiMutation('buildProjects')
  const assign = (id: string) => build.mutate({ action: 'assign_insights', project_id, insight_ids: [id] })
  return (id: string) =>
    build.mutate(
      { action: 'unassign_insights', project_id, insight_ids: [id] },
      {
        onSuccess: () => toastUndo(t('Removed from the evidence'), () => assign(id)),
      },
    )
}

export function Evidence({ project }: { project: ProjectDetail }) {
  const unassign = useUnassign(project.id)
  const references = project.evidence_references
  return (
    <EvidenceCard
      count={project.evidence_count}
      linkedIds={references.map((one) => one.insight_id)}
      onAdd={(ids) => addProjectEvidence(project.id, ids)}
      hasHotkey
      actions={<CardLink to={paths.insights({ project: project.id })}>{t('Open as list')}</CardLink>}
    >
      {references.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('No evidence yet. Press L to add insights.')}</p>
      )}
      <ul>
        {references.slice(0, maxShown).map(({ id, insight_id, insight, reason }) => (
          <InsightRow key={id} id={insight_id} insight={insight} note={reason} onRemove={() => unassign(insight_id)} />
        ))}
      </ul>
    </EvidenceCard>
  )
}
