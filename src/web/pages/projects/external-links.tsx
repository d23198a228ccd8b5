import { ExternalLink, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toastUndo } from '#web/toasts.ts'
import { LinkTrackerDialog, trackerNames } from './link-tracker-dialog.tsx'
import type { ProjectDetail } from './types.ts'

type ExternalLinkItem = ProjectDetail['external_links'][number]

/** Unlinks a tracker item and offers to undo it. */
function useUnlink(project_id: string) {
  const build = useApiMutation('buildProjects')
  return ({ provider, external_url, display_title, external_key, external_id }: ExternalLinkItem) => {
    const relink = () =>
      build.mutate({
        action: 'link_external_artifact',
        project_id,
        provider,
        external_url,
        display_title,
        ...(external_key && { external_key }),
        ...(external_id && { external_id }),
      })
    build.mutate(
      { action: 'unlink_external_artifact', project_id, provider },
      { onSuccess: () => toastUndo(t('Unlinked'), relink) },
    )
  }
}

export function ExternalLinks({ project }: { project: ProjectDetail }) {
  const [linking, setLinking] = useState(false)
  const unlink = useUnlink(project.id)
  return (
    <Card
      title={t('Tracker')}
      note={t('Only the link is stored. Nothing is created or changed in Linear or Jira.')}
      actions={
        <Button op="buildProjects.link_external_artifact" size="sm" onClick={() => setLinking(true)}>
          {t('Link')}
        </Button>
      }
    >
      <ul className="grid grid-cols-1 gap-2">
        {project.external_links.map((link) => (
          <LinkRow key={link.provider} link={link} onUnlink={() => unlink(link)} />
        ))}
        {project.external_links.length === 0 && <li className="text-sm text-faint">{t('No links yet.')}</li>}
      </ul>
      {linking && <LinkTrackerDialog project={project} onClose={() => setLinking(false)} />}
    </Card>
  )
}

const LinkRow = ({ link, onUnlink }: { link: ExternalLinkItem; onUnlink: () => void }) => (
  <li className="flex min-w-0 items-center gap-2">
    <Chip>{trackerNames[link.provider]}</Chip>
    <a
      href={link.external_url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-w-0 flex-1 items-center gap-1 text-sm text-accent-text hover:underline"
    >
      <span className="truncate" title={link.display_title}>
        {link.external_key && `${link.external_key} · `}
        {link.display_title}
      </span>
      <ExternalLink className="size-3 shrink-0" />
    </a>
    <IconButton label={t('Unlink')} icon={Unlink} op="buildProjects.unlink_external_artifact" onClick={onUnlink} />
  </li>
)
