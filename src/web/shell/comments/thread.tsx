import { CheckCircle2, CornerDownRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { May } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentView } from './comment-view.tsx'
import { Composer } from './composer.tsx'
import type { CommentThread } from './threads.ts'

type Props = CommentThread & { linked: string | undefined }

/** A comment with its replies; one that is resolved is folded unless a link names a comment of it. */
export function Thread({ first, replies, linked }: Props) {
  const isLinked = [first, ...replies].some(({ id }) => id === linked)
  const [shown, setShown] = useState<boolean>()
  if (first.resolved_at !== null && !(shown ?? isLinked))
    return (
      <li className="flex flex-wrap items-center gap-2 rounded-lg bg-sunken px-3 py-2 text-sm text-soft">
        <CheckCircle2 className="size-4 text-pos-text" aria-hidden />
        <span className="min-w-0 flex-1 truncate">
          {t('Resolved thread of {name}', { name: first.author?.name ?? t('Former member') })}
        </span>
        <Button size="sm" variant="quiet" onClick={() => setShown(true)}>
          {t('Show thread')}
        </Button>
      </li>
    )
  return (
    <li className="grid gap-1.5">
      <CommentView comment={first} isLinked={first.id === linked} />
      {replies.length > 0 && (
        <ul className="ms-3 mt-1.5 grid gap-3 border-s border-line ps-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentView comment={reply} isLinked={reply.id === linked} />
            </li>
          ))}
        </ul>
      )}
      <May op="createComment">
        <ThreadActions first={first} onFold={() => setShown(false)} />
      </May>
    </li>
  )
}

function ThreadActions({ first, onFold }: { first: CommentThread['first']; onFold: () => void }) {
  const [replying, setReplying] = useState(false)
  if (replying) return <ReplyComposer first={first} onDone={() => setReplying(false)} />
  return (
    <div className="ms-6.5 flex flex-wrap gap-1">
      <Button size="sm" variant="quiet" icon={CornerDownRight} onClick={() => setReplying(true)}>
        {t('Reply')}
      </Button>
      {!first.deleted && <ResolveButton first={first} onFold={onFold} />}
    </div>
  )
}

function ReplyComposer({ first, onDone }: { first: CommentThread['first']; onDone: () => void }) {
  const create = useApiMutation('createComment')
  const { id, object_type, object_id } = first
  return (
    <div className="ms-3 ps-4">
      <Composer
        label={t('Write a reply')}
        submitLabel={t('Reply')}
        busy={create.isPending}
        autoFocus
        onCancel={onDone}
        onSubmit={(body) => create.mutateAsync({ object_type, object_id, body, parent_id: id }).then(onDone)}
      />
    </div>
  )
}

function ResolveButton({ first: { id, resolved_at }, onFold }: { first: CommentThread['first']; onFold: () => void }) {
  const resolve = useApiMutation('resolveComment')
  const reopen = useApiMutation('reopenComment')
  const isOpen = resolved_at === null
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={isOpen ? CheckCircle2 : RotateCcw}
      busy={resolve.isPending || reopen.isPending}
      onClick={() =>
        isOpen ? resolve.mutate({ commentId: id }, { onSuccess: onFold }) : reopen.mutate({ commentId: id })
      }
    >
      {isOpen ? t('Resolve') : t('Reopen')}
    </Button>
  )
}
