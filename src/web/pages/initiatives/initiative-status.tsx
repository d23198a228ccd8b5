import { patchCache } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { initiativeStatusLabels } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { movePlan } from '#web/shell/move-plan.ts'

export type InitiativePlanStatus = ItemOf<'listInitiativePlans'>['status']

const tones = {
  draft: 'plain',
  exploring: 'warn',
  building: 'accent',
  ready_to_act: 'accent',
  completed: 'good',
  archived: 'plain',
} as const

export const InitiativeStatusChip = ({ status }: { status: InitiativePlanStatus }) => (
  <Chip tone={tones[status]}>{initiativeStatusLabels()[status]}</Chip>
)

/** Changes the status optimistically and offers to undo it. */
export function useMoveInitiative() {
  const move = useApiMutation('buildInitiatives', {
    optimistic: (input) =>
      input.action === 'update_status' ? patchCache([input.initiative_id], { status: input.status }) : () => {},
  })
  return movePlan<InitiativePlanStatus>(
    (id, status, options) => move.mutate({ action: 'update_status', initiative_id: id, status }, options),
    initiativeStatusLabels(),
  )
}
