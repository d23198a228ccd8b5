import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { auth, EarshotError } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { type Language, languages, speak, t } from '#web/i18n/t.ts'
import { prefer, usePreferences } from '#web/preferences.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SavedViews } from './saved-views.tsx'

export function Account() {
  return (
    <>
      <Profile />
      <Appearance />
      <SavedViews />
      <PasswordCard />
      <Sessions />
    </>
  )
}

function Profile() {
  const { user } = useSession()
  const save = useCall('updateProfile', { said: t('Saved') })
  if (!user) return null
  return (
    <Card title={t('Profile')}>
      <form
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ name: String(new FormData(event.currentTarget).get('name')) })
        }}
      >
        <TextField label={t('Name')} name="name" required of={['updateProfile', 'name']} defaultValue={user.name} />
        <TextField label={t('Email')} value={user.email} readOnly />
        <div>
          <Button type="submit" busy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Appearance() {
  const { theme, language, singleKeys, density } = usePreferences()
  const choose = (next: Language) => void speak(next).then(() => prefer({ language: next }))
  return (
    <Card title={t('Preferences')} note={t('Kept in this browser.')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('Appearance')}
          value={theme}
          onChange={(event) => prefer({ theme: event.target.value as typeof theme })}
          options={[
            { value: 'system', label: t('As the system') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
        />
        <SelectField
          label={t('Language')}
          value={language}
          onChange={(event) => choose(event.target.value as Language)}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label={t('Rows of lists')}
          value={density}
          onChange={(event) => prefer({ density: event.target.value as typeof density })}
          options={[
            { value: 'roomy', label: t('Roomy') },
            { value: 'dense', label: t('Dense') },
          ]}
        />
        <Toggle
          label={t('Single-key shortcuts')}
          hint={t('J, K, X, 1–3 and the like. Off: only combinations with Ctrl or ⌘.')}
          checked={singleKeys}
          onChange={(on) => prefer({ singleKeys: on })}
        />
      </div>
    </Card>
  )
}

function PasswordCard() {
  const [problem, setProblem] = useState<string>()
  const cache = useQueryClient()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = Object.fromEntries(new FormData(form)) as Record<string, string>
    try {
      await auth('POST', '/change-password', body)
      setProblem(undefined)
      form.reset()
      toast({ title: t('The password was changed; all other sessions have ended') })
      void cache.invalidateQueries({ queryKey: ['sessions'] })
    } catch (error) {
      setProblem(
        error instanceof EarshotError && error.code === 'UNAUTHORIZED'
          ? t('The current password is wrong.')
          : sentenceOf(error),
      )
    }
  }
  return (
    <Card title={t('Password')} note={t('Changing it signs you out everywhere else.')}>
      <form className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        <TextField
          label={t('Current password')}
          name="currentPassword"
          type="password"
          required
          autoComplete="current-password"
          problem={problem}
        />
        <TextField
          label={t('New password')}
          name="newPassword"
          type="password"
          required
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          hint={t('At least 10 characters.')}
        />
        <div>
          <Button type="submit">{t('Change password')}</Button>
        </div>
      </form>
    </Card>
  )
}

type Session = {
  id: string
  userAgent?: string | null
  ipAddress?: string | null
  createdAt: string
  updatedAt: string
}
type Current = { session: { id: string } } | null

const browserOf = (agent: string | null | undefined) => {
  const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent ?? '')?.[0]
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent ?? '')?.[0]
  return [name ?? t('A program'), system].filter(Boolean).join(' · ')
}

function Sessions() {
  const { data: sessions, refetch } = useQuery({
    queryKey: ['sessions', 'list'],
    queryFn: () => auth<Session[]>('GET', '/list-sessions'),
  })
  const { data: current } = useQuery({
    queryKey: ['sessions', 'current'],
    queryFn: () => auth<Current>('GET', '/get-session'),
  })
  const end = async (id: string) => {
    await auth('POST', '/revoke-session', { id }).catch((error) => toast({ tone: 'bad', title: sentenceOf(error) }))
    void refetch()
  }
  return (
    <Card title={t('Sessions')} note={t('Where you are signed in.')} flush>
      <ul>
        {sessions?.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium">{browserOf(one.userAgent)}</p>
              <p className="text-xs text-faint">
                {one.ipAddress} · {t('since')} <TimeAgo at={one.createdAt} />
              </p>
            </div>
            {one.id === current?.session.id ? (
              <Chip tone="good">{t('This browser')}</Chip>
            ) : (
              <Button size="sm" onClick={() => void end(one.id)}>
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
