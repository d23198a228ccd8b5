import { patchCache } from '#web/api/cache.ts'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { initiativeStatusLabels } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { toast } from '#web/toasts.ts'

export type Status = ItemOf<'listInitiativePlans'>['status']

const tones = {
  draft: 'plain',
  exploring: 'warn',
  building: 'accent',
  ready_to_act: 'accent',
  completed: 'good',
  archived: 'plain',
} as const

export const InitiativeStatus = ({ status }: { status: Status }) => (
  <Chip tone={tones[status]}>{initiativeStatusLabels()[status]}</Chip>
)

/** Changes the status optimistically and offers to undo it. */
export function useMoveInitiative() {
  const move = useApiMutation('buildInitiatives', {
    optimistic: (input) =>
      input.action === 'update_status' ? patchCache([input.initiative_id], { status: input.status }) : () => {},
  })
  return ({ id, status: before }: { id: string; status: Status }, status: Status) => {
    const set = (next: Status) => ({ action: 'update_status' as const, initiative_id: id, status: next })
    move.mutate(set(status), {
      onSuccess: () =>
        toast({
          title: t('Moved to {status}', { status: initiativeStatusLabels()[status]! }),
          action: { label: t('Undo'), run: () => move.mutate(set(before)) },
        }),
    })
  }
}
