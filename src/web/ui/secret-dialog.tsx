import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Props = {
  title: string
  note: string
  label: string
  secret: string | undefined
  wide?: boolean
  onClose: () => void
}

/** Shows a secret that exists only in this dialog. */
export const SecretDialog = ({ label, secret, onClose, ...texts }: Props) => (
  <Dialog
    {...texts}
    open={secret !== undefined}
    persistent
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose}>
        {t('I have saved it')}
      </Button>
    }
  >
    {secret && <CopyBlock label={label} text={secret} />}
  </Dialog>
)
