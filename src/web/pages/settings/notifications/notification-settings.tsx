import type { InputOf, OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { notificationKindLabels, toOptions } from '#web/labels.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type NotificationKind, notificationKinds, type NotificationWay } from '#vocabulary/discussions.ts'

type Preferences = OutputOf<'getNotificationPreferences'>
type Change = InputOf<'updateNotificationPreferences'>
type PartProps = { preferences: Preferences; save: (change: Change) => void }

/** How a member is notified, and when no email is sent. */
export function NotificationSettings() {
  const query = useApiQuery('getNotificationPreferences')
  const update = useApiMutation('updateNotificationPreferences', { successMessage: t('Saved') })
  const save = (change: Change) => update.mutate(change)
  return (
    <QueryState query={query}>
      {(preferences) => (
        <>
          <Ways preferences={preferences} save={save} />
          <QuietHours preferences={preferences} save={save} />
        </>
      )}
    </QueryState>
  )
}

const wayLabels = (): Record<NotificationWay, string> => ({
  app: t('In the app'),
  mail: t('In the app and by email'),
  off: t('Off'),
})

const Ways = ({ preferences: { ways, mail_configured }, save }: PartProps) => (
  <Card
    title={t('Notifications')}
    note={
      mail_configured
        ? t('An email is sent for what you have not read after ten minutes, one for all of it.')
        : t('This server has no mail server configured, so no email is sent.')
    }
  >
    <div className="grid gap-3 sm:grid-cols-2">
      {notificationKinds.map((kind: NotificationKind) => (
        <SelectField
          key={kind}
          label={notificationKindLabels()[kind]}
          value={ways[kind]}
          onChange={(event) => save({ ways: { [kind]: event.target.value as NotificationWay } })}
          options={toOptions(wayLabels())}
        />
      ))}
    </div>
  </Card>
)

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function QuietHours({ preferences: { quiet_from, quiet_to, time_zone }, save }: PartProps) {
  const isOn = quiet_from !== null && quiet_to !== null
  return (
    <Card title={t('Quiet hours')}>
      <div className="grid gap-4">
        <Toggle
          label={t('No email during quiet hours')}
          hint={t('What comes in meanwhile is sent afterwards.')}
          checked={isOn}
          onChange={(on) =>
            save(
              on
                ? { quiet_from: '22:00', quiet_to: '07:00', time_zone: ownTimeZone() }
                : { quiet_from: null, quiet_to: null },
            )
          }
        />
        {isOn && <QuietTimes from={quiet_from} to={quiet_to} timeZone={time_zone} save={save} />}
      </div>
    </Card>
  )
}

type TimesProps = { from: string; to: string; timeZone: string; save: PartProps['save'] }

const QuietTimes = ({ from, to, timeZone, save }: TimesProps) => (
  <div className="grid gap-4 sm:grid-cols-3">
    <TextField
      label={t('From')}
      type="time"
      value={from}
      onChange={(event) => event.target.value && save({ quiet_from: event.target.value })}
    />
    <TextField
      label={t('To')}
      type="time"
      value={to}
      onChange={(event) => event.target.value && save({ quiet_to: event.target.value })}
    />
    <SelectField
      label={t('Time zone')}
      value={timeZone}
      onChange={(event) => save({ time_zone: event.target.value })}
      options={[...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      }))}
    />
  </div>
)
