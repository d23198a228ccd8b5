import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useKeys } from '#web/keys.ts'
import { listAt, paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SentimentMark } from '#web/ui/marks.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { ProjectDetail } from './project.tsx'

/** Insights found by typing; for whatever is to rest on them. */
export function InsightPicker({
  onPick,
  chosen,
  open,
  onOpenChange,
  label = t('Find an insight'),
}: {
  onPick: (id: string) => void
  chosen: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
  label?: string
}) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 150)
  const { data } = useRoute('listInsights', { limit: 20, ...(q.length >= 2 && { q }) }, { enabled: open, keep: true })
  return (
    <Picker
      many
      label={label}
      open={open}
      onOpenChange={onOpenChange}
      onSearch={setText}
      chosen={chosen}
      onPick={onPick}
      choices={data?.data.map((one) => ({ id: one.id, label: one.name, ...(one.quote && { note: one.quote }) })) ?? []}
      trigger={
        <Button size="sm" icon={<Plus className="size-3.5" />}>
          {t('Add evidence')}
        </Button>
      }
    />
  )
}

export function Evidence({ project }: { project: ProjectDetail }) {
  const [adding, setAdding] = useState(false)
  useKeys({ l: () => setAdding(true) })
  const project_id = project.id
  const build = useCall('buildProjects')
  const assign = (id: string) => build.mutate({ action: 'assign_insights', project_id, insight_ids: [id] })
  const unassign = (id: string) =>
    build.mutate(
      { action: 'unassign_insights', project_id, insight_ids: [id] },
      {
        onSuccess: () =>
          toast({ title: t('Taken out of the evidence'), action: { label: t('Undo'), run: () => assign(id) } }),
      },
    )
  const chosen = project.evidence_references.map((one) => one.insight_id)
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count: project.evidence_count })}
      actions={
        <>
          <Link
            to={listAt(paths.insights, { project: project.id })}
            className="text-xs font-medium text-accent-text hover:underline"
          >
            {t('Open as list')}
          </Link>
          <InsightPicker
            open={adding}
            onOpenChange={setAdding}
            chosen={chosen}
            onPick={(id) => (chosen.includes(id) ? unassign(id) : assign(id))}
          />
        </>
      }
    >
      {project.evidence_references.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('No evidence yet. Press L to add insights.')}</p>
      )}
      <ul>
        {project.evidence_references.slice(0, 30).map(({ id, insight_id, insight, reason }) => (
          <li key={id} className="group flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <div className="flex items-center gap-3">
                <Link to={paths.insight(insight_id)} className="min-w-0 truncate text-sm font-medium hover:underline">
                  {insight.name}
                </Link>
                <SentimentMark sentiment={insight.sentiment} />
              </div>
              {insight.quote && <p className="mt-0.5 line-clamp-2 text-sm text-soft">“{insight.quote}”</p>}
              {reason && <p className="mt-0.5 text-xs text-faint">{reason}</p>}
            </div>
            <IconButton
              label={t('Remove {name}', { name: insight.name })}
              icon={<X className="size-3.5" />}
              onClick={() => unassign(insight_id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
