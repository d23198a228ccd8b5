import { useNavigate } from '@tanstack/react-router'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

/** Turns a competitor finding into an opportunity and links to it. */
export function usePromote() {
  const navigate = useNavigate()
  return useApiMutation('promoteCompetitorFinding', {
    onSuccess: ({ id, existing }) =>
      toast({
        title: existing ? t('Already in the backlog') : t('Added to the backlog'),
        action: { label: t('Open'), run: () => void navigate({ to: paths.opportunity(id) }) },
      }),
  })
}
