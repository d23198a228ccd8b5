import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { EvidenceNotes } from '#web/pages/markdown-section.tsx'
import { paths } from '#web/routes/paths.ts'
import { toastUndo } from '#web/toasts.ts'
import { InsightListRow } from '#web/shell/insight-row.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { NoRows } from '#web/ui/lists/card-rows.tsx'
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

export function ProjectEvidenceSection({ project }: { project: ProjectDetail }) {
  const build = useApiMutation('buildProjects')
  const save = (content: string) =>
    build.mutateAsync({ action: 'upsert_section', project_id: project.id, section_key: 'evidence', content })
  const unassign = useUnassign(project.id)
  const references = project.evidence_references
  return (
    <EvidenceCard
      op="buildProjects.assign_insights"
      count={project.evidence_count}
      linkedIds={references.map((one) => one.insight_id)}
      onAdd={(ids) => addProjectEvidence(project.id, ids)}
      hasHotkey
      notes={
        <EvidenceNotes
          op="buildProjects.upsert_section"
          title={t('Notes on the evidence')}
          sections={project.sections}
          onSave={save}
        />
      }
      actions={<CardLink to={paths.insights({ project: project.id })}>{t('Open as list')}</CardLink>}
    >
      {references.length === 0 && <NoRows>{t('No evidence yet. Press L to add insights.')}</NoRows>}
      <ul>
        {references.slice(0, maxShown).map(({ id, insight_id, insight, reason }) => (
          <InsightListRow
            key={id}
            id={insight_id}
            insight={insight}
            note={reason}
            removeOp="buildProjects.unassign_insights"
            onRemove={() => unassign(insight_id)}
          />
        ))}
      </ul>
    </EvidenceCard>
  )
}
