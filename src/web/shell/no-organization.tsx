import { Users } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useSignOut } from './session/use-sign-out.ts'

export function NoOrganization() {
  const signOut = useSignOut()
  return (
    <main id="main">
      <EmptyState
        icon={<Users />}
        title={t('You are not a member of an organization')}
        note={t('Ask a colleague for an invitation link, then open it in this browser.')}
        actions={<Button onClick={signOut}>{t('Sign out')}</Button>}
      />
    </main>
  )
}
