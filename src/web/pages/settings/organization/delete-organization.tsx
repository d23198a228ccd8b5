import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'

type Receipt = OutputOf<'deleteOrganization'>

/** Deletes the organization once its name was typed, and shows what is deleted. */
export function DeleteOrganization({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false)
  const [receipt, setReceipt] = useState<Receipt>()
  const remove = useApiMutation('deleteOrganization', {
    // Nothing can be loaded again: the receipt stays until the app starts anew.
    onSuccess: (deleted) => {
      setReceipt(deleted)
      return new Promise(() => {})
    },
  })
  return (
    <Card
      title={t('Delete the organization')}
      note={t('Everything in it is deleted, for all members. Members without another organization are deleted too.')}
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('Delete the organization')}
      </Button>
      <Confirm
        open={isAsking && !receipt}
        onClose={() => setAsking(false)}
        requiredText={name}
        title={t('Delete {name}?', { name })}
        note={t('All feedback, insights, Projects, files, keys and settings are deleted. This cannot be undone.')}
        confirmLabel={t('Delete the organization')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ name })}
      />
      {receipt && <ReceiptDialog receipt={receipt} />}
    </Card>
  )
}

/** Afterwards the app starts anew: in another organization of the user, or with the sign-in. */
const leave = () => window.location.assign(paths.dashboard())

const ReceiptDialog = ({ receipt }: { receipt: Receipt }) => (
  <Dialog
    open
    onClose={leave}
    title={t('The organization is being deleted')}
    note={t('{count} rows. Nobody can work in it any more.', { count: receipt.row_count })}
    footer={
      <Button variant="primary" onClick={leave}>
        {t('Close')}
      </Button>
    }
  >
    <div className="max-h-64 overflow-y-auto">
      <DescriptionList rows={receipt.tables.map(({ name, row_count }) => [name.replaceAll('_', ' '), row_count])} />
    </div>
  </Dialog>
)
