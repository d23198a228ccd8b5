import { Mail } from 'lucide-react'
import { useState } from 'react'
import { fetchAll, type ItemOf, type OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/toasts.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { Form, formValues } from '#web/ui/forms/form.tsx'
import type { ProjectDetail } from './types.ts'

const maxShown = 10

/** Who asked for this, to tell them once it is done. */
export function ProjectContacts({ project }: { project: ProjectDetail }) {
  const [drafting, setDrafting] = useState(false)
  const { items } = useApiList('listProjectContacts', { projectId: project.id })
  if (items.length === 0) return null
  return (
    <Card
      title={t('Contacts')}
      note={t('Whose feedback is evidence of this Project')}
      flush
      actions={
        <>
          <ExportContacts projectId={project.id} />
          {project.status === 'completed' && (
            <Button op="sendProjectMessage" size="sm" icon={Mail} onClick={() => setDrafting(true)}>
              {t('Draft a message')}
            </Button>
          )}
        </>
      }
    >
      <ul>
        {items.slice(0, maxShown).map((one) => (
          <ContactRow key={one.contact_id} contact={one} />
        ))}
      </ul>
      {drafting && <MessageDialog project={project} onClose={() => setDrafting(false)} />}
    </Card>
  )
}

const ExportContacts = ({ projectId }: { projectId: string }) => (
  <ExportMenu
    name="contacts"
    load={async () =>
      (await fetchAll('listProjectContacts', { projectId })).map(({ asked, ...row }) => ({
        ...row,
        asked: asked.join('; '),
      }))
    }
  />
)

const ContactRow = ({ contact }: { contact: ItemOf<'listProjectContacts'> }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-4 py-2 text-sm">
    <Link to={paths.contact(contact.contact_id)} className="font-medium hover:underline">
      {contact.name ?? contact.email ?? t('Unnamed')}
    </Link>
    <span className="min-w-40 flex-1 truncate text-soft">{contact.asked[0]}</span>
    {contact.messaged_at && (
      <span className="text-xs text-faint">
        {t('Message sent')} <TimeAgo at={contact.messaged_at} />
      </span>
    )}
  </li>
)

function MessageDialog({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const query = useApiQuery('getProjectMessage', { projectId: project.id })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Tell them it is done')}
      note={t('{name} and what each contact asked for are filled in per contact; each gets one message per Project.', {
        name: '{name}',
      })}
    >
      <QueryState query={query}>
        {(draft) => <MessageForm projectId={project.id} draft={draft} onClose={onClose} />}
      </QueryState>
    </Dialog>
  )
}

type FormProps = { projectId: string; draft: OutputOf<'getProjectMessage'>; onClose: () => void }

function MessageForm({ projectId, draft: { subject, text, can_send, unsent_count }, onClose }: FormProps) {
  const send = useApiMutation('sendProjectMessage', {
    onSuccess({ sent }) {
      toast({ title: t('{count, one {# message} other {# messages}} queued', { count: sent }) })
      onClose()
    },
  })
  const submit = (values: Record<string, string>) =>
    send.mutate({ projectId, subject: values.subject!, text: values.text! })
  return (
    <Form className="grid gap-4" onSubmit={(values) => submit(values)}>
      <TextField label={t('Subject')} name="subject" required maxLength={200} defaultValue={subject} />
      <TextArea label={t('Message')} name="text" required rows={12} maxLength={5000} defaultValue={text} />
      {!can_send && (
        <p className="text-xs text-faint">
          {t('Copy it, or let an admin allow mail to contacts under Settings, Organization.')}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <CopyMessage />
        <Button type="submit" variant="primary" busy={send.isPending} disabled={!can_send || unsent_count === 0}>
          {t('Send to {count, one {# contact} other {# contacts}}', { count: unsent_count })}
        </Button>
      </div>
    </Form>
  )
}

const CopyMessage = () => (
  <Button
    onClick={(event) => {
      const { form } = event.currentTarget
      if (form) void copyToClipboard(formValues(form).text!)
    }}
  >
    {t('Copy')}
  </Button>
)
