import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/toasts.ts'
import { useHotkeys } from '#web/use-hotkeys.ts'
import { assignEvidence } from './assign-evidence.ts'
import { EvidenceDialog } from './evidence-dialog.tsx'
import type { ProjectDetail } from './types.ts'

const maxShown = 30

function useUnassign(project_id: string) {
  const build = useApiMutation('buildProjects')
  const assign = (id: string) => build.mutate({ action: 'assign_insights', project_id, insight_ids: [id] })
  return (id: string) =>
    build.mutate(
      { action: 'unassign_insights', project_id, insight_ids: [id] },
      {
        onSuccess: () =>
          toast({ title: t('Removed from the evidence'), action: { label: t('Undo'), run: () => assign(id) } }),
      },
    )
}

export function Evidence({ project }: { project: ProjectDetail }) {
  const [adding, setAdding] = useState(false)
  useHotkeys({ l: () => setAdding(true) })
  const unassign = useUnassign(project.id)
  const linkedIds = project.evidence_references.map((one) => one.insight_id)
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count: project.evidence_count })}
      actions={
        <>
          <ListLink projectId={project.id} />
          <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setAdding(true)}>
            {t('Add evidence')}
          </Button>
        </>
      }
    >
      {project.evidence_references.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('No evidence yet. Press L to add insights.')}</p>
      )}
      <ul>
        {project.evidence_references.slice(0, maxShown).map((reference) => (
          <EvidenceRow key={reference.id} reference={reference} onRemove={() => unassign(reference.insight_id)} />
        ))}
      </ul>
      {adding && (
        <EvidenceDialog
          linkedIds={linkedIds}
          onAdd={(ids) => assignEvidence(project.id, ids)}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

const ListLink = ({ projectId }: { projectId: string }) => (
  <Link to={paths.insights({ project: projectId })} className="text-xs font-medium text-accent-text hover:underline">
    {t('Open as list')}
  </Link>
)

type Reference = ProjectDetail['evidence_references'][number]

const EvidenceRow = ({
  reference: { insight_id, insight, reason },
  onRemove,
}: {
  reference: Reference
  onRemove: () => void
}) => (
  <li className="group flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-3">
        <Link to={paths.insight(insight_id)} className="min-w-0 truncate text-sm font-medium hover:underline">
          {insight.name}
        </Link>
        <SentimentBadge sentiment={insight.sentiment} />
      </div>
      {insight.quote && <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{insight.quote}”</p>}
      {reason && <p className="mt-0.5 text-xs text-faint">{reason}</p>}
    </div>
    <IconButton
      label={t('Remove {name}', { name: insight.name })}
      icon={<X className="size-3.5" />}
      onClick={onRemove}
    />
  </li>
)
