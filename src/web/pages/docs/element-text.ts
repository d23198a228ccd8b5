import type { ReactNode } from 'react'

/** The text of an element, for its anchor. */
export const elementText = (node: ReactNode): string => {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(elementText).join('')
  return node && typeof node === 'object' && 'props' in node
    ? elementText((node.props as { children?: ReactNode }).children)
    : ''
}
