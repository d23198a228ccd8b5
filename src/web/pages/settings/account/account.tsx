import { lazy, Suspense } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { appLanguages, nativeName } from '#web/i18n/languages.ts'
import { pseudo, setLanguage, t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { type Preferences, setPreferences, usePreferences } from '#web/preferences.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Loading } from '#web/ui/states.tsx'
import { ChangePassword } from './change-password.tsx'
import { DigestSettings } from './digest.tsx'
import { SavedViews } from './saved-views.tsx'
import { Sessions } from './sessions.tsx'

const SecondFactor = lazy(() => import('./second-factor.tsx').then((m) => ({ default: m.SecondFactor })))

export function Account() {
  return (
    <>
      <Profile />
      <PreferencesCard />
      <DigestSettings />
      <SavedViews />
      <ChangePassword />
      <Suspense fallback={<Loading rows={2} />}>
        <SecondFactor />
      </Suspense>
      <Sessions />
    </>
  )
}

function Profile() {
  const { user } = useSession()
  const save = useApiMutation('updateProfile', { successMessage: t('Saved') })
  if (!user) return null
  return (
    <Card title={t('Profile')}>
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={(values) => save.mutate({ name: values.name! })}>
        <TextField
          label={t('Name')}
          name="name"
          required
          limitsFrom={['updateProfile', 'name']}
          defaultValue={user.name}
        />
        <TextField label={t('Email')} value={user.email} readOnly />
        <div>
          <Button type="submit" busy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function PreferencesCard() {
  const { theme, singleKeys, density } = usePreferences()
  return (
    <Card title={t('Preferences')} note={t('Stored in this browser.')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('Appearance')}
          value={theme}
          onChange={(event) => setPreferences({ theme: event.target.value as Preferences['theme'] })}
          options={toOptions({ system: t('System'), light: t('Light'), dark: t('Dark') })}
        />
        <LanguageSelect />
        <SelectField
          label={t('List density')}
          value={density}
          onChange={(event) => setPreferences({ density: event.target.value as Preferences['density'] })}
          options={toOptions({ roomy: t('Comfortable'), dense: t('Compact') })}
        />
        <Toggle
          label={t('Single-key shortcuts')}
          hint={t('J, K, X, 1–3 and others. When off, only combinations with Ctrl or ⌘ work.')}
          checked={singleKeys}
          onChange={(on) => setPreferences({ singleKeys: on })}
        />
      </div>
    </Card>
  )
}

function LanguageSelect() {
  const { language } = usePreferences()
  const choose = (next: string) => void setLanguage(next).then(() => setPreferences({ language: next }))
  return (
    <SelectField
      label={t('Language')}
      value={language}
      onChange={(event) => choose(event.target.value)}
      options={[
        ...appLanguages.map((value) => ({ value, label: nativeName(value) })),
        { value: pseudo, label: 'Þsèúdô' },
      ]}
    />
  )
}
