import type { ComponentProps, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong border-transparent shadow-xs',
  plain: 'bg-panel text-ink border-line-strong hover:bg-hover shadow-xs',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-panel text-neg-text border-line-strong hover:bg-neg-soft shadow-xs',
}

export const buttonClass = (variant: ButtonVariant = 'plain', size: 'sm' | 'md' = 'md') =>
  cx(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:opacity-50',
    size === 'sm' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    variantClasses[variant],
  )

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  size?: 'sm' | 'md'
  busy?: boolean
  icon?: LucideIcon
  iconClass?: string
  /** The operation that it calls: without the right to it there is no button. */
  op?: OperationName | undefined
  children?: ReactNode
}

export function Button({ variant, size, busy = false, icon: Icon, iconClass = '', op, children, ...rest }: Props) {
  const may = useMay()
  if (!may(op)) return null
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      className={cx(buttonClass(variant, size), rest.className)}
      disabled={rest.disabled || busy}
    >
      {Icon && <Icon className={cx('size-3.5', iconClass)} />}
      {children}
    </button>
  )
}

type IconProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  keys?: string
  icon: LucideIcon
  isLarge?: boolean
  op?: OperationName | undefined
}

/** The label is both the tooltip and the accessible name. */
export function IconButton({ label, keys, icon: Icon, isLarge = false, op, className, ...rest }: IconProps) {
  const may = useMay()
  if (!may(op)) return null
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        className={cx(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink',
          'disabled:opacity-50',
          className,
        )}
        {...rest}
      >
        <Icon className={isLarge ? 'size-4' : 'size-3.5'} />
      </button>
    </Tooltip>
  )
}
