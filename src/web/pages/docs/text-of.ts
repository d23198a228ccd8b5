import type { ReactNode } from 'react'

/** The text of an element, for its anchor. */
export const textOf = (node: ReactNode): string => {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return node && typeof node === 'object' && 'props' in node
    ? textOf((node.props as { children?: ReactNode }).children)
    : ''
}
