import { Link } from '@tanstack/react-router'
import { GitMerge, Pencil, RefreshCw, Split } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { JobProgress } from '#web/shell/job-progress.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'

type Proposal = ItemOf<'listThemeProposals'>
const icons = {
  merge: <GitMerge className="size-4" />,
  split: <Split className="size-4" />,
  rename: <Pencil className="size-4" />,
}

const sentenceOf = ({ kind, theme, other_theme, name }: Proposal) =>
  kind === 'merge'
    ? t('Merge “{other}” into “{theme}”', { other: other_theme?.name ?? '', theme: theme.name })
    : kind === 'split'
      ? t('Split “{name}” from “{theme}”', { name: name ?? '', theme: theme.name })
      : t('Rename “{theme}” to “{name}”', { theme: theme.name, name: name ?? '' })

/** What the analysis would change about the themes; nothing happens until somebody says yes. */
export function Proposals() {
  const list = useList('listThemeProposals', { status: 'open' })
  const [job, setJob] = useState<string>()
  const look = useCall('refreshThemeProposals', { onDone: ({ job_id }) => setJob(job_id) })
  const again = (
    <Button icon={<RefreshCw className="size-3.5" />} busy={look.isPending} onClick={() => look.mutate({})}>
      {t('Take a new look')}
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
        {list.error ? (
          <ErrorState error={list.error} retry={list.refetch} />
        ) : list.isPending ? (
          <Loading />
        ) : list.items.length === 0 ? (
          <EmptyFirst
            icon={<GitMerge />}
            title={t('Nothing to tidy up')}
            note={t(
              'Every night the analysis looks for themes that belong together, hold two things or have outgrown their name.',
            )}
            actions={again}
          />
        ) : (
          <>
            <ul className="grid gap-3">
              {list.items.map((one) => (
                <Row key={one.id} proposal={one} />
              ))}
            </ul>
            <div>{again}</div>
          </>
        )}
      </div>
    </div>
  )
}

function Row({ proposal }: { proposal: Proposal }) {
  const accept = useCall('acceptThemeProposal', { said: t('Done') })
  const reject = useCall('rejectThemeProposal', { said: t('It is not proposed again') })
  const input = { proposalId: proposal.id }
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-panel p-4">
      <span className="text-faint">{icons[proposal.kind]}</span>
      <div className="min-w-52 flex-1">
        <p className="text-sm font-medium">
          <Link to={paths.theme(proposal.theme.id)} className="hover:underline">
            {sentenceOf(proposal)}
          </Link>
        </p>
        <p className="text-xs text-faint">{proposal.reason}</p>
      </div>
      <Button size="sm" look="quiet" busy={reject.isPending} onClick={() => reject.mutate(input)}>
        {t('Turn down')}
      </Button>
      <Button size="sm" look="primary" busy={accept.isPending} onClick={() => accept.mutate(input)}>
        {t('Accept')}
      </Button>
    </li>
  )
}
