import { Circle, CircleCheck, X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useMay } from '#web/api/may.tsx'
import type { OperationName } from '#web/api/client.ts'

type Key = OutputOf<'getChecklist'>['items'][number]['key']

const itemPaths: Record<Key, Path> = {
  data: paths.add(),
  inbox: paths.inbox(),
  project: paths.projects({ create: '1' }),
  api: paths.settings('api'),
  team: paths.settings('members'),
}
const itemOperations: Record<Key, OperationName> = {
  data: 'ingestFeedback',
  inbox: 'triageFeedback',
  project: 'buildProjects.create',
  api: 'createApiKey',
  team: 'createInvitation',
}
const itemLabels = (): Record<Key, string> => ({
  data: t('Add feedback'),
  inbox: t('Review five inbox items'),
  project: t('Create a project from evidence'),
  api: t('Enable the Public API and create a key'),
  team: t('Invite a teammate'),
})

/** The first steps of a person; the server checks them off from what they did. */
export function Checklist() {
  const { organization, user } = useSession()
  const may = useMay()
  const key = `earshot.checklist.${organization?.id}.${user?.id}`
  const [hidden, setHidden] = useState(() => localStorage.getItem(key) === 'hidden')
  const { data } = useApiQuery('getChecklist', {}, { enabled: !hidden })
  const items = data?.items.filter(({ key: item }) => may(itemOperations[item])) ?? []
  if (hidden || organization?.is_demo || items.every((item) => item.done)) return null
  const done = items.filter((item) => item.done).length
  const hide = () => {
    localStorage.setItem(key, 'hidden')
    setHidden(true)
  }
  return (
    <Card
      title={t('Getting started')}
      note={t('{done} of {total} done', { done, total: items.length })}
      actions={<IconButton label={t('Hide')} icon={X} isLarge onClick={hide} />}
    >
      <ol className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item) => (
          <li key={item.key}>
            <ChecklistItem item={item} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function ChecklistItem({ item }: { item: { key: Key; done: boolean } }) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2 rounded-md px-1.5 py-1 text-start text-sm hover:bg-hover"
      onClick={() => void navigate(itemPaths[item.key])}
    >
      {item.done ? (
        <CircleCheck aria-label={t('done')} className="size-4 shrink-0 text-pos" />
      ) : (
        <Circle aria-label={t('to do')} className="size-4 shrink-0 text-faint" />
      )}
      <span className={item.done ? 'text-faint line-through' : ''}>{itemLabels()[item.key]}</span>
    </button>
  )
}
