import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAuth } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { SecondFactorSetUp, usePasswordForm } from '#web/shell/session/second-factor-set-up.tsx'
import { RecoveryCodes } from '#web/shell/session/recovery-codes.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

type State = { enabled: boolean; confirmed_at: string | null; recovery_code_count: number }
type Step = 'set-up' | 'codes' | 'off'

/** Codes of an app beside the password. */
export function SecondFactor() {
  const [step, setStep] = useState<Step>()
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: ['sessions', 'second-factor'],
    queryFn: () => callAuth<State>('GET', 'second-factor'),
  })
  if (!data) return null
  const close = () => {
    setStep(undefined)
    void cache.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Card
      title={t('Second factor')}
      note={t('A code of an app on your phone, asked for after your password.')}
      actions={data.enabled && <Chip tone="good">{t('On')}</Chip>}
    >
      {data.enabled ? <Enabled state={data} onStep={setStep} /> : <SetUpButton onClick={() => setStep('set-up')} />}
      {step === 'set-up' && (
        <Dialog open wide persistent onClose={close} title={t('Set up a second factor')}>
          <SecondFactorSetUp onDone={close} onCancel={close} />
        </Dialog>
      )}
      {step === 'codes' && <NewCodes onClose={close} />}
      {step === 'off' && <SwitchOff onClose={close} />}
    </Card>
  )
}

const SetUpButton = ({ onClick }: { onClick: () => void }) => <Button onClick={onClick}>{t('Set up')}</Button>

const Enabled = ({ state, onStep }: { state: State; onStep: (step: Step) => void }) => (
  <div className="grid gap-3 text-sm">
    <p className="text-soft">
      {t('Set up')} <TimeAgo at={state.confirmed_at!} /> ·{' '}
      {t('{count, one {# recovery code} other {# recovery codes}} left', { count: state.recovery_code_count })}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onStep('codes')}>{t('New recovery codes')}</Button>
      <Button variant="danger" onClick={() => onStep('off')}>
        {t('Switch off')}
      </Button>
    </div>
  </div>
)

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const form = usePasswordForm({
    label: t('Show new codes'),
    run: async (password) => {
      const reply = await callAuth<{ recovery_codes: string[] }>('POST', 'second-factor/recovery-codes', { password })
      setCodes(reply.recovery_codes)
    },
  })
  return (
    <Dialog
      open
      persistent
      onClose={onClose}
      title={t('New recovery codes')}
      note={t('The earlier ones stop working.')}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : form}
    </Dialog>
  )
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  const form = usePasswordForm({
    label: t('Switch off'),
    run: async (password) => {
      await callAuth('POST', 'second-factor/disable', { password })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Switch off the second factor?')}
      note={t('Your password alone will be enough to sign in.')}
    >
      {form}
    </Dialog>
  )
}
