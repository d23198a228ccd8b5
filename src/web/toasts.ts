import { externalValue } from './external-value.ts'

type Toast = { title: string; note?: string; tone?: 'good' | 'bad'; action?: { label: string; run: () => void } }
export type VisibleToast = Toast & { id: number }

const visibleMs = 8000
const maxVisible = 3
let lastId = 0
const visible = externalValue<readonly VisibleToast[]>([])

export const dismissToast = (id: number) => visible.set(visible.get().filter((one) => one.id !== id))

export function toast(content: Toast) {
  const id = ++lastId
  visible.set([...visible.get(), { ...content, id }].slice(-maxVisible))
  setTimeout(() => dismissToast(id), visibleMs)
}

/** Runs the action of the newest toast that has one. */
export function undoLatest(): boolean {
  const latest = visible.get().findLast((one) => one.action)
  if (!latest) return false
  latest.action!.run()
  dismissToast(latest.id)
  return true
}

export const useToasts = visible.use
