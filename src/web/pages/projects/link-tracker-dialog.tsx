import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import type { ProjectDetail } from './types.ts'

type Tracker = 'linear' | 'jira'
type TrackerItem = { provider: Tracker; key: string }
export const trackerNames: Record<Tracker, string> = { linear: 'Linear', jira: 'Jira' }

/** The tracker and the item key that a pasted URL contains. */
function parseTrackerUrl(url: string): TrackerItem | null {
  const linear = /^https:\/\/linear\.app\/[^/]+\/(?:issue|project)\/([\w-]+)/.exec(url)
  if (linear) return { provider: 'linear', key: linear[1]! }
  const jira =
    /^https:\/\/[^/]+\/(?:.*\/)?(?:browse|issues)\/([A-Z][A-Z0-9]+-\d+)/.exec(url) ??
    /[?&]selectedIssue=([A-Z][A-Z0-9]+-\d+)/.exec(url)
  return jira ? { provider: 'jira', key: jira[1]! } : null
}

const recognisedHint = ({ provider, key }: TrackerItem) =>
  t('Detected: {provider} {key}', { provider: trackerNames[provider], key })

export function LinkTrackerDialog({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const parsed = parseTrackerUrl(url)
  const [provider, setProvider] = useState<Tracker>('linear')
  const build = useApiMutation('buildProjects', { onSuccess: onClose, successMessage: t('Linked') })
  const link = ({ title, key }: Record<string, string>) =>
    build.mutate({
      action: 'link_external_artifact',
      project_id: project.id,
      provider: parsed?.provider ?? provider,
      external_url: url,
      display_title: title!,
      external_key: parsed?.key ?? key!,
    })
  return (
    <FormDialog
      title={t('Link to an issue tracker')}
      note={t('Paste the URL of an issue or project.')}
      submitLabel={t('Link')}
      busy={build.isPending}
      onSubmit={link}
      onClose={onClose}
    >
      <TextField
        label={t('URL')}
        type="url"
        required
        autoFocus
        pattern="https://.+"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder="https://linear.app/acme/issue/ENG-142"
        hint={parsed ? recognisedHint(parsed) : undefined}
      />
      {!parsed && url && <TrackerFields provider={provider} onChange={setProvider} />}
      <TextField label={t('Title')} name="title" required maxLength={200} defaultValue={project.title} />
    </FormDialog>
  )
}

const TrackerFields = ({ provider, onChange }: { provider: Tracker; onChange: (provider: Tracker) => void }) => (
  <div className="grid grid-cols-2 gap-4">
    <SelectField
      label={t('Tracker')}
      value={provider}
      onChange={(event) => onChange(event.target.value as Tracker)}
      options={toOptions(trackerNames)}
    />
    <TextField label={t('Key')} name="key" required placeholder="ENG-142" />
  </div>
)
