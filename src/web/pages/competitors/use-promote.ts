import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { toast } from '#web/toasts.ts'

/** Turns a competitor finding into an opportunity and links to it. */
export function usePromote() {
  const navigate = useNavigate()
  return useApiMutation('promoteCompetitorFinding', {
    onSuccess: ({ id, existing }) =>
      toast({
        title: existing ? t('Already in the backlog') : t('Added to the backlog'),
        action: { label: t('Open'), run: () => void navigate(paths.opportunity(id)) },
      }),
  })
}
