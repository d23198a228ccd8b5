import { t } from '#web/i18n/t.ts'
import { toastUndo } from '#web/toasts.ts'

type Move<S> = (id: string, status: S, options?: { onSuccess: () => void }) => void

/** Changes the status of a plan and offers to undo it. */
export const movePlan =
  <S extends string>(move: Move<S>, labels: Record<string, string>) =>
  ({ id, status: before }: { id: string; status: S }, status: S) =>
    move(id, status, {
      onSuccess: () => toastUndo(t('Moved to {status}', { status: labels[status]! }), () => move(id, before)),
    })
