import { GitMerge, Pencil, RefreshCw, Split } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'

type Proposal = ItemOf<'listThemeProposals'>
const icons = {
  merge: <GitMerge className="size-4" />,
  split: <Split className="size-4" />,
  rename: <Pencil className="size-4" />,
}

function proposalLabel({ kind, theme, other_theme, name }: Proposal): string {
  if (kind === 'merge')
    return t('Merge “{other}” into “{theme}”', { other: other_theme?.name ?? '', theme: theme.name })
  if (kind === 'split') return t('Split “{name}” from “{theme}”', { name: name ?? '', theme: theme.name })
  return t('Rename “{theme}” to “{name}”', { theme: theme.name, name: name ?? '' })
}

/** Changes of the themes proposed by the analysis; each has to be accepted. */
export function Proposals() {
  const list = useApiList('listThemeProposals', { status: 'open' })
  const [job, setJob] = useState<string>()
  const refresh = useApiMutation('refreshThemeProposals', { onSuccess: ({ job_id }) => setJob(job_id) })
  const refreshButton = (
    <Button op="refreshThemeProposals" icon={RefreshCw} busy={refresh.isPending} onClick={() => refresh.mutate({})}>
      {t('Check again')}
    </Button>
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto" data-scroll>
      <div className="mx-auto grid max-w-3xl gap-3 px-4 py-5 md:px-6">
        {job && (
          <Card>
            <JobProgress id={job} />
          </Card>
        )}
        <ListState list={list} empty={<NoProposals action={refreshButton} />}>
          <ul className="grid gap-3">
            {list.items.map((one) => (
              <ProposalRow key={one.id} proposal={one} />
            ))}
          </ul>
          <div>{refreshButton}</div>
        </ListState>
      </div>
    </div>
  )
}

const NoProposals = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={<GitMerge />}
    title={t('No proposals')}
    note={t('Every night the analysis looks for themes to merge, split or rename.')}
    actions={action}
  />
)

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const accept = useApiMutation('acceptThemeProposal', { successMessage: t('Done') })
  const reject = useApiMutation('rejectThemeProposal', { successMessage: t('It will not be proposed again') })
  const input = { proposalId: proposal.id }
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-panel p-4">
      <span className="text-faint">{icons[proposal.kind]}</span>
      <div className="min-w-52 flex-1">
        <p className="text-sm font-medium">
          <Link to={paths.theme(proposal.theme.id)} className="hover:underline">
            {proposalLabel(proposal)}
          </Link>
        </p>
        <p className="text-xs text-faint">{proposal.reason}</p>
      </div>
      <Button
        op="rejectThemeProposal"
        size="sm"
        variant="quiet"
        busy={reject.isPending}
        onClick={() => reject.mutate(input)}
      >
        {t('Reject')}
      </Button>
      <Button
        op="acceptThemeProposal"
        size="sm"
        variant="primary"
        busy={accept.isPending}
        onClick={() => accept.mutate(input)}
      >
        {t('Accept')}
      </Button>
    </li>
  )
}
