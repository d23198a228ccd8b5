import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { limitsOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Avatar } from '#web/ui/badges.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/forms/field.tsx'
import { mentionLabels, type MentionedMember, typedMention } from './mentions.ts'

type Member = MentionedMember & { status: string }
type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Keys that the list of members does not use. */
  onKeyDown: (event: KeyboardEvent) => void
  members: readonly Member[]
  autoFocus: boolean
}

const maxShown = 6

/** The members that fit what is typed after @, and which of them is chosen. */
function useMentionList({ value, onChange, members }: Pick<Props, 'value' | 'onChange' | 'members'>) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const nextCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })
  const typed = typedMention(value, caret)
  const isOpen = typed !== undefined && typed.start !== closedAt
  const found = isOpen
    ? members
        .filter(({ status, name, email = '' }) => status === 'active' && fits(typed.query, [name, email]))
        .slice(0, maxShown)
    : []
  const pick = ({ user_id }: Member) => {
    const inserted = `@${mentionLabels(members).get(user_id)} `
    nextCaret.current = typed!.start + inserted.length
    setCaret(nextCaret.current)
    setActive(0)
    onChange(value.slice(0, typed!.start) + inserted + value.slice(caret))
    box.current?.focus()
  }
  return { box, setCaret, found, active: Math.min(active, found.length - 1), setActive, pick, typed, setClosedAt }
}

const fits = (query: string, texts: readonly string[]) =>
  texts.some((text) => text.toLowerCase().startsWith(query) || text.toLowerCase().includes(` ${query}`))

type MentionList = ReturnType<typeof useMentionList>

/** The keys of the list while it is open; all others are left to the caller. */
function listKeyHandler(
  { found, active, setActive, pick, typed, setClosedAt }: MentionList,
  others: Props['onKeyDown'],
) {
  const step = (by: number) => setActive((active + by + found.length) % found.length)
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => pick(found[active]!),
    Tab: () => pick(found[active]!),
    Escape: () => setClosedAt(typed?.start),
  }
  return (event: KeyboardEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey
    const run = found.length > 0 && isPlain ? keys[event.key] : undefined
    if (!run) return others(event)
    event.preventDefault()
    event.stopPropagation()
    run()
  }
}

export function MentionInput({ label, value, onChange, onKeyDown, members, autoFocus }: Props) {
  const list = useMentionList({ value, onChange, members })
  const { box, setCaret, found, active, pick } = list
  const listId = useId()
  const isOpen = found.length > 0
  return (
    <div className="relative">
      <textarea
        ref={box}
        aria-label={label}
        aria-autocomplete="list"
        {...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` })}
        autoFocus={autoFocus}
        placeholder={label}
        value={value}
        rows={Math.min(12, Math.max(2, value.split('\n').length))}
        maxLength={limitsOf('createComment', 'body').maxLength}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={listKeyHandler(list, onKeyDown)}
        className={cx(inputClass, 'block py-1.5 leading-5')}
      />
      {isOpen && <MemberList id={listId} members={found} active={active} onPick={pick} />}
    </div>
  )
}

type ListProps = { id: string; members: readonly Member[]; active: number; onPick: (member: Member) => void }

const MemberList = ({ id, members, active, onPick }: ListProps) => (
  <ul
    id={id}
    role="listbox"
    aria-label={t('Members')}
    className={cx(
      'absolute start-0 top-full z-40 mt-1 w-72 max-w-full rounded-lg border border-line bg-panel p-1',
      'shadow-pop',
    )}
  >
    {members.map((member, n) => (
      <li
        key={member.user_id}
        id={`${id}-${n}`}
        role="option"
        aria-selected={n === active}
        className={cx('flex cursor-pointer items-center gap-2 rounded px-2 py-1', n === active && 'bg-hover')}
        // Before the text field loses the focus.
        onMouseDown={(event) => {
          event.preventDefault()
          onPick(member)
        }}
      >
        <Avatar name={member.name} size="size-5" />
        <span className="min-w-0 flex-1 truncate text-sm">{member.name}</span>
        <span className="truncate text-xs text-faint">{member.email}</span>
      </li>
    ))}
  </ul>
)
