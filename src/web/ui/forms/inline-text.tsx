import { useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

type Props = {
  label: string
  value: string
  onSave: (text: string) => void
  className?: string
  maxLength?: number
  placeholder?: string
  optional?: boolean
  /** Without the right to this operation the text is only shown. */
  op?: OperationName | undefined
}

/** Edited in place: Enter or blur saves, Escape cancels. */
export function InlineText({ op, ...props }: Props) {
  const may = useMay()
  if (may(op)) return <EditedText {...props} />
  return props.value === '' ? null : <p className={props.className}>{props.value}</p>
}

function EditedText({ label, value, onSave, className, maxLength, placeholder, optional = false }: Omit<Props, 'op'>) {
  const [text, setText] = useState(value)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    const { current } = box
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [text])
  const save = () => {
    const next = text.trim()
    if (next === value || (next === '' && !optional)) setText(value)
    else onSave(next)
  }
  return (
    <textarea
      ref={box}
      aria-label={label}
      rows={1}
      value={text}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={(event) => setText(event.target.value.replaceAll('\n', ' '))}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          setText(value)
          requestAnimationFrame(() => box.current?.blur())
        }
      }}
      className={cx(
        '-mx-1.5 block w-full resize-none overflow-hidden rounded-md bg-transparent px-1.5 py-0.5 hover:bg-hover',
        'focus:bg-panel',
        className,
      )}
    />
  )
}
