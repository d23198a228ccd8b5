import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { toastUndo } from '#web/toasts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { accountName } from './account-columns.tsx'

type Account = OutputOf<'getAccount'>

export function AccountActions({ account }: { account: Account }) {
  const [deleting, setDeleting] = useState(false)
  const unmerge = useApiMutation('unmergeAccount', { successMessage: t('The merged company is there again') })
  const last = account.merged_account_ids.at(-1)
  return (
    <>
      <MergeAction account={account} />
      <Menu
        trigger={<IconButton label={t('More')} icon={MoreHorizontal} isLarge />}
        items={[
          ...(last
            ? [
                {
                  label: t('Undo the last merge'),
                  run: () => unmerge.mutate({ accountId: last }),
                  op: 'unmergeAccount' as const,
                },
              ]
            : []),
          { label: t('Delete company'), destructive: true, run: () => setDeleting(true), op: 'deleteAccount' },
        ]}
      />
      {deleting && <DeleteAccount account={account} onClose={() => setDeleting(false)} />}
    </>
  )
}

type Target = { id: string; name: string }

function MergeAction({ account }: { account: Account }) {
  const [target, setTarget] = useState<Target>()
  const { data } = useApiQuery('listAccounts', { limit: 100, sort: 'name' })
  const others = (data?.data ?? []).filter((one) => one.id !== account.id)
  const find = (id: string) => others.find((one) => one.id === id)!
  return (
    <>
      <Picker
        label={t('Merge into…')}
        choices={others.map((one) => ({
          id: one.id,
          label: accountName(one),
          note: t('{count, one {# contact} other {# contacts}}', { count: one.contact_count }),
        }))}
        onPick={(id) => setTarget({ id, name: accountName(find(id)) })}
        trigger={
          <Button op="mergeAccounts" size="sm">
            {t('Merge into…')}
          </Button>
        }
      />
      <ConfirmMerge account={account} target={target} onClose={() => setTarget(undefined)} />
    </>
  )
}

type ConfirmMergeProps = { account: Account; target: Target | undefined; onClose: () => void }

function ConfirmMerge({ account, target, onClose }: ConfirmMergeProps) {
  const navigate = useNavigate()
  const unmerge = useApiMutation('unmergeAccount', { onSuccess: ({ id }) => void navigate(paths.account(id)) })
  const merge = useApiMutation('mergeAccounts', {
    onSuccess: ({ id }) => {
      toastUndo(t('Companies merged'), () => unmerge.mutate({ accountId: account.id }))
      void navigate(paths.account(id))
    },
  })
  return (
    <Confirm
      open={target !== undefined}
      onClose={onClose}
      busy={merge.isPending}
      title={t('Merge into {name}?', { name: target?.name ?? '' })}
      note={t('{count, one {# contact moves} other {# contacts move}} from {name}. You can undo it.', {
        count: account.contact_count,
        name: accountName(account),
      })}
      confirmLabel={t('Merge')}
      onConfirm={() => merge.mutate({ accountId: target!.id, source_account_ids: [account.id] })}
    />
  )
}

function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useApiMutation('deleteAccount', {
    successMessage: t('Company deleted. Its contacts are kept.'),
    onSuccess: () => void navigate(paths.accounts()),
  })
  return (
    <Confirm
      open
      onClose={onClose}
      busy={remove.isPending}
      title={t('Delete {name}?', { name: accountName(account) })}
      note={t('{count, one {# contact stays} other {# contacts stay}}, without a company.', {
        count: account.contact_count,
      })}
      confirmLabel={t('Delete company')}
      onConfirm={() => remove.mutate({ accountId: account.id })}
    />
  )
}
