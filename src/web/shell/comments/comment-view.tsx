import { MoreHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { useMay } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Avatar } from '#web/ui/badges.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { Composer } from './composer.tsx'
import { shownMentions } from './mentions.ts'
import { Reactions } from './reactions.tsx'
import type { CommentItem } from './threads.ts'

export function CommentView({ comment, isLinked }: { comment: CommentItem; isLinked: boolean }) {
  const box = useRef<HTMLElement>(null)
  const [editing, setEditing] = useState(false)
  useEffect(() => {
    if (!isLinked) return
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [isLinked])
  const name = comment.author?.name ?? t('Former member')
  if (comment.deleted) return <p className="ms-8 text-sm text-faint italic">{t('This comment was deleted.')}</p>
  return (
    <article
      ref={box}
      id={`comment-${comment.id}`}
      tabIndex={-1}
      aria-label={t('Comment by {name}', { name })}
      className={cx('flex gap-2.5 rounded-lg', isLinked && 'bg-accent-soft p-2 outline-none')}
    >
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 flex-wrap items-center gap-x-2">
          <span className="text-sm font-medium">{name}</span>
          <TimeAgo at={comment.created_at} className="text-xs text-faint" />
          {comment.edited_at !== null && <span className="text-xs text-faint">{t('edited')}</span>}
          <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
        </header>
        {editing ? (
          <EditComment comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <CommentText comment={comment} />
        )}
        <Reactions comment={comment} />
      </div>
    </article>
  )
}

const CommentText = ({ comment: { body, mentions } }: { comment: CommentItem }) => (
  <Markdown text={shownMentions(body, new Map(mentions.map((one) => [one.user_id, one.name])), t('Former member'))} />
)

function EditComment({ comment, onDone }: { comment: CommentItem; onDone: () => void }) {
  const update = useApiMutation('updateComment')
  return (
    <Composer
      label={t('Edit comment')}
      submitLabel={t('Save')}
      initial={comment.body}
      busy={update.isPending}
      autoFocus
      onCancel={onDone}
      onSubmit={(body) => update.mutateAsync({ commentId: comment.id, body }).then(onDone)}
    />
  )
}

function CommentMenu({ comment, onEdit }: { comment: CommentItem; onEdit: () => void }) {
  const { user, isAdmin } = useSession()
  const [deleting, setDeleting] = useState(false)
  const remove = useApiMutation('deleteComment', { successMessage: t('Comment deleted') })
  const may = useMay()
  const isOwn = isAdmin || (may('updateComment') && comment.author !== null && comment.author.user_id === user?.id)
  const items: MenuItem[] = [
    { label: t('Copy link'), run: () => void copyToClipboard(location.origin + comment.url, t('Link copied')) },
    ...(isOwn
      ? ([
          { label: t('Edit'), run: onEdit },
          'line',
          { label: t('Delete'), destructive: true, run: () => setDeleting(true) },
        ] as const)
      : []),
  ]
  return (
    <span className="ms-auto">
      <Menu trigger={<IconButton label={t('Actions of the comment')} icon={MoreHorizontal} />} items={items} />
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('Delete this comment?')}
        note={t('Its replies stay.')}
        confirmLabel={t('Delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ commentId: comment.id }, { onSuccess: () => setDeleting(false) })}
      />
    </span>
  )
}
