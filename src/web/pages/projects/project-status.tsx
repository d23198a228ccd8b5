import { patchCache } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { projectStatusLabels } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { toast } from '#web/toasts.ts'

export type Status = ItemOf<'listProjectPlans'>['status']

const tones = { not_started: 'plain', in_progress: 'accent', completed: 'good', archived: 'plain' } as const

export const ProjectStatus = ({ status }: { status: Status }) => (
  <Chip tone={tones[status]}>{projectStatusLabels()[status]}</Chip>
)

/** Changes the status optimistically and offers to undo it. */
export function useMoveProject() {
  const move = useApiMutation('buildProjects', {
    optimistic: (input) =>
      input.action === 'update_status' ? patchCache([input.project_id], { status: input.status }) : () => {},
  })
  return ({ id, status: before }: { id: string; status: Status }, status: Status) => {
    const set = (next: Status) => ({ action: 'update_status' as const, project_id: id, status: next })
    move.mutate(set(status), {
      onSuccess: () =>
        toast({
          title: t('Moved to {status}', { status: projectStatusLabels()[status]! }),
          action: { label: t('Undo'), run: () => move.mutate(set(before)) },
        }),
    })
  }
}
