import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { invalidateAll } from '#web/api/cache.ts'
import { fetchAll, type OutputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { AddToOpportunity } from '#web/shell/evidence/add-to-opportunity.tsx'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { undoApplied } from '#web/shell/theme-definition/undo-applied.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { toast, toastUndo } from '#web/toasts.ts'
import { mergeTheme } from './merge-theme.ts'

type Theme = OutputOf<'getTheme'>

const loadInsights = async (theme_id: string) => (await fetchAll('listInsights', { theme_id })).map(({ id }) => id)

export const ThemeActions = ({ theme }: { theme: Theme }) => (
  <>
    <AddToOpportunity
      evidence={{ load: () => loadInsights(theme.id), title: theme.name }}
      disabled={theme.insight_count === 0}
    />
    <MergeAction theme={theme} />
    <ShareMenu about={{ kind: 'theme', id: theme.id }} link={{ kind: 'theme', id: theme.id }} />
    <ArchiveMenu theme={theme} />
  </>
)

function MergeAction({ theme }: { theme: Theme }) {
  const [target, setTarget] = useState<{ id: string; name: string }>()
  const { data: themes } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const others = (themes?.data ?? []).filter((one) => one.id !== theme.id)
  return (
    <>
      <Picker
        label={t('Merge into…')}
        choices={others.map((one) => ({
          id: one.id,
          label: one.name,
          note: t('{count, one {# insight} other {# insights}}', { count: one.insight_count }),
        }))}
        onPick={(id) => setTarget(others.find((one) => one.id === id))}
        trigger={
          <Button op="mergeThemes" size="sm">
            {t('Merge into…')}
          </Button>
        }
      />
      <ConfirmMerge theme={theme} target={target} onClose={() => setTarget(undefined)} />
    </>
  )
}

type ConfirmMergeProps = { theme: Theme; target: { id: string; name: string } | undefined; onClose: () => void }

function useMerge(theme: Theme) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const undo = async (applicationId: string) => {
    if (await undoApplied(applicationId)) void navigate(paths.theme(theme.id))
  }
  const merge = async (target: { id: string; name: string }) => {
    setBusy(true)
    try {
      const { applicationId, movedCount } = await mergeTheme(theme, target)
      // Away first: the page of the merged theme would ask for it again.
      void navigate(paths.theme(target.id))
      invalidateAll()
      const title = t('{count, one {# insight} other {# insights}} moved', { count: movedCount })
      if (applicationId === null) toast({ title })
      else toastUndo(title, () => void undo(applicationId))
    } catch (error) {
      toast({ tone: 'bad', title: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, merge }
}

function ConfirmMerge({ theme, target, onClose }: ConfirmMergeProps) {
  const { busy, merge } = useMerge(theme)
  return (
    <Confirm
      open={target !== undefined}
      onClose={onClose}
      busy={busy}
      title={t('Merge into {name}?', { name: target?.name ?? '' })}
      note={t('{count, one {# insight moves} other {# insights move}} from {name}, which then redirects there.', {
        count: theme.insight_count,
        name: theme.name,
      })}
      confirmLabel={t('Merge')}
      onConfirm={() => void merge(target!)}
    />
  )
}

function ArchiveMenu({ theme }: { theme: Theme }) {
  const update = useApiMutation('updateTheme')
  const restore = () => update.mutate({ themeId: theme.id, archived: false })
  const archive = useApiMutation('archiveTheme', {
    onSuccess: () => toastUndo(t('Theme archived'), restore),
  })
  return (
    <Menu
      trigger={<IconButton label={t('More')} icon={MoreHorizontal} isLarge />}
      items={[
        theme.archived_at
          ? { label: t('Restore'), run: restore, op: 'updateTheme' }
          : { label: t('Archive'), run: () => archive.mutate({ themeId: theme.id }), op: 'archiveTheme' },
      ]}
    />
  )
}
