import { useNavigate } from '@tanstack/react-router'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/shell/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const places = {
  data: paths.data,
  inbox: paths.inbox,
  project: '/projects?create=1',
  api: '/settings/api',
  team: '/settings/members',
}

/** The first steps, each ticked by what is in the data. */
export function Checklist() {
  const { organization } = useSession()
  const key = `earshot.checklist.${organization?.id}`
  const [hidden, setHidden] = useState(() => localStorage.getItem(key) === 'hidden')
  const { data } = useRoute('getChecklist', {}, { enabled: !hidden })
  const navigate = useNavigate()
  const words = {
    data: t('Bring in feedback'),
    inbox: t('Review five inbox items'),
    project: t('Create a project from evidence'),
    api: t('Switch the Public API on and make a key'),
    team: t('Invite a teammate'),
  }
  if (hidden || !data || organization?.is_demo || data.items.every((item) => item.done)) return null
  const done = data.items.filter((item) => item.done).length
  return (
    <Card
      title={t('Getting started')}
      note={t('{done} of {total} done', { done, total: data.items.length })}
      actions={
        <IconButton
          label={t('Hide')}
          icon={<X className="size-4" />}
          onClick={() => {
            localStorage.setItem(key, 'hidden')
            setHidden(true)
          }}
        />
      }
    >
      <ol className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {data.items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className="flex w-full items-center gap-2 rounded-md px-1.5 py-1 text-start text-sm hover:bg-hover"
              onClick={() => void navigate({ to: places[item.key] })}
            >
              {item.done ? (
                <CircleCheck aria-label={t('done')} className="size-4 shrink-0 text-pos" />
              ) : (
                <Circle aria-label={t('to do')} className="size-4 shrink-0 text-faint" />
              )}
              <span className={item.done ? 'text-faint line-through' : ''}>{words[item.key]}</span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  )
}
