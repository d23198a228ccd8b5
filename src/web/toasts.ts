import { externalValue } from './external-value.ts'
import { t } from './i18n/t.ts'

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

/** Says what was done and offers to undo it. */
export const toastUndo = (title: string, undo: () => void) => toast({ title, action: { label: t('Undo'), run: undo } })

/** Runs the action of the newest toast that has one. */
export function undoLatest(): boolean {
  const latest = visible.get().findLast((one) => one.action)
  if (!latest) return false
  latest.action!.run()
  dismissToast(latest.id)
  return true
}

export const useToasts = visible.use
