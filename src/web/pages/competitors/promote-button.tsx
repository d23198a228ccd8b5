import type { InputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { toast } from '#web/toasts.ts'
import { Button, buttonClass, type ButtonVariant } from '#web/ui/button.tsx'

type Source = Omit<InputOf<'promoteCompetitorFinding'>, 'include_first_party_feedback'>
type Props = { promoted: string | null; source: Source; variant?: ButtonVariant }

/** Turns a finding about competitors into an opportunity, or opens the one that it was turned into. */
export function PromoteButton({ promoted, source, variant = 'plain' }: Props) {
  const navigate = useNavigate()
  const promote = useApiMutation('promoteCompetitorFinding', {
    onSuccess: ({ id, existing }) =>
      toast({
        title: existing ? t('Already in the backlog') : t('Added to the backlog'),
        action: { label: t('Open'), run: () => void navigate(paths.opportunity(id)) },
      }),
  })
  if (promoted)
    return (
      <Link to={paths.opportunity(promoted)} className={buttonClass('quiet', 'sm')}>
        {t('In the backlog')}
      </Link>
    )
  return (
    <Button
      op="promoteCompetitorFinding"
      size="sm"
      variant={variant}
      busy={promote.isPending}
      onClick={() => promote.mutate({ ...source, include_first_party_feedback: true })}
    >
      {t('Promote to backlog')}
    </Button>
  )
}
