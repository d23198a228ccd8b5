import { ExternalLink, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ProjectDetail } from './project.tsx'

/** A pasted address says by itself which tracker and which item it is. */
export function recognise(url: string): { provider: 'linear' | 'jira'; key: string } | null {
  const linear = /^https:\/\/linear\.app\/[^/]+\/(?:issue|project)\/([\w-]+)/.exec(url)
  if (linear) return { provider: 'linear', key: linear[1]! }
  const jira =
    /^https:\/\/[^/]+\/(?:.*\/)?(?:browse|issues)\/([A-Z][A-Z0-9]+-\d+)/.exec(url) ??
    /[?&]selectedIssue=([A-Z][A-Z0-9]+-\d+)/.exec(url)
  return jira ? { provider: 'jira', key: jira[1]! } : null
}

export function ExternalLinks({ project }: { project: ProjectDetail }) {
  const [linking, setLinking] = useState(false)
  const build = useCall('buildProjects')
  const project_id = project.id
  type Shown = ProjectDetail['external_links'][number]
  const unlink = ({ provider, external_url, display_title, external_key, external_id }: Shown) =>
    build.mutate(
      { action: 'unlink_external_artifact', project_id, provider },
      {
        onSuccess: () =>
          toast({
            title: t('Unlinked'),
            action: {
              label: t('Undo'),
              run: () =>
                build.mutate({
                  action: 'link_external_artifact',
                  project_id,
                  provider,
                  external_url,
                  display_title,
                  ...(external_key && { external_key }),
                  ...(external_id && { external_id }),
                }),
            },
          }),
      },
    )
  return (
    <Card
      title={t('Tracker')}
      note={t('Only the link is stored here; nothing is created or changed in Linear or Jira.')}
      actions={
        <Button size="sm" onClick={() => setLinking(true)}>
          {t('Link')}
        </Button>
      }
    >
      <ul className="grid gap-2">
        {project.external_links.map((link) => (
          <li key={link.provider} className="flex items-center gap-2">
            <Chip>{link.provider === 'linear' ? 'Linear' : 'Jira'}</Chip>
            <a
              href={link.external_url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-w-0 flex-1 items-center gap-1 text-sm text-accent-text hover:underline"
            >
              <span className="truncate">
                {link.external_key && `${link.external_key} · `}
                {link.display_title}
              </span>
              <ExternalLink className="size-3 shrink-0" />
            </a>
            <IconButton label={t('Unlink')} icon={<Unlink className="size-3.5" />} onClick={() => unlink(link)} />
          </li>
        ))}
        {project.external_links.length === 0 && <li className="text-sm text-faint">{t('Not linked.')}</li>}
      </ul>
      {linking && <LinkDialog project={project} onClose={() => setLinking(false)} />}
    </Card>
  )
}

function LinkDialog({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const found = recognise(url)
  const [provider, setProvider] = useState<'linear' | 'jira'>('linear')
  const build = useCall('buildProjects', { onDone: onClose, said: t('Linked') })
  return (
    <Dialog open onClose={onClose} title={t('Link to a tracker')} note={t('Paste the address of an issue or project.')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, key } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          build.mutate({
            action: 'link_external_artifact',
            project_id: project.id,
            provider: found?.provider ?? provider,
            external_url: url,
            display_title: title!,
            external_key: found?.key ?? key!,
          })
        }}
      >
        <TextField
          label={t('Address')}
          type="url"
          required
          autoFocus
          pattern="https://.+"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://linear.app/acme/issue/ENG-142"
          hint={
            found
              ? t('Recognised: {provider} {key}', {
                  provider: found.provider === 'linear' ? 'Linear' : 'Jira',
                  key: found.key,
                })
              : undefined
          }
        />
        {!found && url && (
          <div className="grid grid-cols-2 gap-4">
            <SelectField
              label={t('Tracker')}
              value={provider}
              onChange={(event) => setProvider(event.target.value as 'jira')}
              options={[
                { value: 'linear', label: 'Linear' },
                { value: 'jira', label: 'Jira' },
              ]}
            />
            <TextField label={t('Key')} name="key" required placeholder="ENG-142" />
          </div>
        )}
        <TextField label={t('Title')} name="title" required maxLength={200} defaultValue={project.title} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={build.isPending}>
            {t('Link')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
