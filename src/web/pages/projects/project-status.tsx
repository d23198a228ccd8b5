import { patchCache } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { projectStatusLabels } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { movePlan } from '#web/shell/move-plan.ts'

export type ProjectPlanStatus = ItemOf<'listProjectPlans'>['status']

const tones = { not_started: 'plain', in_progress: 'accent', completed: 'good', archived: 'plain' } as const

export const ProjectStatusChip = ({ status }: { status: ProjectPlanStatus }) => (
  <Chip tone={tones[status]}>{projectStatusLabels()[status]}</Chip>
)

/** Changes the status optimistically and offers to undo it. */
export function useMoveProject() {
  const move = useApiMutation('buildProjects', {
    optimistic: (input) =>
      input.action === 'update_status' ? patchCache([input.project_id], { status: input.status }) : () => {},
  })
  return movePlan<ProjectPlanStatus>(
    (id, status, options) => move.mutate({ action: 'update_status', project_id: id, status }, options),
    projectStatusLabels(),
  )
}
