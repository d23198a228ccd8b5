import { Copy } from 'lucide-react'
import { useState } from 'react'
import { call, type Out } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FrontDoor, Problem } from './front-door.tsx'

type Made = Out<'createInvitation'>

/** The last step of the setup, which may be left out: links for those who come along. */
export function InviteStep({ busy, problem, onDone }: { busy: boolean; problem: unknown; onDone: () => void }) {
  const [made, setMade] = useState<readonly Made[]>([])
  const [error, setError] = useState<unknown>()
  const [sending, setSending] = useState(false)
  async function invite(form: HTMLFormElement) {
    const { email, role } = Object.fromEntries(new FormData(form)) as Record<string, string>
    setSending(true)
    try {
      const one = await call('createInvitation', { email: email!, role: role === 'admin' ? 'admin' : 'member' })
      setMade((before) => [...before, one])
      setError(undefined)
      form.reset()
    } catch (refused) {
      setError(refused)
    } finally {
      setSending(false)
    }
  }
  return (
    <FrontDoor
      title={t('Invite your team')}
      note={t('Step 4 of 4. You get links to pass on; each works once, for seven days. You can do this later.')}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void invite(event.currentTarget)
        }}
      >
        {(error ?? problem) !== undefined && <Problem>{sentenceOf(error ?? problem)}</Problem>}
        <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-2">
          <TextField label={t('Email')} name="email" type="email" required autoFocus autoComplete="off" />
          <SelectField
            label={t('Role')}
            name="role"
            options={[
              { value: 'member', label: t('Member') },
              { value: 'admin', label: t('Admin') },
            ]}
          />
        </div>
        <Button type="submit" busy={sending}>
          {t('Create invitation link')}
        </Button>
      </form>
      {made.length > 0 && (
        <ul aria-label={t('Open invitations')} className="mt-4 grid gap-2">
          {made.map((one) => (
            <li key={one.id} className="rounded-lg border border-line p-2.5">
              <p className="text-sm font-medium">{one.email}</p>
              <div className="flex items-center gap-1">
                <input
                  readOnly
                  aria-label={t('Link for {email}', { email: one.email })}
                  value={one.url}
                  className="h-7 min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 font-mono text-xs"
                  onFocus={(event) => event.target.select()}
                />
                <IconButton
                  label={t('Copy the link for {email}', { email: one.email })}
                  icon={<Copy className="size-3.5" />}
                  onClick={() => void copy(one.url)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button look="primary" className="mt-4 w-full" busy={busy} onClick={onDone}>
        {busy ? t('Getting things ready…') : made.length > 0 ? t('Finish') : t('Skip and start')}
      </Button>
    </FrontDoor>
  )
}
