import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { toast, toastUndo } from '#web/toasts.ts'

type Theme = Output<'getTheme'>

export const ThemeActions = ({ theme }: { theme: Theme }) => (
  <>
    <MergeAction theme={theme} />
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
        trigger={<Button size="sm">{t('Merge into…')}</Button>}
      />
      <ConfirmMerge theme={theme} target={target} onClose={() => setTarget(undefined)} />
    </>
  )
}

type ConfirmMergeProps = { theme: Theme; target: { id: string; name: string } | undefined; onClose: () => void }

function ConfirmMerge({ theme, target, onClose }: ConfirmMergeProps) {
  const navigate = useNavigate()
  const merge = useApiMutation('mergeThemes', {
    onSuccess: ({ id, moved_insight_count }) => {
      toast({ title: t('{count, one {# insight} other {# insights}} moved', { count: moved_insight_count }) })
      void navigate(paths.theme(id))
    },
  })
  return (
    <Confirm
      open={target !== undefined}
      onClose={onClose}
      busy={merge.isPending}
      title={t('Merge into {name}?', { name: target?.name ?? '' })}
      note={t('{count, one {# insight moves} other {# insights move}} from {name}, which then redirects there.', {
        count: theme.insight_count,
        name: theme.name,
      })}
      confirmLabel={t('Merge')}
      onConfirm={() => merge.mutate({ themeId: target!.id, source_theme_ids: [theme.id] })}
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
          ? { label: t('Restore'), run: restore }
          : { label: t('Archive'), run: () => archive.mutate({ themeId: theme.id }) },
      ]}
    />
  )
}
