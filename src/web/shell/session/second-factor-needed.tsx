import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'
import { useSession } from './use-session.ts'
import { useSignOut } from './use-sign-out.ts'

/** In place of the app, as long as the organization requires a second factor that is not set up. */
export function SecondFactorNeeded() {
  const { organization } = useSession()
  const signOut = useSignOut()
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-bg px-4 py-10">
      <div className="grid w-full max-w-[480px] gap-5 rounded-2xl border border-line bg-panel p-6 shadow-xs">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{t('Set up a second factor')}</h1>
          <p className="mt-1 text-sm text-soft">
            {t('{name} requires one of everyone who signs in with a password. It takes a minute.', {
              name: organization?.name ?? '',
            })}
          </p>
        </div>
        <SecondFactorSetUp onDone={() => location.reload()} />
        <div className="border-t border-line pt-4">
          <Button variant="quiet" onClick={signOut}>
            {t('Sign out')}
          </Button>
        </div>
      </div>
    </main>
  )
}
