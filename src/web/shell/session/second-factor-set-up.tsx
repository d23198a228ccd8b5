import { type ReactNode, useMemo, useState } from 'react'
import { callAuth } from '#web/api/client.ts'
import { authErrorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { QrImage, qrCodeSvg } from '#web/ui/qr-image.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FormState = { label: string; run: (text: string) => Promise<void> }

/** Sends one text; its error is shown below the field. */
function useTextForm({ label, run }: FormState, field: (error: string | undefined) => ReactNode) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async ({ text }: Record<string, string>) => {
    setBusy(true)
    setError(undefined)
    try {
      await run(text!)
    } catch (problem) {
      setError(authErrorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form className="grid gap-4" onSubmit={(values) => void submit(values)}>
      {field(error)}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

/** Asks for the password of the signed-in user. */
export const usePasswordForm = (form: FormState) =>
  useTextForm(form, (error) => (
    <TextField
      label={t('Current password')}
      name="text"
      type="password"
      autoComplete="current-password"
      required
      autoFocus
      error={error}
    />
  ))

type SetUp = { secret: string; uri: string }
type Props = { onDone: () => void; onCancel?: () => void }

/** Password, app, first code, recovery codes. */
export function SecondFactorSetUp({ onDone, onCancel }: Props) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [codes, setCodes] = useState<string[]>()
  const passwordForm = usePasswordForm({
    label: t('Continue'),
    run: async (password) => setSetUp(await callAuth<SetUp>('POST', 'second-factor/begin', { password })),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <div className="grid gap-3">
      {setUp ? <ScanAndConfirm setUp={setUp} onConfirmed={setCodes} /> : passwordForm}
      {onCancel && (
        <div>
          <Button variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

type ScanProps = { setUp: SetUp; onConfirmed: (codes: string[]) => void }

function ScanAndConfirm({ setUp: { secret, uri }, onConfirmed }: ScanProps) {
  const code = useMemo(() => qrCodeSvg(uri), [uri])
  const form = useTextForm(
    {
      label: t('Confirm'),
      run: async (text) => {
        const body = { code: text.trim() }
        onConfirmed(
          (await callAuth<{ recovery_codes: string[] }>('POST', 'second-factor/confirm', body)).recovery_codes,
        )
      },
    },
    (error) => (
      <TextField
        label={t('Code of the app')}
        name="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        maxLength={10}
        error={error}
      />
    ),
  )
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">
        {t('Scan this code with an authenticator app, or enter the key there. Then type the code that the app shows.')}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <QrImage label={t('QR code for the authenticator app')} code={code} />
        <div className="min-w-48 flex-1">
          <CopyBlock label={t('Key')} text={secret} />
        </div>
      </div>
      {form}
    </div>
  )
}
