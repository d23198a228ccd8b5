import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { cx } from '#web/ui/cx.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

type EditedText = { label: string; value: string; onSave: (text: string) => void }
type Props = {
  /** Edited in place when it can be saved; `isOptional` names may be cleared. */
  name: string
  label?: string
  onRename?: ((name: string) => void) | undefined
  isOptional?: boolean
  /** Who has no right to it sees the texts as they are. */
  op: OperationName | undefined
  /** A color, edited in place. */
  color?: { value: string; onChange: (color: string) => void }
  /** In place of the color. */
  icon?: ReactNode
  /** A text below the name, edited in place. */
  text?: EditedText & { placeholder: string; className?: string }
  children?: ReactNode
}

/** The head of a detail page or side panel: the name and what describes the object, edited in place. */
export function DetailHeader({ name, label = t('Title'), onRename, isOptional = false, op, ...props }: Props) {
  const mayEdit = useMay()(op)
  const { color, icon, text, children } = props
  const mark = color ? <ColorInput {...color} disabled={!mayEdit} /> : icon
  const texts = (
    <div className={mark ? 'min-w-0 flex-1' : undefined}>
      {onRename && mayEdit ? (
        <InlineText
          label={label}
          value={name}
          optional={isOptional}
          maxLength={200}
          className="text-xl font-semibold"
          onSave={onRename}
          {...(isOptional && { placeholder: label })}
        />
      ) : (
        <h2 className="text-xl font-semibold text-balance">{name}</h2>
      )}
      {text && <InlineText optional maxLength={2000} className="text-sm text-soft" op={op} {...text} />}
      {children}
    </div>
  )
  if (!mark) return texts
  return (
    <div className={cx('flex', color ? 'items-start gap-3' : 'items-center gap-4')}>
      {mark}
      {texts}
    </div>
  )
}

type ColorProps = { value: string; onChange: (color: string) => void; disabled: boolean }

const ColorInput = ({ value, onChange, disabled }: ColorProps) => (
  <input
    type="color"
    disabled={disabled}
    aria-label={t('Color')}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className="mt-1 size-7 shrink-0 rounded-md border border-line bg-transparent p-0.5"
  />
)
