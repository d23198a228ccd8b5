import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'

/** Shown once: the server has only digests of them. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <div className="grid gap-4">
    <p className="text-sm text-soft">
      {t([
        'Keep these codes where your phone is not. Each signs you in once without the app, and they are shown ',
        'only now.',
      ])}
    </p>
    <CopyBlock label={t('Recovery codes')} text={codes.join('\n')} />
    <div>
      <Button variant="primary" onClick={onDone}>
        {t('I have saved it')}
      </Button>
    </div>
  </div>
)
