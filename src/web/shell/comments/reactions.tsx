import { SmilePlus } from 'lucide-react'
import { useApiMutation } from '#web/api/hooks.ts'
import { May, useMay } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { type Reaction, reactions } from '#vocabulary/discussions.ts'
import type { CommentItem } from './threads.ts'

const emoji: Readonly<Record<Reaction, string>> = {
  thumbs_up: '👍',
  thumbs_down: '👎',
  heart: '❤️',
  celebrate: '🎉',
  laugh: '😄',
  eyes: '👀',
}
const reactionLabels = (): Record<Reaction, string> => ({
  thumbs_up: t('Thumbs up'),
  thumbs_down: t('Thumbs down'),
  heart: t('Heart'),
  celebrate: t('Celebrate'),
  laugh: t('Laugh'),
  eyes: t('Eyes'),
})

/** The emoji that members reacted with, and a menu with all of them. */
export function Reactions({ comment }: { comment: CommentItem }) {
  const { user } = useSession()
  const { nameOf } = useMembers()
  const add = useApiMutation('addCommentReaction')
  const remove = useApiMutation('removeCommentReaction')
  const may = useMay()
  const isMine = (users: readonly string[]) => user !== undefined && users.includes(user.id)
  const toggle = (reaction: Reaction, mine: boolean) =>
    (mine ? remove : add).mutate({ commentId: comment.id, reaction })
  return (
    <div className="-ms-1.5 flex flex-wrap items-center gap-1">
      {comment.reactions.map(({ reaction, user_ids }) => (
        <ReactionButton
          key={reaction}
          reaction={reaction}
          names={user_ids.map((one) => nameOf(one) ?? t('Former member'))}
          isMine={isMine(user_ids)}
          disabled={!may('addCommentReaction')}
          onToggle={() => toggle(reaction, isMine(user_ids))}
        />
      ))}
      <May op="addCommentReaction">
        <Menu
          align="start"
          trigger={<IconButton label={t('Add a reaction')} icon={SmilePlus} />}
          items={reactions.map((reaction) => ({
            label: `${emoji[reaction]} ${reactionLabels()[reaction]}`,
            run: () => toggle(reaction, false),
          }))}
        />
      </May>
    </div>
  )
}

type ButtonProps = {
  reaction: Reaction
  names: readonly string[]
  isMine: boolean
  disabled: boolean
  onToggle: () => void
}

const ReactionButton = ({ reaction, names, isMine, disabled, onToggle }: ButtonProps) => (
  <button
    type="button"
    disabled={disabled}
    aria-pressed={isMine}
    aria-label={t('{emoji}: {count}', { emoji: reactionLabels()[reaction], count: names.length })}
    title={names.join(', ')}
    onClick={onToggle}
    className={cx(
      'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs tabular-nums',
      isMine ? 'border-accent bg-accent-soft text-accent-text' : 'border-line text-soft hover:bg-hover',
    )}
  >
    <span aria-hidden>{emoji[reaction]}</span> {names.length}
  </button>
)
